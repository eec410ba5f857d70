"""Fast board of NoGo against the rules: safe moves of both players, in random games of several sizes."""

import random

import pytest

from gamehive.core.games.board import Player
from gamehive.core.games.game import nogo
from gamehive.core.games.position import GamePosition, is_safe, play_move, safe_moves, start_position
from gamehive.engines.nogo.fast_board import build_geometry, build_state, count_open, count_safe, list_safe, put_stone

SIZES = [(1, 1), (1, 2), (1, 7), (2, 2), (3, 4), (4, 4), (5, 5), (7, 7), (9, 9), (9, 14)]
PLAYERS: tuple[Player, Player] = (1, 2)


def safe_points(position: GamePosition, player: Player) -> list[int]:
    """Return the numbers of the points where the rules let a player put a stone without losing."""
    own = GamePosition(position.game, position.board, player)
    points = [point for point in own.board.empty_points() if is_safe(own, point)]
    return [point.x * own.board.columns + point.y for point in points]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_safe_moves_of_both_players_are_those_of_the_rules(rows: int, columns: int) -> None:
    geometry = build_geometry(rows, columns)
    for seed in range(30 if rows * columns < 30 else 3):
        choice = random.Random(seed)
        position = start_position(nogo(rows, columns))
        state = build_state(position.board, geometry)
        while moves := safe_moves(position):
            expected = {player: safe_points(position, player) for player in PLAYERS}
            for player in PLAYERS:
                assert list_safe(state, geometry, player) == expected[player], position.board.to_text()
                assert count_safe(state, player) == len(expected[player])
            assert count_open(state) == len({*expected[1], *expected[2]})
            move = choice.choice(moves)
            put_stone(state, geometry, move.x * columns + move.y, position.to_move)
            position = play_move(position, move)


def test_a_board_is_the_same_whatever_the_order_of_its_stones() -> None:
    geometry = build_geometry(5, 6)
    for seed in range(20):
        choice = random.Random(seed)
        position = start_position(nogo(5, 6))
        state = build_state(position.board, geometry)
        while moves := safe_moves(position):
            move = choice.choice(moves)
            put_stone(state, geometry, move.x * 6 + move.y, position.to_move)
            position = play_move(position, move)
            rebuilt = build_state(position.board, geometry)
            for player in PLAYERS:
                assert list_safe(rebuilt, geometry, player) == list_safe(state, geometry, player)


def test_a_board_with_too_many_points_is_refused() -> None:
    with pytest.raises(ValueError, match="126"):
        build_geometry(12, 12)
