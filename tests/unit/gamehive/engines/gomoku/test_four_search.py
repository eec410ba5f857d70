"""Wins by continuous fours: found where they are, and true where they are claimed."""

import random

import pytest

from gamehive.core.games.board import Player
from gamehive.engines.deadline import new_stop
from gamehive.engines.gomoku.pattern_board import to_point
from gamehive.engines.gomoku.position_search import PositionSearch
from tests.support.gomoku_positions import board_of, cells_of, makes_five, random_cells, winning_points, wins_by_fours

MOVES = 4


@pytest.fixture(scope="module")
def search() -> PositionSearch:
    return PositionSearch()


@pytest.mark.parametrize("size", [6, 7, 8])
def test_a_win_by_fours_is_found_exactly_where_trying_all_fours_finds_one(search: PositionSearch, size: int) -> None:
    rng, wins = random.Random(size), 0
    for _ in range(150):
        cells = random_cells(rng, size, rng.randint(8, size * size // 2))
        player: Player = 1 if rng.random() < 0.5 else 2
        search.load(board_of(cells))
        line = search.four_win(player, MOVES, 100_000, new_stop())
        expected = wins_by_fours(cells, player, MOVES)
        wins += expected
        # Two fours at once count as won one move before the five, so the engine may see one move further.
        assert bool(line) or not expected
        assert not line or wins_by_fours(cells, player, MOVES + 1)
    assert wins > 10


def test_the_line_of_a_win_by_fours_forces_every_reply(search: PositionSearch) -> None:
    rng, long_lines = random.Random(3), 0
    for _ in range(300):
        cells = random_cells(rng, 9, rng.randint(12, 36))
        search.load(board_of(cells))
        line = [to_point(index) for index in search.four_win(1, 10, 100_000, new_stop())]
        long_lines += len(line) > 3
        for ply, (x, y) in enumerate(line):
            player = 1 + ply % 2
            if player == 2:
                assert (x, y) in winning_points(cells, 1)
            five = makes_five(cells, x, y, player)
            cells[x][y] = player
            assert five or player == 2 or winning_points(cells, 1)
    assert long_lines > 5


def test_no_four_that_the_opponent_answers_with_a_five_counts(search: PositionSearch) -> None:
    # The reply that blocks the four at (0, 4) completes the second player's column.
    stones = {(0, y): 1 for y in range(3)} | {(x, 4): 2 for x in range(1, 5)} | {(5, 4): 1, (8, 8): 1}
    cells = cells_of(stones, 9)
    search.load(board_of(cells))
    assert not search.four_win(1, 10, 10_000, new_stop())
    assert not wins_by_fours(cells, 1, 3)
