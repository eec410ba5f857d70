"""Hook 4: has the rules interpreted before anything else is decided (GH-71)."""

from gamehive.contracts.workspace import Workspace
from gamehive.core.hooks.hook import Hook, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.loop import Loop

_KEY = "rule_analyst"


def _lacks_rules(workspace: Workspace, loop: Loop) -> bool:
    return workspace.rule_interpretation is None and _KEY not in loop.forced


def _force_analysis(workspace: Workspace, loop: Loop) -> HookResult:
    """Force the rule analyst, once a loop: if it fails the decision goes on."""
    return HookResult(
        continue_to_next_hook=False,
        force_call_tool="call_task_agent",
        force_call_args={"agentName": "rule_analyst", "prompt": render_text("rule_task", workspace.language)},
        loop={"forced": (*loop.forced, _KEY)},
    )


RULE_ANALYSIS = Hook(
    name="RuleAnalysisHook",
    layer="rules",
    phases=frozenset(("LOOP_START",)),
    should_execute=_lacks_rules,
    execute=_force_analysis,
)
