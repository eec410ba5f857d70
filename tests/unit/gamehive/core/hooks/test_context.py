"""Compression of a long conversation, and the summary for a handoff (GH-77, GH-78, GH-147)."""

from typing import Any

import pytest

from gamehive.contracts.tools import GameToolCall
from gamehive.core.hooks.context_compression import CONTEXT_COMPRESSION
from gamehive.core.hooks.memory_summary import MEMORY_SUMMARY, summary_key
from tests.support.game_workspace import build_loop, build_workspace, run_hook


@pytest.mark.parametrize("agent", ["strategist", "attack_analyst"])
@pytest.mark.parametrize(("messages", "need"), [(100, None), (101, "compression")])
def test_more_than_a_hundred_messages_are_compressed_first(messages: int, need: str | None, agent: str) -> None:
    loop = build_loop(agent=agent, message_count=messages)
    outcome = run_hook(CONTEXT_COMPRESSION, "LOOP_START", build_workspace(), loop)
    assert (outcome.result.need, outcome.result.continue_to_next_hook) == (need, need is None)


def handoff(name: object) -> GameToolCall:
    arguments = {"agentName": name, "currentAgentOutputSummary": "done"}
    return GameToolCall(call_id="c1", tool="handoff_to_agent", arguments=arguments)


OTHER = GameToolCall(call_id="c0", tool="analyze_board")


@pytest.mark.parametrize("name", ["tactician", "战术协调员", "Endgame specialist"])
def test_a_handoff_to_another_persona_needs_a_summary_once(name: str) -> None:
    loop = build_loop(calls=(handoff(name), OTHER))
    outcome = run_hook(MEMORY_SUMMARY, "LOOP_END_WITH_TOOL_CALL", build_workspace(), loop)
    assert (outcome.result.need, outcome.result.continue_to_next_hook) == ("handoff_summary", False)
    made = loop.model_copy(update={"forced": (summary_key("c1"),)})
    assert run_hook(MEMORY_SUMMARY, "LOOP_END_WITH_TOOL_CALL", build_workspace(), made).executed == ()


@pytest.mark.parametrize(
    ("loop_fields", "workspace_fields"),
    [
        ({"calls": ()}, {}),
        ({"calls": (OTHER, handoff("tactician"))}, {}),
        ({"calls": (handoff("strategist"),)}, {}),
        ({"calls": (handoff("attack_analyst"),)}, {}),
        ({"calls": (handoff(None),)}, {}),
        ({"calls": (handoff("tactician"),)}, {"handoff_exclude_agents": ("tactician",)}),
        ({"calls": (handoff("tactician"),), "filtered_calls": ("handoff_to_agent",)}, {}),
    ],
    ids=["no call", "not next", "to itself", "to a task agent", "to nobody", "excluded", "handoffs stopped"],
)
def test_no_summary_is_made_for_what_is_no_handoff(loop_fields: Any, workspace_fields: Any) -> None:
    workspace = build_workspace(**workspace_fields)
    loop = build_loop(**loop_fields)
    assert run_hook(MEMORY_SUMMARY, "LOOP_END_WITH_TOOL_CALL", workspace, loop).executed == ()
