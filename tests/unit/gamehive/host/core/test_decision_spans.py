"""Spans that a game's host declares: names, parents, attributes, and that none stays open (GH-232…240)."""

from collections import Counter

import pytest

from gamehive.contracts.events import GameToolCalled
from gamehive.contracts.messages import DeliverDecision, ExecuteTool, SearchMove, TakeTurn, WriteSummary
from shared.core.trace import SpanRecord
from tests.support.game_script import ScriptedTeam, ask, call, finding, hand_over, move

SPAN_NAMES = {
    "agent.decision",
    "agent.init",
    "agent.switch_agent",
    "agent.run_loop_prepare",
    "agent.run_loop_llm_turn",
    "agent.tool_call",
    "agent.hook_execute",
    "agent.final_decision",
}


def named(team: ScriptedTeam, name: str) -> list[SpanRecord]:
    return [span for span in team.spans if span.name == name]


def parent_of(team: ScriptedTeam, span: SpanRecord) -> SpanRecord | None:
    return next((each for each in team.spans if each.context.span_id == span.parent_id), None)


def decided(**replies: object) -> ScriptedTeam:
    team = ScriptedTeam(**replies)  # pyright: ignore[reportArgumentType]
    team.request()
    return team.run()


def test_a_decision_has_the_spans_of_the_seed_below_one() -> None:
    team = decided(
        strategist=[ask("attack_analyst"), hand_over("tactician")],
        tactician=[call("analyze_board"), move(1, 1)],
        attack_analyst=[call("search_pattern", query="centre"), finding()],
    )
    assert {span.name for span in team.spans} == SPAN_NAMES
    assert max(Counter(span.context.span_id for span in team.spans).values()) == 1
    assert len({span.context.trace_id for span in team.spans}) == 1
    (decision,) = named(team, "agent.decision")
    assert all(parent_of(team, span) is not None for span in team.spans if span is not decision)
    assert all(decision.start <= span.start <= span.end <= decision.end for span in team.spans)
    assert team.state.open_spans == ()


def test_every_tool_call_is_one_span_and_a_task_agents_work_is_below_it() -> None:
    team = decided(
        strategist=[ask("attack_analyst"), move(1, 1)],
        attack_analyst=[call("search_pattern", query="centre"), finding()],
    )
    calls = named(team, "agent.tool_call")
    assert sorted(str(span.attributes["call_id"]) for span in calls) == sorted(
        each.call_id for each in team.of(GameToolCalled)
    )
    (outer,) = [span for span in calls if span.attributes["call_id"] == _call_of(team, "attack_analyst")]
    inner = [span for span in team.spans if span.parent_id == outer.context.span_id]
    assert Counter(span.name for span in inner) == {
        "agent.init": 1,
        "agent.run_loop_llm_turn": 2,
        "agent.hook_execute": 1,
        "agent.tool_call": 1,
    }
    assert {span.attributes["agent.name"] for span in inner} == {"attack_analyst"}


def _call_of(team: ScriptedTeam, agent: str) -> str:
    return next(each.call_id for each in team.of(GameToolCalled) if each.arguments.get("agentName") == agent)


def test_what_is_sent_is_part_of_the_span_that_it_works_for() -> None:
    team = decided(strategist=[call("analyze_board"), hand_over("tactician")], tactician=[move(1, 1)])
    spans = {span.context: span.name for span in team.spans}
    sent = {type(send.body): spans[send.trace] for send in team.sends if send.trace is not None}
    assert sent == {
        SearchMove: "agent.final_decision",  # the last one
        TakeTurn: "agent.run_loop_llm_turn",
        ExecuteTool: "agent.tool_call",
        WriteSummary: "agent.tool_call",
        DeliverDecision: "agent.final_decision",
    }
    first_search = next(send for send in team.sends if isinstance(send.body, SearchMove))
    assert first_search.trace is not None
    assert spans[first_search.trace] == "agent.run_loop_prepare"


def test_attributes_name_game_ply_persona_turn_tokens_epoch_and_outcome() -> None:
    team = decided(strategist=[move(1, 1)])
    turn = named(team, "agent.run_loop_llm_turn")[-1]
    assert {name: turn.attributes[name] for name in ("game.id", "game.ply", "game.epoch", "agent.persona")} == {
        "game.id": "g-1",
        "game.ply": 1,
        "game.epoch": 1,
        "agent.persona": "strategist",
    }
    assert (turn.attributes["agent.loop_index"], turn.attributes["outcome"]) == (1, "message")
    assert {"gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"} <= turn.attributes.keys()
    (final,) = named(team, "agent.final_decision")
    assert (final.attributes["x"], final.attributes["y"], final.attributes["outcome"]) == (1, 1, "llm")
    (decision,) = named(team, "agent.decision")
    assert decision.attributes["outcome"] == "llm"


@pytest.mark.parametrize("until", ["root", "turn", "tool", "verification"])
def test_a_superseded_decision_leaves_no_span_open(until: str) -> None:
    team = ScriptedTeam(strategist=[call("analyze_board"), move(1, 1)])
    team.request()
    team.run(until)  # pyright: ignore[reportArgumentType]
    old = team.state.open_spans[0].context
    team.request((0, 0), (2, 2))
    (superseded,) = named(team, "agent.decision")
    assert (superseded.context, superseded.attributes["outcome"]) == (old, "superseded")
    team.run()
    assert [span.attributes["outcome"] for span in named(team, "agent.decision")] == ["superseded", "llm"]
    assert team.state.open_spans == ()
    ids = [span.context.span_id for span in team.spans]
    decisions = named(team, "agent.decision")
    assert len(set(ids)) == len(ids)
    assert {span.parent_id for span in team.spans if span not in decisions} <= set(ids)


def test_a_failed_turn_and_a_failed_call_are_errors() -> None:
    team = decided(strategist=[call("evaluate_position", x="no"), None])
    assert [(span.error, span.attributes["outcome"]) for span in named(team, "agent.run_loop_llm_turn")[-2:]] == [
        (None, "calls"),
        ("the model gave no answer", "unavailable"),
    ]
    (failed,) = [span for span in named(team, "agent.tool_call") if span.attributes["tool"] == "evaluate_position"]
    assert (failed.error, failed.attributes["outcome"]) == ("the call failed", "error")


def test_each_decision_of_a_game_that_goes_on_by_itself_is_a_trace_of_its_own() -> None:
    team = ScriptedTeam().start("team", "engine").run()
    decisions = named(team, "agent.decision")
    assert len(decisions) > 2
    assert len({span.context.trace_id for span in decisions}) == len(decisions)
    assert [span.parent_id is None for span in decisions] == [False, *[True] * (len(decisions) - 1)]
