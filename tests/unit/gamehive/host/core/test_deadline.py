"""Time of a decision: whatever is awaited at its deadline, a move is made in time (GH-44, GH-191, GH-196, GH-197)."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from gamehive.contracts.events import DecisionRequested, GameAgentSpoke, HandedOver, MovePlayed, MoveTakenBack
from gamehive.contracts.messages import DeliverDecision, ExecuteTool, SearchMove, TakeTurn
from gamehive.contracts.turns import TurnReply
from gamehive.core.games.position import find_result
from gamehive.core.workspace.board_state import current_position
from gamehive.host.core.state import GameState, StepKind
from gamehive.settings import GameSettings
from tests.support.game_script import (
    ScriptedTeam,
    ask,
    call,
    calls,
    find_nothing,
    finding,
    found,
    hand_over,
    move,
    search_quietly,
)

SLOW = GameSettings(game_turn_timeout=600, game_tool_timeout=1200)
"""No step gives up before the deadline of a decision of 60 s."""


def search_corner(_: SearchMove) -> dict[str, Any]:
    """Return two candidates, the first one away from the centre."""
    return found((5, 5), (0, 0), score=0.7)


def team_at(kind: StepKind, **more: Any) -> ScriptedTeam:
    """Return a game whose decision of 60 s awaits a step of a kind."""

    def look(request: TakeTurn) -> Any:
        return calls(*(("search_pattern", {"query": f"{request.facts.turn} {number}"}) for number in range(4)))

    scripts: dict[StepKind, list[Any]] = {
        "tool": [call("analyze_board")],
        "summary": [hand_over("tactician")],
        "compression": [look],
    }
    replies = {"strategist": scripts.get(kind, [move(0, 0)]), **more.pop("replies", {})}
    team = ScriptedTeam("gomoku8", settings=SLOW, **replies, **more)
    team.request(allowed_ms=60_000)
    return team.run(kind)


@pytest.mark.parametrize("kind", ["root", "turn", "tool", "summary", "compression", "verification"])
def test_at_the_deadline_of_any_step_a_move_is_made(kind: StepKind) -> None:
    team = team_at(kind)
    (request,) = team.of(DecisionRequested)
    started = team.now
    team.fire_timer()
    if kind == "root":  # the first search has half of the time, after which the team goes on without it
        assert team.now == (request.deadline + started) // 2
        team.fire_timer()
    assert team.now == request.deadline
    if kind == "root":  # a last search of a second, for which the reserve has time
        assert team.sent(SearchMove)[-1].time_s == pytest.approx(1)
        team.fire_timer()
        assert team.now == request.deadline + 1500
    (played,) = team.of(MovePlayed)
    assert (played.source, played.ply) == ("fallback" if kind == "root" else "engine", 1)
    assert team.state.pending is team.state.loop is team.state.proposal is None
    assert team.workspace.plies == 1
    assert "default_decision" in team.alerts()
    (order,) = team.sent(DeliverDecision)
    assert order.decision == team.decision
    assert order.deadline > team.now


def test_at_the_deadline_of_a_task_agent_a_move_is_made() -> None:
    team = ScriptedTeam("gomoku8", settings=SLOW, strategist=[ask("attack_analyst")])
    team.request(allowed_ms=60_000)
    while team.state.task is None or team.state.task.loop.agent != "attack_analyst":
        team.step()
    team.fire_timer()
    assert (team.decision.source, team.state.task) == ("engine", None)


def test_the_best_candidate_of_the_engine_comes_first() -> None:
    team = team_at("turn", search=search_corner)
    team.fire_timer()
    assert (team.decision.x, team.decision.y, team.decision.source, team.decision.threat) == (
        5,
        5,
        "engine",
        pytest.approx(0.3),
    )
    assert team.decision.reason == "Decided by the engine: the deadline has come"


def test_without_candidates_the_first_safe_move_comes_and_says_so() -> None:
    """NoGo: the point nearest to the centre would take a last liberty, so that the next one is played."""
    team = ScriptedTeam("nogo7", settings=SLOW, search=find_nothing)
    team.request((3, 2), (0, 0), (2, 3), (0, 6), (3, 4), (6, 0), (4, 3), (6, 6), (1, 1), allowed_ms=60_000)
    team.run("turn")
    team.fire_timer()
    team.step()
    assert team.decision.source == "fallback"
    assert "the safe point nearest to the centre" in team.decision.reason
    assert (team.decision.x, team.decision.y) != (3, 3)
    assert find_result(current_position(team.workspace)) is None


def test_the_last_search_before_the_fallback_decides() -> None:
    """GH-196: the first search failed; at the deadline an engine move within a second comes before any other point."""
    asked: list[SearchMove] = []

    def search(request: SearchMove) -> dict[str, Any] | None:
        asked.append(request)
        return None if len(asked) == 1 else found((5, 5), score=0.6)

    team = team_at("turn", search=search)
    team.fire_timer()
    team.step()
    assert (team.decision.source, team.decision.x, team.decision.y) == ("engine", 5, 5)
    assert team.decision.reason == "Decided by the engine: the deadline has come"
    assert (len(asked), asked[1].time_s) == (2, pytest.approx(1))
    (order,) = team.sent(DeliverDecision)
    assert order.deadline > team.now


@pytest.mark.parametrize(
    ("game", "moves", "point"),
    [
        ("gomoku8", [(7, 7), (0, 0), (6, 1), (0, 1), (7, 5), (0, 2), (5, 6), (0, 3)], (0, 4)),
        ("gomoku8", [(0, 0), (7, 7), (0, 1), (7, 6), (0, 2), (7, 5), (0, 3), (7, 4)], (0, 4)),
        ("tictactoe", [(0, 0), (1, 1), (0, 1)], (0, 2)),
        ("misere", [(0, 0), (1, 1), (0, 1)], (1, 0)),
    ],
    ids=["four to block", "four to complete", "two to block", "misère: nothing is urgent"],
)
def test_without_any_search_the_shapes_decide(game: Any, moves: list[tuple[int, int]], point: tuple[int, int]) -> None:
    team = ScriptedTeam(game, settings=SLOW, search=find_nothing)
    team.request(*moves, allowed_ms=60_000)
    team.run("turn")
    team.fire_timer()
    team.step()
    assert (team.decision.source, (team.decision.x, team.decision.y)) == ("fallback", point)


def test_without_a_safe_move_any_point_is_played() -> None:
    """GH-196, GH-211: the last rung of the ladder; the loss is the game's, not an error."""
    team = ScriptedTeam("misere", search=find_nothing, endgame_specialist=[None])
    team.request((0, 1), (0, 0), (1, 0), (2, 1), (1, 2), (2, 2), (2, 0), (0, 2))
    team.run()
    assert (team.decision.x, team.decision.y, team.decision.source) == (1, 1, "fallback")
    assert team.workspace.game_ended


