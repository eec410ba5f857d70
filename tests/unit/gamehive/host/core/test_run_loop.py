"""Run loop of a decision: turns, hooks, retries and repairs, fed to the host by hand (GH-33…46, GH-182…187)."""

import json
from typing import Any

import pytest

from gamehive.contracts.agents import DISPLAY_NAMES, TASK_AGENTS, TaskAgent
from gamehive.contracts.events import GameAgentSpoke, GameToolCalled, MoveRejected, RulesInterpreted
from gamehive.contracts.messages import TakeTurn, WriteSummary
from gamehive.contracts.turns import TurnReply
from gamehive.core.games.game import games
from gamehive.core.games.position import find_result
from gamehive.core.loop.loop import HOST_AGENT_MAX_LOOP_COUNT, SUB_AGENT_MAX_LOOP_COUNT
from gamehive.core.rules.rules_text import builtin_interpretation
from gamehive.core.workspace.board_state import current_position
from tests.support.game_script import ScriptedTeam, ask, call, calls, find_nothing, finding, hand_over, move, turns_of

EMPTY = TurnReply()
FLIPPED = builtin_interpretation(games()["tictactoe"], "en")


def look(request: TakeTurn) -> TurnReply:
    """Call a tool with arguments that nobody used before."""
    return call("search_pattern", query=f"question {request.facts.turn}")


def test_the_hooks_of_a_decision_run_in_the_order_of_the_seed() -> None:
    team = ScriptedTeam(strategist=[ask("attack_analyst"), move(1, 1)])
    team.request()
    assert team.run().hook_runs() == [
        "BEFORE_LOOP: InputValidationHook, GamePhaseDetectionHook",
        "BEFORE_LOOP: InputValidationHook",
        "LOOP_START: RuleAnalysisHook",
        "LOOP_START: WorkflowPhaseTransitionHook, WorkflowGuideHook",
        "LOOP_START: WorkflowGuideHook",
        "LOOP_PROCESS_LLM_RESPONSE: LoopProtectionHook",
        "LOOP_START: WorkflowGuideHook",
        "LOOP_PROCESS_LLM_RESPONSE: RepeatMoveDetectionHook",
        "LOOP_END_WITH_MESSAGE: MoveValidationHook",
    ]


def test_the_rules_are_analysed_first_and_then_the_opening() -> None:
    """GH-71, GH-82: neither asks the persona, and both are ordinary calls in the transcript."""
    team = ScriptedTeam()
    team.request()
    team.run()
    assert [(each.tool, each.arguments["agentName"], each.forced_by) for each in team.of(GameToolCalled)] == [
        ("call_task_agent", "rule_analyst", "RuleAnalysisHook"),
        ("call_task_agent", "opening_expert", "WorkflowGuideHook"),
    ]
    assert [request.facts.agent for request in team.asked] == ["rule_analyst", "opening_expert", "strategist"]
    assert [request.facts.context.rule_interpretation is None for request in team.asked] == [True, False, False]


@pytest.mark.parametrize("game", ["tictactoe", "gomoku8"])
def test_the_thirty_first_turn_of_a_persona_never_happens(game: str) -> None:
    team = ScriptedTeam("tictactoe" if game == "tictactoe" else "gomoku8", strategist=[look])
    team.request()
    team.run()
    asked = list(turns_of(team, "strategist"))
    assert len(asked) == HOST_AGENT_MAX_LOOP_COUNT == 30
    assert [each.facts.turn for each in asked] == list(range(1, 31))
    assert (team.decision.source, team.decision.loops) == ("engine", 30)
    assert "loop_overflow" in team.alerts()


def test_the_sixteenth_turn_of_a_task_agent_never_happens() -> None:
    team = ScriptedTeam(strategist=[ask("attack_analyst"), move(1, 1)], attack_analyst=[look])
    team.request()
    team.run()
    assert len(list(turns_of(team, "attack_analyst"))) == SUB_AGENT_MAX_LOOP_COUNT == 15
    result = team.results("call_task_agent")[-1]
    assert (result.is_error, result.content) == (True, "Attack analyst: no result after all turns")
    assert (team.decision.x, team.decision.y, team.decision.source) == (1, 1, "llm")


