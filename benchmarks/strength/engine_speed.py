"""Nodes and playouts a second of the engines on one core."""

import random
from statistics import median

from gamehive.core.games.game import Game, games
from gamehive.core.games.position import GamePosition, find_result, play_move, safe_moves, start_position
from gamehive.engines.deadline import search_in_time
from gamehive.engines.engine_factory import create_engine
from gamehive.engines.search import SearchRequest

PLIES = {"gomoku": (4, 8, 12), "nogo": (0, 10, 20)}
"""Stones on the boards of the measured positions, put there at random, in gomoku on the middle."""


def random_position(game: Game, plies: int, seed: int) -> GamePosition:
    """Return a position that is not over, with so many stones at random; in gomoku on the middle 7×7 points."""
    chooser = random.Random(seed)
    middle = range(game.rows // 2 - 3, game.rows // 2 + 4)
    while True:
        position = start_position(game)
        for _ in range(plies):
            moves = safe_moves(position)
            if game.goal == "line":
                moves = [move for move in moves if move.x in middle and move.y in middle]
            position = play_move(position, chooser.choice(moves))
            if find_result(position) is not None:
                break
        if find_result(position) is None:
            return position


def measure_speed(key: str, seconds: float) -> dict[str, float]:
    """Return what the engine does a second, the median of its positions: `nodes`, and `playouts` if it plays any.

    A position that is solved before the time is over counts with the time it took.
    """
    game = games()[key]
    engine = create_engine(game)
    engine.compile()
    answers = [
        search_in_time(engine, SearchRequest(random_position(game, plies, plies), time_s=seconds))
        for plies in PLIES[key]
    ]
    speeds = {"nodes": median(answer.nodes / answer.elapsed_s for answer in answers)}
    playouts = [answer.playouts / answer.elapsed_s for answer in answers if answer.playouts is not None]
    return speeds | ({"playouts": median(playouts)} if playouts else {})
