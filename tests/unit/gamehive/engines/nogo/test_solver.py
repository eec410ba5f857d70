"""Exact solver of NoGo against known results (GH-228, GH-229) and against a search by the rules alone."""

import random

import numpy as np
import pytest

from gamehive.core.games.board import Board
from gamehive.core.games.game import nogo
from gamehive.core.games.position import GamePosition, play_move, safe_moves, start_position
from gamehive.engines.deadline import new_stop
from gamehive.engines.nogo.fast_board import build_geometry, build_state
from gamehive.engines.nogo.secure_moves import count_secure
from gamehive.engines.nogo.solver import LOST, UNKNOWN, WON, SolverMemory, solve
from gamehive.engines.nogo.symmetry import build_hash_numbers
from tests.support.nogo_brute_force import is_won

MEMORY = SolverMemory()


def solve_position(position: GamePosition, limit: int = 1 << 40, stopped: int = 0) -> int:
    """Return the result for the player to move, by a solver that knows nothing yet."""
    rows, columns = position.board.rows, position.board.columns
    geometry = build_geometry(rows, columns)
    stop = new_stop()
    stop[0] = stopped
    MEMORY.table[:] = 0
    return solve(
        *(MEMORY.states, MEMORY.frames, MEMORY.table, MEMORY.points),
        *(build_state(position.board, geometry), geometry, build_hash_numbers(rows, columns)),
        *(position.to_move, limit, stop, np.zeros(1, dtype=np.int64)),
    )


def random_position(choice: random.Random, rows: int, columns: int, plies: int) -> GamePosition:
    """Return the position after random safe moves."""
    position = start_position(nogo(rows, columns))
    for _ in range(plies):
        if moves := safe_moves(position):
            position = play_move(position, choice.choice(moves))
    return GamePosition(position.game, position.board, position.to_move)


@pytest.mark.parametrize(
    ("rows", "columns", "winner"),
    [
        *((1, 1, 2), (1, 2, 1), (1, 3, 1), (1, 4, 2), (1, 5, 1), (1, 6, 1), (1, 7, 1), (1, 8, 1), (2, 2, 1)),
        *((2, 3, 2), (2, 4, 2), (2, 5, 1), (3, 3, 1), (3, 4, 2), (4, 4, 2)),
    ],
)
def test_the_winner_of_a_small_board_is_the_known_one(rows: int, columns: int, winner: int) -> None:
    assert solve_position(start_position(nogo(rows, columns))) == (WON if winner == 1 else LOST)
    turned = start_position(nogo(columns, rows), first=2)
    assert solve_position(turned) == (WON if winner == 1 else LOST)


def test_every_first_move_wins_on_three_by_three() -> None:
    start = start_position(nogo(3, 3))
    assert {solve_position(play_move(start, point)) for point in safe_moves(start)} == {LOST}


@pytest.mark.parametrize(
    ("rows", "columns", "plies"), [(1, 9, 2), (3, 3, 3), (2, 6, 4), (3, 5, 6), (4, 4, 7), (5, 5, 15)]
)
def test_random_positions_have_the_result_of_a_search_by_the_rules(rows: int, columns: int, plies: int) -> None:
    choice = random.Random(rows * 100 + columns)
    results = {WON: 0, LOST: 0}
    for _ in range(25):
        position = random_position(choice, rows, columns, plies)
        result = solve_position(position)
        assert result == (WON if is_won(position) else LOST), position.board.to_text()
        results[result] += 1
    assert min(results.values()) > 0


def test_no_result_is_claimed_beyond_the_limit_or_once_stopped() -> None:
    start = start_position(nogo(4, 4))
    assert solve_position(start, limit=500) == UNKNOWN
    assert solve_position(start, stopped=1) == UNKNOWN


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("0101", "1111", "2222"), 1),
        (("0100", "1100", "2222"), 0),
        (("010", "111", "010"), 3),
        (("01010", "11011", "00000"), 0),
    ],
)
def test_eyes_of_one_cluster_but_one_are_secure_moves(rows: tuple[str, ...], expected: int) -> None:
    board = Board(len(rows), len(rows[0]), bytes(int(sign) for row in rows for sign in row))
    geometry = build_geometry(board.rows, board.columns)
    assert count_secure(build_state(board, geometry), geometry, 1, MEMORY.points) == expected
