"""Players of a match: their interface, and the engines under test behind it."""

from collections.abc import Sequence
from typing import Protocol

from gamehive.core.games.board import Point
from gamehive.core.games.game import Game
from gamehive.core.games.position import GamePosition
from gamehive.engines.deadline import search_in_time
from gamehive.engines.engine_factory import create_engine
from gamehive.engines.search import SearchRequest


class LateMove(Exception):
    """A player did not move within the time that its match allows; it loses the game (GH-205)."""


class MatchPlayer(Protocol):
    """Chooser of moves in one game after another."""

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the move for a position that is not over.

        Args:
            position: The position.
            moves: All moves of the game so far.
            seed: Source of what is random; another one for each ply.

        Raises:
            LateMove: The time is over.
        """
        ...

    def close(self) -> None:
        """End what was started for the player."""
        ...


class MatchEngine:
    """Engine under test at its highest level.

    Attributes:
        time_s: Seconds for a move.
    """

    def __init__(self, game: Game, time_s: float) -> None:
        self.time_s = time_s
        self._engine = create_engine(game)
        self._engine.compile()

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the engine's move."""
        return search_in_time(self._engine, SearchRequest(position, time_s=self.time_s, seed=seed)).point

    def close(self) -> None:
        """Release nothing."""