def test_a_step_that_takes_too_long_is_given_up_and_the_decision_goes_on() -> None:
    """GH-197: every step has a limit of its own, cut by the deadline."""
    settings = GameSettings(game_turn_timeout=60, game_tool_timeout=20)
    team = ScriptedTeam(settings=settings, strategist=[calls(("analyze_board", {})), move(1, 1)])
    team.request()
    team.run("tool")
    began = team.now
    team.fire_timer()
    assert team.now == began + 20_000
    assert (team.results("analyze_board")[0].is_error, team.results("analyze_board")[0].content) == (
        True,
        "analyze_board did not answer in time",
    )
    team.run()
    assert team.decision.source == "llm"


def test_a_turn_that_takes_too_long_is_the_default_before_the_deadline() -> None:
    team = ScriptedTeam(settings=GameSettings(game_turn_timeout=60))
    team.request()
    team.run("turn")
    while not _is_persona(team):
        team.step()
    began = team.now
    team.fire_timer()
    assert team.now == began + 60_000
    assert team.of(GameAgentSpoke)[-1].failure == "timed out"
    assert team.decision.source == "engine"


def _is_persona(team: ScriptedTeam) -> bool:
    return _asks(team, "strategist")


def _asks(team: ScriptedTeam, agent: str) -> bool:
    """Return whether a turn of an agent is awaited."""
    request = team.step_request()
    return isinstance(request, TakeTurn) and request.facts.agent == agent


def _until_turn_of(team: ScriptedTeam, agent: str) -> None:
    while not _asks(team, agent):
        team.step()


def _look(request: TakeTurn) -> TurnReply:
    return call("search_pattern", query=str(request.facts.turn))


