"""Games that we referee: seats, turns, resignation, taken back moves, idleness (INTERFACES § 11, GH-143)."""

import pytest

from gamehive.contracts.events import DecisionRequested, GameEnded, MovePlayed, MovesRemoved, MoveTakenBack
from gamehive.contracts.messages import DeliverDecision, PlayMove, ResignGame, SearchMove, StartGame, TakeBackMove
from gamehive.core.games.game import GameKey
from gamehive.core.games.position import find_result
from gamehive.core.workspace.board_state import current_position
from gamehive.host.core.state import StepKind
from gamehive.settings import GameSettings
from tests.support.game_script import (
    GAME_ID,
    GUARDED,
    TASKS,
    ScriptedTeam,
    call,
    calls,
    find_nothing,
    finding,
    found,
    hand_over,
    move,
)


def play(ply: int, x: int, y: int) -> PlayMove:
    return PlayMove(game_id=GAME_ID, ply=ply, x=x, y=y)


def back(ply: int) -> TakeBackMove:
    return TakeBackMove(game_id=GAME_ID, ply=ply)


def test_the_team_answers_the_move_of_a_person() -> None:
    team = ScriptedTeam(strategist=[move(0, 0)]).start("human", "team")
    assert team.sends == []
    assert team.deliver(play(1, 1, 1))
    (request,) = team.of(DecisionRequested)
    assert (request.ply, request.side, request.deadline - team.now) == (2, 2, 55_000)
    team.run()
    assert [(each.ply, each.side, each.by) for each in team.of(MovePlayed)] == [(1, 1, "human"), (2, 2, "team")]
    assert team.sent(DeliverDecision) == []
    assert team.state.pending is None


def test_the_team_begins_where_it_has_the_first_side() -> None:
    team = ScriptedTeam().start("team", "human").run()
    assert [(each.ply, each.by) for each in team.of(MovePlayed)] == [(1, "team")]


