"""Rule analysis: the rule analyst is forced first, once (GH-71)."""

from typing import Any

import pytest

from gamehive.core.hooks.chain import run_hooks
from gamehive.core.hooks.registry import HOOKS
from gamehive.core.hooks.rule_analysis import RULE_ANALYSIS
from tests.support.game_workspace import build_loop, build_workspace, run_hook


@pytest.mark.parametrize(("language", "word"), [("en", "reversed"), ("zh", "反向")])
def test_without_an_interpretation_the_rule_analyst_is_forced_before_anything_else(language: str, word: str) -> None:
    workspace = build_workspace("misere", rule_interpretation=None, language=language)
    outcome = run_hooks(HOOKS, "LOOP_START", workspace, build_loop(message_count=101), epoch=0, now=1)
    assert outcome.executed == ("RuleAnalysisHook",)
    assert outcome.result.force_call_tool == "call_task_agent"
    assert (outcome.result.force_call_args or {})["agentName"] == "rule_analyst"
    assert word in (outcome.result.force_call_args or {})["prompt"]
    assert run_hook(RULE_ANALYSIS, "LOOP_START", workspace, outcome.loop).executed == ()


@pytest.mark.parametrize("fields", [{}, {"agent": "attack_analyst"}])
def test_the_rules_are_not_analysed_again_or_by_a_task_agent(fields: dict[str, Any]) -> None:
    workspace = build_workspace() if not fields else build_workspace(rule_interpretation=None)
    assert run_hook(RULE_ANALYSIS, "LOOP_START", workspace, build_loop(**fields)).executed == ()
