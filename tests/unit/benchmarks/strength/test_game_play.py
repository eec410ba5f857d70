import pytest

from benchmarks.strength.game_play import outcome_for, play_game
from benchmarks.strength.match_player import LateMove
from gamehive.core.games.board import Point
from gamehive.core.games.game import games, nogo
from tests.unit.benchmarks.strength.scripted_player import ScriptedPlayer

TICTACTOE = games()["tictactoe"]


def test_a_line_wins() -> None:
    played = play_game(TICTACTOE, (), ScriptedPlayer((0, 0), (1, 1), (2, 2)), ScriptedPlayer((0, 1), (0, 2)), 1)
    assert (played.winner, played.reason, len(played.moves)) == (1, "line", 5)
    assert (outcome_for(played, 1), outcome_for(played, 2)) == ("win", "loss")
    assert (len(played.times_ms[1]), len(played.times_ms[2])) == (3, 2)


@pytest.mark.parametrize("move", [(0, 0), (3, 0), (-1, 2)])
def test_an_illegal_move_loses(move: tuple[int, int]) -> None:
    played = play_game(TICTACTOE, (), ScriptedPlayer((0, 0)), ScriptedPlayer(move), 1)
    assert (played.winner, played.moves) == (1, [Point(0, 0)])
    assert played.reason.startswith("illegal move of player 2")
    assert (outcome_for(played, 1), outcome_for(played, 2)) == ("win", "loss")


def test_an_unsafe_move_loses() -> None:
    """On three points in a row, a stone at the end beside the other's leaves no liberty."""
    played = play_game(nogo(1, 3), (), ScriptedPlayer((0, 1)), ScriptedPlayer((0, 0)), 1)
    assert (played.winner, played.reason) == (1, "no_safe_move")
    suicide = play_game(nogo(1, 5), (), ScriptedPlayer((0, 1)), ScriptedPlayer((0, 0)), 1)
    assert (suicide.winner, suicide.reason) == (1, "last_liberty")


def test_a_late_move_loses() -> None:
    played = play_game(TICTACTOE, (), ScriptedPlayer(LateMove()), ScriptedPlayer(), 1)
    assert (played.winner, played.reason) == (2, "late move of player 1")


def test_a_program_of_the_opponent_that_fails_makes_no_win() -> None:
    played = play_game(TICTACTOE, (), ScriptedPlayer((0, 0)), ScriptedPlayer(OSError("gone")), 1)
    assert played.reason == "failed: OSError: gone"
    assert (outcome_for(played, 1), outcome_for(played, 2)) == ("void", "loss")


def test_a_game_begins_with_its_opening() -> None:
    first, second = ScriptedPlayer(), ScriptedPlayer()
    played = play_game(TICTACTOE, (Point(1, 1), Point(0, 0), Point(2, 2)), first, second, 1)
    assert played.moves[:4] == [Point(1, 1), Point(0, 0), Point(2, 2), Point(0, 1)]
    assert (second.sides[0], first.sides[0]) == (2, 1)
    assert len({*first.seeds, *second.seeds}) == len(first.seeds) + len(second.seeds)


def test_an_opening_that_ends_the_game_is_an_error() -> None:
    line = (Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1), Point(0, 2))
    with pytest.raises(ValueError, match="ends the game"):
        play_game(TICTACTOE, line, ScriptedPlayer(), ScriptedPlayer(), 1)
