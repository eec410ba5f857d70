"""Messages that come late, twice, or after a failure: one decision for each request, once (GH-43, GH-121, GH-164)."""

from random import Random
from typing import Any

import pytest

from gamehive.contracts.events import (
    DecisionRefused,
    DecisionRequested,
    DecisionSettled,
    GameEnded,
    MovePlayed,
    MoveTakenBack,
)
from gamehive.contracts.messages import (
    DecisionDelivered,
    DeliverDecision,
    MoveSearched,
    ResignGame,
    StepAnswer,
    TakeBackMove,
    TakeTurn,
)
from gamehive.core.games.board import Point, other_player
from gamehive.core.games.game import games
from gamehive.core.games.position import GameResult, find_result, play_move, safe_moves, start_position
from gamehive.core.workspace.change import WorkspaceConflict, commit_change
from gamehive.core.workspace.undo import request_undo
from gamehive.host.core.game import decide
from gamehive.host.core.new_game import GameNotFound
from gamehive.host.core.state import StepKind
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.message_base import ReceivedMessage, TaskFailed, TimerFired
from tests.support.game_harness import decision_request
from tests.support.game_script import (
    GAME_ID,
    GATEWAY,
    HOST,
    TASKS,
    ScriptedTeam,
    call,
    calls,
    find_nothing,
    found,
    hand_over,
    move,
    search_quietly,
)

KINDS: tuple[StepKind, ...] = ("root", "turn", "tool", "summary", "compression", "verification")


def team_at(kind: StepKind) -> ScriptedTeam:
    """Return a game whose first decision awaits a step of a kind."""

    def look(request: TakeTurn) -> Any:
        return calls(*(("search_pattern", {"query": f"{request.facts.turn} {number}"}) for number in range(4)))

    scripts: dict[StepKind, list[Any]] = {
        "tool": [call("analyze_board"), move(0, 0)],
        "summary": [hand_over("tactician"), move(0, 0)],
        "compression": [look],
    }
    team = ScriptedTeam("gomoku8", strategist=scripts.get(kind, [move(0, 0)]))
    team.request()
    return team.run(kind)


def late_answer(team: ScriptedTeam) -> StepAnswer:
    """Return the answer to the step that is awaited, without giving it."""
    return team.answer(team.step_request())


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_counts_once(kind: StepKind) -> None:
    team = team_at(kind)
    answer = late_answer(team)
    assert team.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]
    before = team.state
    assert not team.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]
    assert team.state == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_newer_request_supersedes_the_one_that_is_being_decided(kind: StepKind) -> None:
    """GH-121: the epoch rises, answers to the old one are ignored, and each request is settled once."""
    team = team_at(kind)
    answer, epoch = late_answer(team), team.workspace.epoch
    first = team.of(DecisionRequested)[0]
    second = team.request((4, 4), (5, 5))
    assert team.workspace.epoch == epoch + 1
    assert [(each.request_id, each.outcome) for each in team.of(DecisionSettled)] == [(first.request_id, "superseded")]
    assert not team.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]
    assert team.workspace.plies == 2
    team.run()
    assert [each.request_id for each in team.of(MovePlayed)] == [second.request_id]
    assert len(team.sent(DeliverDecision)) == 1


def test_an_answer_under_an_older_epoch_is_ignored_even_with_the_same_id() -> None:
    team = team_at("turn")
    answer = late_answer(team)
    assert not team.deliver(answer.model_copy(update={"epoch": 0}), TASKS)  # pyright: ignore[reportArgumentType]
    assert team.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]


def test_a_change_under_an_older_epoch_is_refused() -> None:
    team = team_at("turn")
    change = request_undo(team.workspace, "self_reflection", "late", "strategist")
    with pytest.raises(WorkspaceConflict):
        commit_change(team.workspace, change, epoch=team.workspace.epoch - 1, now=1)


@pytest.mark.parametrize("is_decided", [False, True])
def test_a_repeated_request_is_the_same_decision(is_decided: bool) -> None:
    team = ScriptedTeam()
    request = team.request()
    if is_decided:
        team.run()
    assert not team.submit(request)
    team.run()
    assert len(team.of(MovePlayed)) == len(team.of(DecisionRequested)) == 1