def test_a_handoff_does_not_begin_the_count_anew() -> None:
    """GH-154."""
    team = ScriptedTeam(strategist=[look, hand_over("tactician")], tactician=[look])
    team.request()
    team.run()
    turns = [*turns_of(team, "strategist"), *turns_of(team, "tactician")]
    assert [each.facts.turn for each in turns] == list(range(1, 31))


def test_an_empty_reply_is_asked_again_once() -> None:
    team = ScriptedTeam(strategist=[EMPTY, move(1, 1)])
    team.request()
    team.run()
    assert (team.decision.source, team.decision.loops) == ("llm", 2)


def test_two_empty_replies_are_the_default() -> None:
    team = ScriptedTeam(strategist=[EMPTY, TurnReply(message="  ")])
    team.request()
    team.run()
    assert (team.decision.source, team.decision.loops) == ("engine", 2)
    assert "the model answered nothing" in team.decision.reason


def test_two_empty_replies_of_a_task_agent_are_an_error_of_its_call() -> None:
    team = ScriptedTeam(strategist=[ask("attack_analyst"), move(1, 1)], attack_analyst=[EMPTY])
    team.request()
    team.run()
    assert team.results("call_task_agent")[-1].is_error
    assert len(list(turns_of(team, "attack_analyst"))) == 2
    assert team.decision.source == "llm"


@pytest.mark.parametrize(
    "text",
    [
        "I choose {'x': 1, 'y': 1, 'reason': 'centre',}",
        '```json\n{"x": "1", "y": "1"}\n```',
        'x is fine: {"x": 1, "y": 1, "reason": "cut o',
    ],
)
def test_a_message_that_is_nearly_json_is_repaired_without_a_retry(text: str) -> None:
    team = ScriptedTeam(strategist=[text])
    team.request()
    team.run()
    assert (team.decision.x, team.decision.y, team.decision.loops, team.decision.source) == (1, 1, 1, "llm")
    assert team.of(MoveRejected) == []


def test_a_message_that_cannot_be_read_is_answered_and_asked_again() -> None:
    team = ScriptedTeam(strategist=["the centre, of course", move(1, 1)])
    team.request()
    team.run()
    assert [(each.error, each.retry) for each in team.of(MoveRejected)] == [("INVALID_FORMAT", 1)]
    assert (team.decision.x, team.decision.y) == (1, 1)


def test_retries_stop_at_three_and_a_playable_move_is_made() -> None:
    team = ScriptedTeam(tactician=[move(0, 0), move(9, 9), "nowhere", move(0, 0), move(2, 2)])
    team.request((0, 0), (1, 1))
    position = current_position(team.workspace)
    team.run()
    assert [(each.error, each.retry) for each in team.of(MoveRejected)] == [
        ("POSITION_OCCUPIED", 1),
        ("OUT_OF_BOUNDS", 2),
        ("INVALID_FORMAT", 3),
        ("POSITION_OCCUPIED", 3),
    ]
    assert (team.decision.source, team.decision.loops) == ("engine", 4)
    assert team.workspace.plies == position.plies + 1
    assert "repeated_move" in team.alerts()


def test_without_an_engine_the_fourth_wrong_move_is_replaced_by_a_safe_one() -> None:
    """GH-196: who has no candidate takes the safe point nearest to the centre, in a reversed game too."""
    team = ScriptedTeam("misere", search=find_nothing, endgame_specialist=[move(0, 0)])
    team.request((0, 0), (1, 1), (0, 1), (2, 2), (1, 2), (2, 1))
    team.run()
    assert team.decision.source == "fallback"
    assert (team.decision.x, team.decision.y) != (0, 2)
    assert find_result(current_position(team.workspace)) is None


def test_an_interpretation_that_contradicts_the_game_is_asked_once_more_and_then_replaced() -> None:
    """GH-112."""
    flipped = finding("line wins", interpretation=FLIPPED)
    team = ScriptedTeam("misere", rule_analyst=[flipped])
    team.request()
    team.run()
    assert len(list(turns_of(team, "rule_analyst"))) == 2
    (event,) = team.of(RulesInterpreted)
    assert event.interpretation.builtin
    assert event.interpretation.win_condition != FLIPPED.win_condition
    told = [note.text for note in team.notes if note.kind == "user" and note.agent == "rule_analyst"]
    assert "Whoever completes a line loses" in told[1]