def test_a_task_agent_that_takes_too_long_is_an_error_that_the_persona_reads() -> None:
    """GH-197: however short its turns are; the last one is cut to what is left."""
    team = ScriptedTeam("gomoku8", strategist=[ask("attack_analyst"), move(0, 0)], attack_analyst=[_look])
    team.request()
    team.run("turn")
    _until_turn_of(team, "attack_analyst")
    began, asked = team.now, 0
    while team.state.task is not None:
        if asked < 3:
            assert team.pending.due == team.now + 60_000
            team.now += 50_000
            team.step()
            _until_turn_of(team, "attack_analyst")
            asked += 1
        else:
            team.fire_timer()
    assert (asked, team.now) == (3, began + 180_000)
    assert team.of(GameAgentSpoke)[-1].failure == "timed out"
    result = team.results("call_task_agent")[-1]
    assert (result.is_error, result.content) == (True, "Attack analyst: the model did not answer in time")
    team.run()
    assert (team.decision.source, team.decision.x, team.decision.y) == ("llm", 0, 0)


@pytest.mark.parametrize("is_late", [True, False])
def test_a_task_agent_whose_tool_takes_too_long_has_no_further_turn(is_late: bool) -> None:
    """An answer that comes when the time is over counts, and nothing follows it."""
    look = calls(("search_pattern", {"query": "a"}), ("search_pattern", {"query": "b"}))
    settings = GameSettings(game_task_timeout=15)
    team = ScriptedTeam(
        "gomoku8", settings=settings, strategist=[ask("attack_analyst"), move(0, 0)], attack_analyst=[look]
    )
    team.request()
    team.run("turn")
    _until_turn_of(team, "attack_analyst")
    began, asked = team.now, len(team.asked) + 1
    team.step()
    assert (team.pending.kind, team.pending.due) == ("tool", began + 15_000)
    if is_late:
        team.fire_timer()
    else:
        team.now = team.pending.due
        team.step()
    assert team.state.task is None
    assert [each.is_error for each in team.results("search_pattern")] == [is_late]
    assert team.results("call_task_agent")[-1].content == "Attack analyst: it had no result within its time"
    assert _is_persona(team)
    assert len(team.asked) == asked
    team.run()
    assert team.decision.source == "llm"


def test_a_task_agent_has_no_more_time_than_the_decision() -> None:
    team = ScriptedTeam("gomoku8", strategist=[ask("attack_analyst")], attack_analyst=[_look])
    request = team.request(allowed_ms=60_000)
    team.run("turn")
    _until_turn_of(team, "attack_analyst")
    assert team.state.task is not None
    assert team.state.task.due == request.deadline


def test_a_task_agent_of_a_stored_game_has_no_limit() -> None:
    """A game that was stored before there was one goes on."""
    team = ScriptedTeam("gomoku8", strategist=[ask("attack_analyst"), move(0, 0)])
    team.request()
    team.run("turn")
    _until_turn_of(team, "attack_analyst")
    stored = json.loads(team.state.model_dump_json())
    del stored["task"]["due"], stored["step_due"]
    for name in ("game_task_timeout", "game_step_timeout"):
        del stored["settings"][name]
    team.record = GameState.model_validate(stored)
    assert team.state.task is not None
    assert (team.state.task.due, team.state.settings.game_task_timeout) == (None, 180)
    team.run()
    assert team.decision.source == "llm"


def test_a_personas_turn_and_its_calls_have_a_limit_together() -> None:
    """GH-197: calls that are left have an error for an answer, and the next turn has its own time."""
    look = calls(*(("search_pattern", {"query": str(number)}) for number in range(4)))
    team = ScriptedTeam("gomoku8", strategist=[look, move(0, 0)])
    team.request()
    team.run("turn")
    _until_turn_of(team, "strategist")
    began = team.now
    team.now += 50_000
    team.step()
    team.now = began + 69_000
    team.step()
    asked = len(team.sent(ExecuteTool))
    assert (team.pending.kind, team.pending.due - began) == ("tool", 69_010 + 20_000)
    team.now = began + 80_000
    team.step()
    assert team.pending.due == began + 90_000
    team.fire_timer()
    assert [each.content for each in team.results("search_pattern")[2:]] == [
        "search_pattern did not answer in time",
        "there is no time left for search_pattern",
    ]
    assert len(team.sent(ExecuteTool)) == asked + 1
    assert _is_persona(team)
    assert team.pending.due == team.now + 60_000
    team.run()
    assert team.decision.source == "llm"


def test_the_time_of_a_task_agent_is_not_its_personas() -> None:
    both = calls(
        ("call_task_agent", {"agentName": "attack_analyst", "prompt": "?"}), ("search_pattern", {"query": "a"})
    )
    team = ScriptedTeam("gomoku8", strategist=[both, move(0, 0)], attack_analyst=[_look, _look, _look, finding()])
    team.request()
    team.run("turn")
    _until_turn_of(team, "strategist")
    team.step()
    for _ in range(3):
        team.now += 40_000
        team.step()
        _until_turn_of(team, "attack_analyst")
    team.step()
    assert (team.pending.kind, team.pending.due) == ("tool", team.now + 20_000)
    team.run()
    assert [each.is_error for each in team.results() if each.tool != "get_workflow_guide"][-2:] == [False, False]