def test_a_request_that_contradicts_itself_is_refused_without_asking_anybody() -> None:
    """GH-68."""
    team = ScriptedTeam()
    request = decision_request("tictactoe", [(1, 1)], now=team.now)
    assert team.submit(request.model_copy(update={"board": ("000", "000", "000")}))
    (refused,) = team.of(DecisionRefused)
    assert "(1,1)" in refused.problem
    assert team.sends == team.notes == team.of(DecisionRequested) == []
    assert (team.state.loop, team.workspace.epoch) == (None, 0)
    assert team.submit(request)
    team.run()
    assert len(team.of(MovePlayed)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_whose_task_gives_up_does_not_end_the_decision(kind: StepKind) -> None:
    team = team_at(kind)
    agent = team.state.active_loop.agent if team.state.active_loop is not None else ""
    assert team.fail("exhausted")
    team.run()
    assert len(team.of(MovePlayed)) == 1
    assert team.decision.source == ("engine" if kind == "compression" else "llm"), agent
    if kind == "tool":
        assert team.results("analyze_board")[0].content == "analyze_board gave no answer"


def test_a_persona_whose_task_gives_up_is_the_default() -> None:
    team = ScriptedTeam(rule_analyst=[None])
    team.request()
    while not team.asked or team.state.task is not None or team.pending.kind != "turn":
        team.step()
    assert team.fail("budget")
    assert (team.decision.source, team.decision.reason) == ("engine", "Decided by the engine: the budget is spent")


def test_the_failure_of_another_task_is_ignored() -> None:
    team = team_at("turn")
    assert not team.deliver(TaskFailed(task="take_turn", reason="exhausted", of="0.99"), TASKS)


@pytest.mark.parametrize("is_failing", [True, False])
def test_a_choice_that_no_engine_checks_is_still_no_proved_loss(is_failing: bool) -> None:
    """Without the second search the proofs of the first one count."""
    proofs = {(1, 1): "drawn", (0, 0): "lost"}

    def search(request: Any) -> Any:
        if request.purpose == "verification":
            return None
        candidates = [
            {"x": x, "y": y, "score": 0.5 if proof == "drawn" else 0.0, "proof": proof}
            for (x, y), proof in proofs.items()
        ]
        return {"candidates": candidates, "score": 0.5, "proof": "drawn", "threat": 0.5}

    team = ScriptedTeam("misere", search=search, strategist=[move(0, 0)])
    team.request()
    team.run("verification")
    if is_failing:
        assert team.fail()
    team.run()
    assert (team.decision.x, team.decision.y, team.decision.overruled) == (1, 1, (0, 0))


def test_an_old_timer_is_ignored() -> None:
    team = team_at("turn")
    timer = team.state.timer
    assert timer is not None
    old = TimerFired(name="due", generation=timer.generation - 1, due=timer.due)
    assert not team.deliver(old, HOST)


def test_an_answer_after_an_undo_is_ignored() -> None:
    """GH-43: what was asked before a move was taken back does not reach the decision after it."""

    def search(request: Any) -> Any:
        if request.purpose == "verification" and request.last == (0, 0):
            return {**search_quietly(request), "score": 0.95, "proof": None, "threat": 0.05}
        return found((4, 4), score=0.6)

    team = ScriptedTeam("nogo7", search=search, strategist=[move(0, 0), move(4, 4)])
    team.request()
    team.run("verification")
    answer = late_answer(team)
    team.step()
    assert len(team.of(MoveTakenBack)) == 1
    assert not team.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]
    team.run()
    assert (team.decision.x, team.decision.y) == (4, 4)


def test_commands_come_from_the_gateway_only() -> None:
    team = ScriptedTeam().start("human", "team")
    assert not team.deliver(ResignGame(game_id=GAME_ID), Address("game_agent", GAME_ID))
    assert team.deliver(ResignGame(game_id=GAME_ID), GATEWAY)


def test_a_game_begins_with_a_start_or_a_request() -> None:
    message = ReceivedMessage(TakeBackMove(game_id=GAME_ID, ply=1), GATEWAY, HOST, "m", GAME_ID)
    with pytest.raises(GameNotFound, match="take_back_move"):
        decide(GameSettings(), None, message, 1)


# Delivery.


@pytest.mark.parametrize("outcome", ["delivered", "expired", "rejected", "no_callback_url"])
def test_a_delivery_is_settled_once(outcome: str) -> None:
    team = ScriptedTeam()
    request = team.request()
    team.run()
    (order,) = team.sent(DeliverDecision)
    assert (order.user_id, order.deadline) == (7, request.received_at + request.allowed_ms)
    assert team.state.undelivered == (request.request_id,)
    assert team.settle(outcome)
    assert not team.settle(outcome)
    assert [(each.request_id, each.outcome) for each in team.of(DecisionSettled)] == [(request.request_id, outcome)]


