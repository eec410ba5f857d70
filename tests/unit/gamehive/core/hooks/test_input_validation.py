"""Input validation: requests that cannot be decided, and a workspace that follows those that can (GH-68, GH-166)."""

from typing import Any

import pytest

from gamehive.contracts.decision import PlyRecord
from gamehive.contracts.workspace import GameOutcome
from gamehive.core.games.game import games
from gamehive.core.games.position import play_move, safe_moves, start_position
from gamehive.core.hooks.input_validation import INPUT_VALIDATION
from tests.support.game_workspace import build_loop, build_request, build_workspace, run_hook

EMPTY_3 = ("000", "000", "000")
LINE = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]


def ply(x: int, y: int, side: Any) -> PlyRecord:
    return PlyRecord(x=x, y=y, side=side, by="human")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"game": "chess"}, "there is no such game; known ones: gomoku, gomoku8, nogo, nogo7, tictactoe, misere"),
        ({"board": ("000", "000")}, "the board has 2x3 points; this game is played on 3x3"),
        ({"board": ("000", "00", "000")}, "must have one line of 0, 1 and 2 per row"),
        ({"board": ("000", "0x0", "000")}, "must have one line of 0, 1 and 2 per row"),
        ({"board": ()}, "must have one line of 0, 1 and 2 per row"),
        ({"game": "井字棋", "board": ("0" * 15,) * 15}, "the board has 15x15 points; this game is played on 3x3"),
        ({"game": "misere"}, "this gameId is a game of tictactoe; another game needs another gameId"),
        ({"board": ("110", "100", "000")}, "side 1 has 3 stones and side 2 has 0"),
        ({"board": ("100", "020", "000"), "side": 1}, r"contradicts the history: \(0,0\) is 1, and 0 after the moves"),
        (
            {"history": (ply(0, 0, 1), ply(1, 1, 1)), "board": ("100", "020", "000")},
            "step 2: the same side moves twice in a row",
        ),
        (
            {"history": (ply(0, 0, 1), ply(0, 0, 2)), "board": ("100", "020", "000")},
            r"step 2: \(0,0\) has a stone already",
        ),
        ({"history": (ply(3, 0, 1),), "board": ("100", "000", "000"), "side": 2}, r"step 1: \(3,0\) is off the board"),
        (
            {"history": (ply(-1, 0, 1),), "board": ("100", "000", "000"), "side": 2},
            r"step 1: \(-1,0\) is off the board",
        ),
        (
            {"history": (ply(0, 0, 1), ply(1, 1, 2)), "board": ("100", "002", "000")},
            r"contradicts the history: \(1,1\) is 0, and 2 after",
        ),
        ({"history": (ply(0, 0, 1),), "board": EMPTY_3}, r"contradicts the history: \(0,0\) is 0, and"),
        (
            {"history": (ply(0, 0, 1),), "board": ("100", "000", "000"), "side": 1},
            "side 1 has just moved, so it is not its turn",
        ),
    ],
)
def test_a_request_that_contradicts_itself_is_rejected_with_the_value(fields: dict[str, Any], problem: str) -> None:
    workspace = build_workspace("tictactoe")
    outcome = run_hook(
        INPUT_VALIDATION, "BEFORE_LOOP", workspace, build_loop(request=build_request("tictactoe", **fields))
    )
    assert outcome.workspace is workspace
    assert not outcome.result.continue_to_next_hook
    with pytest.raises(ValueError, match=problem):
        raise ValueError(outcome.result.rejection)


@pytest.mark.parametrize(
    ("points", "problem"),
    [(LINE, "the game ended with move 5"), ([*LINE, (2, 2)], "the game ended with move 5")],
)
def test_a_game_that_is_over_is_rejected(points: list[tuple[int, int]], problem: str) -> None:
    loop = build_loop(request=build_request("tictactoe", points))
    outcome = run_hook(INPUT_VALIDATION, "BEFORE_LOOP", build_workspace("tictactoe"), loop)
    with pytest.raises(ValueError, match=problem):
        raise ValueError(outcome.result.rejection)


def test_a_game_that_was_resigned_is_rejected() -> None:
    workspace = build_workspace("tictactoe", outcome=GameOutcome(winner=1, reason="resigned"))
    outcome = run_hook(INPUT_VALIDATION, "BEFORE_LOOP", workspace, build_loop(request=build_request("tictactoe")))
    assert outcome.result.rejection == "the game is over: resigned"


def test_a_side_without_a_safe_move_in_nogo_is_still_asked() -> None:
    """It has lost by our rules, and an outer referee lets it play on (GH-212)."""
    workspace = build_workspace("nogo7")
    points = _nogo_without_safe_move()
    loop = build_loop(request=build_request("nogo7", points))
    outcome = run_hook(INPUT_VALIDATION, "BEFORE_LOOP", workspace, loop)
    assert outcome.result.rejection is None
    assert outcome.workspace.outcome is not None
    assert outcome.workspace.outcome.reason == "no_safe_move"


def _nogo_without_safe_move() -> list[tuple[int, int]]:
    """Return a game in which each side always takes its first safe move, until there is none."""
    position = start_position(games()["nogo7"])
    points: list[tuple[int, int]] = []
    while moves := safe_moves(position):
        points.append((moves[0].x, moves[0].y))
        position = play_move(position, moves[0])
    return points


@pytest.mark.parametrize("name", ["不围棋", "7×7不围棋", "nogo7"])
def test_the_size_of_the_board_tells_games_of_one_name_apart(name: str) -> None:
    loop = build_loop(request=build_request("nogo7", game=name))
    assert run_hook(INPUT_VALIDATION, "BEFORE_LOOP", build_workspace("nogo7"), loop).result.rejection is None


@pytest.mark.parametrize("known", [[], [(0, 0)], [(0, 0), (1, 1)], [(2, 2), (1, 1)], [(0, 0), (1, 1), (2, 0), (0, 1)]])
def test_the_workspace_follows_the_request_and_then_stays(known: list[tuple[int, int]]) -> None:
    loop = build_loop(request=build_request("tictactoe", [(0, 0), (1, 1)]))
    outcome = run_hook(INPUT_VALIDATION, "BEFORE_LOOP", build_workspace("tictactoe", known), loop)
    assert outcome.workspace.board_state == ("100", "020", "000")
    assert run_hook(INPUT_VALIDATION, "BEFORE_LOOP", outcome.workspace, loop).workspace is outcome.workspace


def test_an_undo_of_the_same_decision_is_left_alone() -> None:
    rolled_back = build_workspace("tictactoe", [(0, 0)], my_side=1)
    loop = build_loop(request=build_request("tictactoe", [(0, 0), (1, 1)]), is_undoing=True)
    assert run_hook(INPUT_VALIDATION, "BEFORE_LOOP", rolled_back, loop).workspace is rolled_back


def test_a_loop_without_a_request_is_not_checked() -> None:
    assert run_hook(INPUT_VALIDATION, "BEFORE_LOOP", build_workspace(), build_loop()).executed == ()