def test_a_handover_whose_persona_has_no_time_left_has_a_plain_summary() -> None:
    settings = GameSettings(game_step_timeout=65)
    team = ScriptedTeam("gomoku8", settings=settings, strategist=[hand_over("tactician")])
    team.request()
    team.run("turn")
    _until_turn_of(team, "strategist")
    began = team.now
    team.now += 55_000
    team.step()
    assert (team.pending.kind, team.pending.due) == ("summary", began + 65_000)
    team.fire_timer()
    assert [each.successor for each in team.of(HandedOver)] == ["tactician"]
    team.run()
    assert (team.decision.source, team.decision.agent) == ("llm", "tactician")


def test_the_check_of_a_move_is_not_cut_by_the_limit_of_its_turn() -> None:
    team = ScriptedTeam("gomoku8", settings=GameSettings(game_step_timeout=10), strategist=[move(0, 0)])
    team.request()
    team.run("turn")
    _until_turn_of(team, "strategist")
    assert team.pending.due == team.now + 10_000
    team.now += 9_990
    team.step()
    assert (team.pending.kind, team.pending.due) == ("verification", team.now + 20_000)


def test_every_step_ends_with_the_decision() -> None:
    """GH-C15: the limit of a step is what is left of the decision, if that is less."""
    team = ScriptedTeam(settings=SLOW, strategist=[call("analyze_board"), hand_over("tactician"), move(1, 1)])
    request = team.request(allowed_ms=60_000)
    team.run()
    due = [send.deadline for send in team.sends if not isinstance(send.body, DeliverDecision)]
    assert set(due[1:]) == {request.deadline}
    assert due[0] == request.received_at + (request.deadline - request.received_at) // 2
    assert all(each.time_s <= 0.2 * 55 for each in (*team.sent(SearchMove), *team.sent(ExecuteTool)))


def test_without_time_for_another_turn_the_decision_is_made() -> None:
    team = ScriptedTeam(settings=SLOW)
    team.request(allowed_ms=60_000)
    team.run("turn")
    team.now += 53_000
    team.step()
    assert team.decision.source == "engine"
    assert team.decision.reason.endswith("no time is left for another turn")


@pytest.mark.parametrize("allowed_ms", [1, 500, 5_999])
def test_a_short_time_is_the_engines(allowed_ms: int) -> None:
    team = ScriptedTeam(search=lambda _: found((0, 2), score=0.6))
    team.request(allowed_ms=allowed_ms, by_engine=True)
    team.run()
    assert (team.decision.source, team.decision.x, team.decision.y, team.decision.loops) == ("engine", 0, 2, 0)
    assert team.sent(TakeTurn) == []
    (search,) = team.sent(SearchMove)
    assert search.time_s <= max(0.01, allowed_ms / 1000 * 0.6)
    assert "default_decision" not in team.alerts()


def test_an_engine_that_does_not_answer_a_short_request_is_replaced_in_time() -> None:
    team = ScriptedTeam()
    request = team.request(allowed_ms=800, by_engine=True)
    team.fire_timer()
    assert (team.now, team.decision.source) == (request.deadline, "fallback")


def test_a_short_request_leaves_no_undo_behind() -> None:
    """The danger that would start an undo is not the next decision's."""

    def search(request: SearchMove) -> Mapping[str, Any]:
        is_bad = request.purpose == "root" and request.time_s < 0.5
        return {**search_quietly(request), **({"score": 0.05, "threat": 0.95} if is_bad else {})}

    team = ScriptedTeam("gomoku8", search=search)
    team.request((0, 0), (3, 3), (0, 1), (4, 4), (0, 2))
    team.run()
    first = (team.decision.x, team.decision.y)
    team.request((0, 0), (3, 3), (0, 1), (4, 4), (0, 2), first, (7, 7), allowed_ms=500, by_engine=True)
    team.run()
    second = (team.decision.x, team.decision.y)
    assert (team.decision.source, team.workspace.undo_state.phase) == ("engine", "playing")
    team.request((0, 0), (3, 3), (0, 1), (4, 4), (0, 2), first, (7, 7), second, (7, 0))
    team.run()
    assert team.of(MoveTakenBack) == []
    assert team.decision.source == "llm"
