"""Openings of the matches: from the balanced list, or some random moves."""

import random
from functools import cache

from benchmarks.strength.opening_choice import read_openings
from gamehive.core.games.board import Point
from gamehive.core.games.game import Game
from gamehive.core.games.position import find_result, play_move, safe_moves, start_position

RANDOM_PLIES = 2
"""Random safe plies of NoGo, so that games between players without chance differ."""


@cache
def _balanced(game: Game) -> list[tuple[Point, ...]]:
    return read_openings(game)


def choose_opening(game: Game, match: str, number: int) -> tuple[Point, ...]:
    """Return the opening of the games `2·number` and `2·number + 1` of a match.

    Gomoku: the next of the balanced list. NoGo: random safe plies. 3×3: none.
    """
    if game.goal == "line" and game.line == 5:
        openings = _balanced(game)
        return openings[number % len(openings)]
    if game.goal != "liberties":
        return ()
    chooser = random.Random(f"{match} {number}")
    position = start_position(game)
    moves: list[Point] = []
    while len(moves) < RANDOM_PLIES and find_result(position) is None:
        moves.append(chooser.choice(safe_moves(position)))
        position = play_move(position, moves[-1])
    return tuple(moves)
