"""Request for a move and the decision on it (GH-156, GH-164, GH-167)."""

from typing import Literal

from gamehive.contracts.agents import Persona
from gamehive.contracts.workspace import Author, Share
from gamehive.core.games.board import Player
from gamehive.core.phases.phase import Phase
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant

DecisionSource = Literal["llm", "engine", "fallback"]
"""Whose move it is: the team's own, an engine's (alone, or in place of a losing choice), or the first that is safe."""


class PlyRecord(FrozenModel):
    """Move of the history in a request."""

    x: int
    y: int
    side: Player
    by: Author


class DecisionRequest(FrozenModel):
    """Request to decide the next move of a game.

    Attributes:
        request_id: Id of the request; the decision carries it.
        game: Key or name of the game as it was requested.
        board: One text a row as it was requested.
        side: Side of the team.
        history: Moves so far, in their order.
        allowed_ms: Time that the requester waits.
        received_at: Instant of the request.
        deadline: Instant at which the decision must be made: the allowed time less a reserve (GH-44).
        user_id: Person whose game it is, to whom a callback is addressed; None without a callback.
    """

    request_id: str
    game: str
    game_rule: str = ""
    board: tuple[str, ...]
    side: Player
    history: tuple[PlyRecord, ...] = ()
    allowed_ms: int
    received_at: Instant
    deadline: Instant
    user_id: int | None = None

    @property
    def ply(self) -> int:
        """Number of moves so far."""
        return len(self.history)


class MoveDecision(FrozenModel):
    """Decision of the team on a request (GH-167).

    Attributes:
        ply: Number of the move, from 1.
        agent: Persona that decided.
        loops: Model turns of the decision.
        threat: Danger after the move on the scale of GH-145; absent if no engine looked at it.
        overruled: Move of the team that an engine proved worse, and that this one replaces.
    """

    request_id: str
    ply: int
    x: int
    y: int
    reason: str
    agent: Persona
    phase: Phase
    loops: int
    elapsed_ms: int
    source: DecisionSource
    threat: Maybe[Share] = None
    overruled: Maybe[tuple[int, int]] = None
