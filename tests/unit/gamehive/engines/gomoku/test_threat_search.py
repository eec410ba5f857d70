"""Wins by fours and open threes: every reply of the opponent is answered until there is a five."""

import random

import pytest

from gamehive.core.games.board import Player
from gamehive.engines.deadline import new_stop
from gamehive.engines.gomoku.engine import GomokuEngine
from gamehive.engines.gomoku.pattern_board import to_point
from gamehive.engines.gomoku.position_search import PositionSearch
from tests.support.gomoku_positions import Cells, board_of, cells_of, random_cells
from tests.support.gomoku_proof import verify_win


@pytest.fixture(scope="module")
def search() -> PositionSearch:
    return PositionSearch()


def find(search: PositionSearch, cells: Cells, player: Player) -> list[int]:
    search.load(board_of(cells))
    return search.threat_win(player, 8, 3_000, new_stop())


def test_a_win_by_threats_holds_against_every_reply(search: PositionSearch) -> None:
    engine, rng, wins = GomokuEngine(), random.Random(5), 0
    for _ in range(150):
        cells = random_cells(rng, 8, rng.randint(6, 20))
        player: Player = 1 if rng.random() < 0.5 else 2
        line = find(search, cells, player)
        if len(line) > 3:
            wins += 1
            first = to_point(line[0])
            assert verify_win(engine, cells, player, first)
    assert wins > 5


def test_two_open_threes_at_once_win(search: PositionSearch) -> None:
    cells = cells_of({(7, 5): 1, (7, 6): 1, (5, 7): 1, (6, 7): 1, (0, 0): 2, (14, 0): 2, (0, 14): 2, (14, 14): 2}, 15)
    line = find(search, cells, 1)
    assert line
    assert verify_win(GomokuEngine(), cells, 1, to_point(line[0]))


def test_one_stone_wins_nothing(search: PositionSearch) -> None:
    assert not find(search, cells_of({(7, 7): 1, (7, 8): 2}, 15), 1)
