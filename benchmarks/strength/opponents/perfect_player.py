"""Perfect player of the two games on 3×3 points, by minimax over all positions."""

import random
from collections.abc import Sequence
from functools import cache

from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition, find_result, play_move, playable_moves


@cache
def minimax_value(position: GamePosition) -> int:
    """Return 1 if the player to move wins with best play, 0 for a draw, -1 if he loses."""
    result = find_result(position)
    if result is not None:
        return 0 if result.winner is None else (1 if result.winner == position.to_move else -1)
    return max(-minimax_value(play_move(position, point)) for point in playable_moves(position))


class PerfectPlayer:
    """Player of tic-tac-toe and its misère form, at random among the best moves."""

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return a move that keeps the value of the position."""
        value = minimax_value(position)
        best = [point for point in playable_moves(position) if -minimax_value(play_move(position, point)) == value]
        return random.Random(seed).choice(best)

    def close(self) -> None:
        """Release nothing."""
