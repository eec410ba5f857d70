import random

import pytest

from benchmarks.strength.game_play import play_game
from benchmarks.strength.opening_choice import read_openings
from benchmarks.strength.opponents.alpha_beta import AlphaBetaPlayer
from benchmarks.strength.opponents.random_player import RandomPlayer
from gamehive.core.games.board import Board, Player, Point, parse_board
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, find_result, play_move, start_position

# The opponents and the positions of `make strength` are compiled first, which takes half a minute.
pytestmark = pytest.mark.long

GOMOKU8 = games()["gomoku8"]


def position_of(text: str, to_move: Player) -> GamePosition:
    return GamePosition(GOMOKU8, parse_board(text.split()), to_move)


def test_it_completes_five_rather_than_defend() -> None:
    fours = "00000000 01111000 00000000 02222000 00000000 00000000 00000000 00000000"
    assert AlphaBetaPlayer(4).choose(position_of(fours, 1), (), 0) in {Point(1, 0), Point(1, 5)}
    assert AlphaBetaPlayer(4).choose(position_of(fours, 2), (), 0) in {Point(3, 0), Point(3, 5)}


def test_it_prevents_five_and_an_open_four() -> None:
    four = "00000000 21111000 00000000 00220000 00002000 00000000 00000000 00000000"
    assert AlphaBetaPlayer(4).choose(position_of(four, 2), (), 0) == Point(1, 5)
    three = "00000000 00000000 00111000 00000000 00200000 00000200 00000000 00000000"
    assert AlphaBetaPlayer(4).choose(position_of(three, 2), (), 0) in {Point(2, 1), Point(2, 5), Point(2, 6)}


def test_it_makes_an_open_four() -> None:
    three = "00000000 00000000 00111000 00000000 00200000 00000200 00002000 00000000"
    player = AlphaBetaPlayer(4)
    position = position_of(three, 1)
    assert player.choose(position, (), 0) in {Point(2, 1), Point(2, 5)}
    assert player.evaluate(position) > 1_000_000


def plain_value(position: GamePosition, depth: int, player: AlphaBetaPlayer) -> int:
    """Minimax without any cut, over the same candidates and values of leaves."""
    result = find_result(position)
    if result is not None:
        return 0 if result.winner is None else -100_000_000
    if depth == 0:
        return player.shape_difference(position)
    board: Board = position.board
    stones = [point for point in board.points() if board.stone_at(point) != 0]
    near = [
        point
        for point in board.empty_points()
        if any(max(abs(point.x - stone.x), abs(point.y - stone.y)) <= 2 for stone in stones)
    ]
    return max(-plain_value(play_move(position, point), depth - 1, player) for point in near)


@pytest.mark.parametrize("seed", range(4))
def test_its_value_is_that_of_plain_minimax(seed: int) -> None:
    """To two plies; a win is told from a later one only by the search itself."""
    chooser = random.Random(seed)
    position = start_position(GOMOKU8)
    for _ in range(6):
        position = play_move(position, chooser.choice(position.board.empty_points()))
    player = AlphaBetaPlayer(2)
    assert player.evaluate(position) == plain_value(position, 2, player)


def test_it_wins_against_random_moves() -> None:
    searching, chance = AlphaBetaPlayer(4), RandomPlayer()
    for seed in range(2):
        first, second = (searching, chance) if seed % 2 == 0 else (chance, searching)
        played = play_game(games()["gomoku"], (), first, second, seed)
        assert played.winner == (1 if first is searching else 2)


def test_it_wins_most_games_against_itself_at_a_third_of_the_depth() -> None:
    deep, shallow = AlphaBetaPlayer(3), AlphaBetaPlayer(1)
    game = games()["gomoku"]
    wins = 0.0
    for number in range(8):
        players = (deep, shallow) if number % 2 == 0 else (shallow, deep)
        played = play_game(game, read_openings(game)[number // 2], *players, number)
        wins += 0.5 if played.winner is None else float(players[played.winner - 1] is deep)
    assert wins > 4