def test_a_delivery_whose_task_gives_up_is_rejected() -> None:
    team = ScriptedTeam()
    request = team.request()
    team.run()
    failed = TaskFailed(task="deliver_decision", reason="exhausted", of=request.request_id)
    assert team.deliver(failed, Address("game_callback", GAME_ID))
    assert [(each.outcome, each.detail) for each in team.of(DecisionSettled)] == [("rejected", "exhausted")]
    assert not team.deliver(failed, Address("game_callback", GAME_ID))


@pytest.mark.parametrize("outcome", ["expired", "rejected"])
def test_a_repeated_request_has_a_failed_delivery_repeated(outcome: str) -> None:
    team = ScriptedTeam()
    request = team.request()
    team.run()
    team.settle(outcome)
    later = request.model_copy(update={"received_at": request.received_at + 60_000})
    assert team.submit(later)
    assert not team.submit(later)  # it is being delivered
    first, second = team.sent(DeliverDecision)
    assert (second.decision, second.user_id) == (first.decision, first.user_id)
    assert second.deadline == first.deadline + 60_000
    assert team.settle("delivered")
    assert not team.submit(later)
    assert [each.outcome for each in team.of(DecisionSettled)] == [outcome, "delivered"]
    assert len(team.of(MovePlayed)) == len(team.of(DecisionRequested)) == 1


def test_a_failed_delivery_is_not_repeated_after_the_next_request() -> None:
    team = ScriptedTeam()
    first = team.request()
    team.run()
    own = (team.decision.x, team.decision.y)
    team.settle("expired")
    free = next(each for each in (Point(0, 0), Point(0, 1)) if each != own)
    team.request(own, free)
    assert not team.submit(first)
    team.run()
    assert not team.submit(first)
    assert len(team.sent(DeliverDecision)) == 2


def test_a_delivery_that_is_told_after_the_next_request_is_still_settled() -> None:
    team = ScriptedTeam()
    first = team.request()
    team.run()
    own = (team.decision.x, team.decision.y)
    order = team.sent(DeliverDecision)[0]
    free = next(each for each in (Point(0, 0), Point(0, 1)) if each != own)
    second = team.request(own, (free.x, free.y))
    team.run()
    for request in (first, second):
        body = DecisionDelivered(game_id=GAME_ID, request_id=request.request_id, outcome="delivered", attempts=1)
        assert team.deliver(body, Address("game_callback", GAME_ID))
    assert order.decision.request_id == first.request_id
    assert [each.request_id for each in team.of(DecisionSettled)] == [first.request_id, second.request_id]


def test_a_finished_game_ends_after_the_delivery_of_its_last_move() -> None:
    team = ScriptedTeam(tactician=[move(0, 2)])
    team.request((0, 0), (1, 1), (0, 1), (2, 2))
    team.run()
    assert team.workspace.game_ended
    assert team.of(GameEnded) == []
    assert not team.is_closed
    team.settle("expired")
    assert [(each.winner, each.reason, each.plies) for each in team.of(GameEnded)] == [(1, "line", 5)]
    assert team.is_closed
    assert [type(each).__name__ for each in team.events][-2:] == ["DecisionSettled", "GameEnded"]
    assert not team.settle()


def test_a_finished_game_whose_delivery_is_never_told_keeps_its_winner() -> None:
    team = ScriptedTeam(tactician=[move(0, 2)])
    team.request((0, 0), (1, 1), (0, 1), (2, 2))
    team.run()
    team.fire_timer()
    assert [(each.winner, each.reason) for each in team.of(GameEnded)] == [(1, "line")]


def test_a_side_without_a_safe_move_in_nogo_plays_on_for_the_game_server() -> None:
    """GH-212: it has lost by our rules, and still answers."""
    position, moves, chance = start_position(games()["nogo7"]), list[tuple[int, int]](), Random(1)
    while find_result(position) is None:
        moves.append(chance.choice(safe_moves(position)))
        position = play_move(position, Point(*moves[-1]))
    assert find_result(position) == GameResult(other_player(position.to_move), "no_safe_move")
    team = ScriptedTeam("nogo7", search=find_nothing)
    team.request(*moves)
    team.run()
    assert team.decision.source == "llm"
    assert team.of(GameEnded) == []
    team.settle()
    assert [(each.winner, each.reason) for each in team.of(GameEnded)] == [
        (other_player(position.to_move), "last_liberty")
    ]


def test_an_answer_of_an_engine_that_is_away_is_no_move() -> None:
    team = ScriptedTeam()
    team.request()
    head: dict[str, Any] = {"game_id": GAME_ID, "epoch": 1, "call_id": team.pending.call_id}
    assert team.deliver(MoveSearched(**head, purpose="root", failure="away"), TASKS)
    team.run()
    assert (team.state.root, team.decision.source) == (None, "llm")
    assert team.workspace.candidate_moves == ()