@pytest.mark.parametrize("key", ["tictactoe", "misere"])
def test_team_and_engine_play_a_game_to_its_end(key: GameKey) -> None:
    """The engine is asked for its own side; the team for each of its moves, under a new epoch."""
    team = ScriptedTeam(key).start("team", "engine", level=2).run()
    assert find_result(current_position(team.workspace)) is not None
    played = team.of(MovePlayed)
    assert [each.by for each in played] == ["team", "engine"] * (len(played) // 2) + ["team"] * (len(played) % 2)
    assert [each.purpose for each in team.sent(SearchMove)].count("opponent") == len(played) // 2
    assert {each.level for each in team.sent(SearchMove)} == {2}
    assert team.workspace.epoch == len(team.of(DecisionRequested))
    assert len(team.of(GameEnded)) == 1
    assert team.is_closed


def test_team_plays_team() -> None:
    team = ScriptedTeam().start("team", "team").run()
    assert team.is_closed
    assert {each.side for each in team.of(DecisionRequested)} == {1, 2}


def test_an_engine_that_does_not_answer_is_replaced_and_it_is_said() -> None:
    team = ScriptedTeam(search=find_nothing).start("engine", "human").run()
    (played,) = team.of(MovePlayed)
    assert (played.x, played.y, played.by) == (1, 1, "engine")
    assert played.reason == "The engine did not answer: the safe point nearest to the centre."


def test_an_engine_whose_task_gives_up_is_replaced() -> None:
    team = ScriptedTeam().start("engine", "human")
    assert team.fail()
    assert len(team.of(MovePlayed)) == 1


@pytest.mark.parametrize(
    "wrong",
    [play(1, 0, 0), play(3, 0, 0), play(2, 1, 1), play(2, 3, 0), play(2, -1, 0)],
    ids=["old ply", "later ply", "on a stone", "off the board", "negative"],
)
def test_a_wrong_move_of_a_person_is_ignored(wrong: PlayMove) -> None:
    team = ScriptedTeam().start("human", "human")
    assert team.deliver(play(1, 1, 1))
    before = team.state
    assert not team.deliver(wrong)
    assert team.state == before
    assert team.deliver(play(2, 0, 0))


def test_a_move_while_the_team_thinks_is_ignored() -> None:
    team = ScriptedTeam().start("human", "team")
    assert team.deliver(play(1, 1, 1))
    assert not team.deliver(play(2, 0, 0))
    team.run("verification")
    assert team.workspace.plies == 2
    for x, y in ((0, 0), (0, 1), (2, 2), (2, 1)):  # one of them is the move that is placed tentatively
        assert not team.deliver(play(3, x, y))
    team.run()
    assert [(each.ply, each.by) for each in team.of(MovePlayed)] == [(1, "human"), (2, "team")]


def test_a_second_start_is_ignored() -> None:
    team = ScriptedTeam().start("human", "team")
    assert not team.deliver(StartGame(game_id=GAME_ID, game="tictactoe", seats=("team", "team")))


def test_a_request_for_a_decision_is_ignored_where_we_are_the_referee() -> None:
    team = ScriptedTeam().start("human", "team")
    request = ScriptedTeam().request((1, 1))
    assert not team.submit(request)


# Resignation.


@pytest.mark.parametrize(("seats", "winner"), [(("human", "team"), 2), (("team", "human"), 1)])
def test_who_resigns_loses_also_while_the_team_thinks(seats: tuple[str, str], winner: int) -> None:
    first, second = ("human", "team") if seats[0] == "human" else ("team", "human")
    team = ScriptedTeam().start(first, second)  # pyright: ignore[reportArgumentType]
    if first == "human":
        team.deliver(play(1, 1, 1))
    team.run("verification")
    late = team.answer(team.step_request())
    assert team.deliver(ResignGame(game_id=GAME_ID))
    (ended,) = team.of(GameEnded)
    assert (ended.winner, ended.reason) == (winner, "resigned")
    assert ended.plies == (1 if first == "human" else 0)
    assert not team.deliver(late, TASKS)  # pyright: ignore[reportArgumentType]
    assert not team.deliver(ResignGame(game_id=GAME_ID))


def test_nobody_resigns_without_a_person() -> None:
    team = ScriptedTeam().start("team", "engine")
    assert not team.deliver(ResignGame(game_id=GAME_ID))


def test_nobody_resigns_a_game_that_another_server_referees() -> None:
    team = ScriptedTeam()
    team.request()
    assert not team.deliver(ResignGame(game_id=GAME_ID))
    assert not team.deliver(back(0))
    assert not team.deliver(play(1, 0, 0))


# Taken back moves.


def test_a_person_takes_back_a_move_and_the_answer_to_it() -> None:
    team = ScriptedTeam(strategist=[move(0, 0)]).start("human", "team")
    team.deliver(play(1, 1, 1))
    team.run()
    epoch = team.workspace.epoch
    assert not team.deliver(back(1))
    assert team.deliver(back(2))
    assert team.of(MovesRemoved)[0].plies == 0
    assert (team.workspace.plies, team.workspace.epoch, team.workspace.snapshots) == (0, epoch + 1, ())
    assert team.deliver(play(1, 2, 2))
    assert team.state.pending is not None


@pytest.mark.parametrize("kind", ["root", "turn", "tool", "summary", "verification"])
def test_a_move_is_taken_back_while_the_team_thinks(kind: StepKind) -> None:
    scripts: dict[str, list[object]] = {"tool": [call("analyze_board")], "summary": [hand_over("tactician")]}
    team = ScriptedTeam("gomoku8", strategist=scripts.get(kind, [move(0, 0)]))  # pyright: ignore[reportArgumentType]
    team.start("human", "team")
    team.deliver(play(1, 3, 3))
    team.run(kind)
    late = team.answer(team.step_request())
    assert team.deliver(back(1))
    assert (team.workspace.plies, team.state.pending, team.state.loop, team.state.proposal) == (0, None, None, None)
    assert not team.deliver(late, TASKS)  # pyright: ignore[reportArgumentType]
    assert team.deliver(play(1, 4, 4))
    team.run("root")
    assert team.workspace.move_history[0].x == 4


def test_a_move_is_taken_back_while_the_team_thinks_an_earlier_one_over() -> None:
    """The board is the referee's again before the person's move is removed from it."""

    def search(request: SearchMove) -> dict[str, object]:
        is_bad = sum(sign != "0" for row in request.board for sign in row) == 3
        return found((7, 7), (7, 6), (7, 5), score=0.05 if is_bad else 0.5)

    team = ScriptedTeam("gomoku8", search=search, strategist=[move(0, 0)]).start("human", "team")
    team.deliver(play(1, 3, 3))
    team.run()
    team.deliver(play(2 + 1, 3, 4))
    team.run("turn")
    while team.workspace.undo_state.branch is None:
        team.step()
    assert team.workspace.plies == 1
    assert team.deliver(back(3))
    state = team.workspace.undo_state
    assert (team.workspace.plies, state.branch, state.phase, team.workspace.board_state[3]) == (
        2,
        None,
        "playing",
        "00010000",
    )
    assert team.deliver(play(3, 3, 5))


def test_nothing_is_taken_back_before_a_person_has_moved_or_after_the_end() -> None:
    team = ScriptedTeam().start("team", "human").run()
    assert not team.deliver(back(1))
    team.deliver(ResignGame(game_id=GAME_ID))
    assert not team.deliver(back(1))


# Idleness.


def test_a_game_that_nobody_plays_is_abandoned() -> None:
    settings = GameSettings(game_idle_timeout=3_600)
    team = ScriptedTeam(settings=settings).start("human", "team")
    began = team.workspace.updated_at
    team.fire_timer()
    assert team.now == began + 3_600_000
    (ended,) = team.of(GameEnded)
    assert (ended.winner, ended.reason, ended.plies) == (None, "abandoned", 0)
    assert team.is_closed


def test_every_move_puts_the_end_of_an_idle_game_off() -> None:
    team = ScriptedTeam().start("human", "human")
    first = team.state.timer
    team.now += 1_000
    team.deliver(play(1, 1, 1))
    second = team.state.timer
    assert first is not None
    assert second is not None
    assert (second.due, second.generation) == (first.due + 1_000, first.generation + 1)


def test_without_the_feature_a_person_takes_nothing_back() -> None:
    team = ScriptedTeam(flags=GUARDED - {"undo_takeback"}, strategist=[move(0, 0)]).start("human", "team")
    team.deliver(play(1, 1, 1))
    team.run()
    assert not team.deliver(back(2))
    assert team.workspace.plies == 2


def test_a_requested_undo_ends_with_the_decision_that_is_taken_back() -> None:
    doubts = [calls(("undo_evaluate", {"reason": "doubt"}), ("analyze_board", {})), move(2, 2)]
    team = ScriptedTeam(
        strategist=[move(0, 0), *doubts],
        tactician=doubts,
        endgame_specialist=doubts,
        undo_reevaluator=[finding("it was wrong", lesson="it was wrong")],
    ).start("human", "team")
    team.deliver(play(1, 1, 1))
    team.run()
    team.deliver(play(3, 0, 1))
    team.run("tool")
    assert team.workspace.undo_state.requested
    team.deliver(back(3))
    assert not team.workspace.undo_state.requested
    team.deliver(play(3, 2, 0))
    team.run()
    assert team.of(MoveTakenBack) == []


def test_a_turn_longer_than_a_game_may_be_idle_ends_at_its_own_limit() -> None:
    settings = GameSettings(game_idle_timeout=30, game_turn_timeout=50)
    team = ScriptedTeam(settings=settings).start("human", "team")
    team.deliver(play(1, 1, 1))
    team.run("turn")
    began = team.now
    team.fire_timer()
    assert team.now - began > 30_000
    assert not team.is_closed
    team.run()
    assert [each.by for each in team.of(MovePlayed)] == ["human", "team"]
