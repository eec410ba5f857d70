"""Search for a move: what an engine is asked, what it answers, and how it is told to stop."""

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from gamehive.core.games.board import Point
from gamehive.core.games.level import Level
from gamehive.core.games.position import GamePosition

Proof = Literal["won", "drawn", "lost"]
"""Result with best play, proved by the search, for the player to move."""

Completion = Literal["solved", "limit", "deadline", "cancelled"]
"""Why a search ended: with a proof, at the depth or playouts of its level, when its time was over, or by a request."""

SearchStop = NDArray[np.uint8]
"""One byte of memory that may be shared between processes: STOP_NONE, STOP_DEADLINE or STOP_CANCELLED."""

STOP_NONE, STOP_DEADLINE, STOP_CANCELLED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Question for the best move of a position that is not over.

    Attributes:
        position: The position.
        level: Playing strength, which limits depth, playouts and kinds of search.
        time_s: Seconds for the search; None for those of the level.
        seed: Source of what is random; the same seed and limits give the same answer if no deadline cuts the search.
    """

    position: GamePosition
    level: Level = 4
    time_s: float | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class MoveCandidate:
    """Move that the search considered.

    Attributes:
        point: The move.
        score: Expected result for the player who makes it: 0 lost, 0.5 drawn or balanced, 1 won.
        proof: The result with best play if it is proved.
        is_bound: Whether the score is only an upper bound: the search saw that the move is not better than the best
            one, and not how much worse it is.
    """

    point: Point
    score: float
    proof: Proof | None = None
    is_bound: bool = False


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Move of an engine, with its reasons.

    Attributes:
        point: The move; always playable, and safe if a safe one exists.
        score: Expected result for the player to move: 0 lost, 0.5 balanced, 1 won.
        proof: The result with best play if it is proved.
        threat: Danger for the player to move, before the move, on the scale of GH-145.
        candidates: The best moves, `point` first.
        line: Expected moves of both players, `point` first.
        completion: Why the search ended.
        nodes: Positions that were visited.
        depth: Plies that were searched completely; None if the engine does not search by depth.
        playouts: Games that were played to their end; None if the engine plays none.
        elapsed_s: Seconds that the search took.
    """

    point: Point
    score: float
    proof: Proof | None
    threat: float
    candidates: tuple[MoveCandidate, ...]
    line: tuple[Point, ...]
    completion: Completion
    nodes: int
    depth: int | None
    playouts: int | None
    elapsed_s: float


class Engine(Protocol):
    """Player of one kind of game."""

    def compile(self) -> None:
        """Compile what the search needs, or load it from the cache; takes seconds the first time on a machine."""
        ...

    def search(self, request: SearchRequest, stop: SearchStop) -> SearchAnswer:
        """Return the best move that is found until the limits of the level are reached or `stop` is set.

        The caller sets `stop`, also at the deadline (`gamehive/engines/deadline.py`). The answer comes at most 20 ms
        after it is set, even if it was set before the call.

        Raises:
            ValueError: The game is over, or the engine does not play it.
        """
        ...
