import random

import numpy as np
import pytest

from benchmarks.strength.game_play import play_game
from benchmarks.strength.opponents.nogo_playout import Cells, Integers, build_neighbours, list_safe_stones, play_out
from benchmarks.strength.opponents.plain_mcts import PlainTreePlayer
from benchmarks.strength.opponents.random_player import RandomPlayer
from gamehive.core.games.board import Point
from gamehive.core.games.game import games, nogo
from gamehive.core.games.position import GamePosition, find_result, play_move, safe_moves, start_position

# The opponents and the positions of `make strength` are compiled first, which takes half a minute.
pytestmark = pytest.mark.long


def kernel_arguments(position: GamePosition) -> tuple[Cells, Integers, Integers, Integers]:
    game = position.game
    points = game.rows * game.columns
    cells = np.frombuffer(position.board.cells, dtype=np.int8).copy()
    return cells, build_neighbours(game.rows, game.columns), np.zeros(points, np.int32), np.zeros(points + 1, np.int32)


@pytest.mark.parametrize("key", ["nogo", "nogo7"])
def test_its_safe_moves_are_those_of_the_rules(key: str) -> None:
    chooser = random.Random(key)
    position = start_position(games()[key])
    while find_result(position) is None:
        cells, beside, stack, marks = kernel_arguments(position)
        moves = np.zeros(cells.size, np.int32)
        count = list_safe_stones(cells, beside, position.to_move, stack, marks, moves)
        columns = position.game.columns
        assert [Point(int(at) // columns, int(at) % columns) for at in moves[:count]] == safe_moves(position)
        position = play_move(position, chooser.choice(safe_moves(position)))


def test_a_playout_ends_when_the_loser_has_no_safe_move() -> None:
    position = start_position(nogo(5, 5))
    for seed in range(1, 30):
        cells, beside, stack, marks = kernel_arguments(position)
        state = np.array([seed], dtype=np.uint64)
        winner = play_out(cells, beside, 1, state, stack, marks, np.zeros((3, 25), np.int32))
        moves = np.zeros(25, np.int32)
        assert list_safe_stones(cells, beside, 3 - winner, stack, marks, moves) == 0
        stones = [int((cells == player).sum()) for player in (1, 2)]
        assert stones[0] - stones[1] == (1 if winner == 1 else 0)


def test_it_finds_the_winning_move_of_a_small_board() -> None:
    """On 1×3 the first player wins only from the middle."""
    assert PlainTreePlayer(200).choose(start_position(nogo(1, 3)), (), 1) == Point(0, 1)


def test_the_same_seed_gives_the_same_move() -> None:
    position = start_position(games()["nogo7"])
    moves = [PlainTreePlayer(100).choose(position, (), seed) for seed in (1, 1, 2, 3, 4, 5)]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_it_wins_against_random_moves() -> None:
    tree, chance = PlainTreePlayer(300), RandomPlayer()
    for seed in range(6):
        first, second = (tree, chance) if seed % 2 == 0 else (chance, tree)
        played = play_game(games()["nogo7"], (), first, second, seed)
        assert played.winner == (1 if first is tree else 2)
