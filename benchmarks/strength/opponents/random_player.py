"""Player that chooses among the safe moves at random."""

import random
from collections.abc import Sequence

from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition, playable_moves, safe_moves


class RandomPlayer:
    """Player of any game; each safe move is as likely as the others."""

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return a safe move, or any playable one if there is none."""
        return random.Random(seed).choice(safe_moves(position) or playable_moves(position))

    def close(self) -> None:
        """Release nothing."""
