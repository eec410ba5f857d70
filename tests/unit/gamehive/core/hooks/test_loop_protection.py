"""Loop protection: circles of handoffs and repeated calls (GH-73, GH-185, GH-186, GH-188)."""

import pytest

from gamehive.core.hooks.loop_protection import LOOP_PROTECTION
from gamehive.core.loop.call_key import call_key
from gamehive.core.loop.loop import RecentMessage
from tests.support.game_workspace import build_loop, build_workspace, calls, handoffs, message, run_hook

REPLY = "LOOP_PROCESS_LLM_RESPONSE"
ARGUMENTS = {"x": 7, "y": 8}
KEY = call_key("evaluate_position", ARGUMENTS)
RESULT = RecentMessage(kind="tool", tool="evaluate_position", call_key=KEY)
TALK = RecentMessage(kind="assistant")


def test_four_handoffs_in_twenty_messages_end_handoffs() -> None:
    recent = handoffs("tactician", "strategist", "tactician", "strategist")
    reply = calls(("handoff_to_agent", {"agentName": "残局专家", "currentAgentOutputSummary": ""}))
    outcome = run_hook(LOOP_PROTECTION, REPLY, build_workspace(), build_loop(recent=recent, reply=reply))
    assert outcome.loop.filtered_calls == ("handoff_to_agent",)
    assert outcome.workspace.handoff_exclude_agents == ("tactician", "strategist", "endgame_specialist")
    assert [(alert.level, alert.code) for alert in outcome.result.alerts] == [("warning", "repeated_handoff")]
    again = run_hook(LOOP_PROTECTION, REPLY, outcome.workspace, outcome.loop)
    assert again.result.alerts == ()
    assert again.workspace is outcome.workspace


def test_handoffs_end_also_when_the_reply_after_the_fourth_is_a_message() -> None:
    loop = build_loop(recent=handoffs(*["tactician", "strategist"] * 2), reply=message("{}"))
    assert run_hook(LOOP_PROTECTION, REPLY, build_workspace(), loop).loop.filtered_calls == ("handoff_to_agent",)


@pytest.mark.parametrize(
    "recent",
    [
        handoffs("tactician", "strategist", "tactician"),
        (*handoffs("tactician", "strategist", "tactician", "strategist"), *[TALK] * 14),
    ],
    ids=["three", "the first is more than twenty messages ago"],
)
def test_fewer_handoffs_in_the_window_are_no_circle(recent: tuple[RecentMessage, ...]) -> None:
    reply = calls(("handoff_to_agent", {"agentName": "tactician", "currentAgentOutputSummary": ""}))
    outcome = run_hook(LOOP_PROTECTION, REPLY, build_workspace(), build_loop(recent=recent, reply=reply))
    assert (outcome.loop.filtered_calls, outcome.result.alerts) == ((), ())
    assert outcome.workspace.handoff_exclude_agents == ()


@pytest.mark.parametrize(
    ("earlier", "alerts", "filtered"), [(3, [], ()), (4, ["repeated_call"], ()), (5, [], (KEY,)), (9, [], (KEY,))]
)
@pytest.mark.parametrize("agent", ["strategist", "attack_analyst"])
def test_the_fifth_identical_call_is_reported_and_the_sixth_is_filtered(
    earlier: int, alerts: list[str], filtered: tuple[str, ...], agent: str
) -> None:
    reply = calls(("evaluate_position", {"y": 8, "x": 7}))
    loop = build_loop(agent=agent, recent=(TALK, RESULT) * earlier, reply=reply)
    outcome = run_hook(LOOP_PROTECTION, REPLY, build_workspace(), loop)
    assert [alert.code for alert in outcome.result.alerts] == alerts
    assert outcome.loop.filtered_calls == filtered
    assert run_hook(LOOP_PROTECTION, REPLY, build_workspace(), outcome.loop).loop.filtered_calls == filtered


def test_calls_of_one_reply_count_one_after_the_other() -> None:
    reply = calls(*[("evaluate_position", ARGUMENTS)] * 3)
    outcome = run_hook(LOOP_PROTECTION, REPLY, build_workspace(), build_loop(recent=(RESULT,) * 3, reply=reply))
    assert [alert.code for alert in outcome.result.alerts] == ["repeated_call"]
    assert outcome.loop.filtered_calls == (KEY,)


def test_other_arguments_and_calls_long_ago_are_other_calls() -> None:
    other = calls(("evaluate_position", {"x": 7, "y": 9}))
    outcome = run_hook(LOOP_PROTECTION, REPLY, build_workspace(), build_loop(recent=(RESULT,) * 9, reply=other))
    assert (outcome.result.alerts, outcome.loop.filtered_calls) == ((), ())
    same = calls(("evaluate_position", ARGUMENTS))
    loop = build_loop(recent=(RESULT,) * 5 + (TALK,) * 30, reply=same)
    assert run_hook(LOOP_PROTECTION, REPLY, build_workspace(), loop).loop.filtered_calls == ()


@pytest.mark.parametrize("reply", [None, message("{}")])
def test_without_calls_there_is_nothing_to_protect(reply: object) -> None:
    assert run_hook(LOOP_PROTECTION, REPLY, build_workspace(), build_loop(reply=reply)).executed == ()