def test_an_interpretation_that_is_right_at_the_second_time_is_kept() -> None:
    right = builtin_interpretation(games()["misere"], "en").model_copy(update={"builtin": False})
    team = ScriptedTeam(
        "misere", rule_analyst=[finding("a", interpretation=FLIPPED), finding("b", interpretation=right)]
    )
    team.request()
    team.run()
    assert [each.interpretation.builtin for each in team.of(RulesInterpreted)] == [False]


def test_rules_without_an_analyst_are_the_built_in_ones() -> None:
    team = ScriptedTeam(rule_analyst=[None])
    team.request()
    team.run()
    assert [each.interpretation.builtin for each in team.of(RulesInterpreted)] == [True]
    assert team.decision.source == "llm"


def test_a_finding_that_cannot_be_read_is_asked_for_once_more() -> None:
    team = ScriptedTeam(
        strategist=[ask("attack_analyst"), ask("defense_analyst"), move(1, 1)],
        attack_analyst=["no json", finding("now it is")],
        defense_analyst=["none"],
    )
    team.request()
    team.run()
    last = team.results("call_task_agent")[-2:]
    assert [(each.is_error, each.content) for each in last] == [
        (False, "now it is"),
        (True, "Defence analyst: The final message must be one JSON object with at least the field text."),
    ]


@pytest.mark.parametrize("agent", [each for each in TASK_AGENTS if each != "rule_analyst"])
def test_a_task_agent_without_a_model_is_an_error_that_the_persona_reads(agent: TaskAgent) -> None:
    replies: dict[str, Any] = {"strategist": [ask(agent), move(1, 1)], agent: [None]}
    team = ScriptedTeam(**replies)
    team.request()
    team.run()
    (result,) = [each for each in team.results("call_task_agent") if each.is_error][-1:]
    assert result.content == f"{DISPLAY_NAMES[agent]['en']}: the model gave no answer"
    assert team.decision.source == "llm"


def test_a_persona_without_a_model_is_the_default() -> None:
    team = ScriptedTeam(strategist=[None])
    team.request()
    team.run()
    assert (team.decision.source, team.decision.reason) == (
        "engine",
        "Decided by the engine: the model gave no answer",
    )
    assert team.of(GameAgentSpoke)[-1].failure == "unavailable"


def test_a_long_conversation_is_replaced_by_a_summary() -> None:
    """GH-77: after more than 100 messages the model is shown the summary and what follows."""

    def look_around(request: TakeTurn) -> TurnReply:
        turn = request.facts.turn
        return calls(*(("search_pattern", {"query": f"question {turn} {number}"}) for number in range(4)))

    team = ScriptedTeam("gomoku8", strategist=[look_around], summary=["What was found.", None])
    team.request()
    team.run()
    summaries = [index for index, note in enumerate(team.notes) if note.kind == "summary"]
    assert summaries
    assert team.notes[summaries[0]].text == "What was found."
    starts = sorted({each.notes_start for each in turns_of(team, "strategist")})
    assert starts[1] == summaries[0]
    (first,) = [each for each in team.sent(WriteSummary) if each.facts.purpose == "compression"][:1]
    assert first.notes_end == summaries[0]


def test_a_compression_without_a_model_uses_the_facts() -> None:
    def look_around(request: TakeTurn) -> TurnReply:
        return calls(*(("search_pattern", {"query": f"{request.facts.turn} {number}"}) for number in range(4)))

    team = ScriptedTeam("gomoku8", strategist=[look_around], summary=[None])
    team.request()
    team.run()
    text = next(note.text for note in team.notes if note.kind == "summary")
    assert text.startswith("opening; ")
    assert len(text) <= 200


def test_the_reason_is_the_teams_own() -> None:
    team = ScriptedTeam(strategist=[json.dumps({"x": 2, "y": 2, "reason": "a corner", "extra": 1})])
    team.request()
    team.run()
    assert team.decision.reason == "a corner"
