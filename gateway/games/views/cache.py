"""Cache of game projections."""

from gateway.games.views.game_projection import GameProjection, fold
from gateway.projection_cache import ProjectionCache, ProjectionKind
from shared.store.port import Store

READ_BATCH_EVENTS = 500
"""Events that one call of the store reads."""


class GameCache(ProjectionCache[GameProjection]):
    """Current projections of games."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, ProjectionKind(fold, _is_complete, _get_last_seq, READ_BATCH_EVENTS))


def _is_complete(projection: GameProjection) -> bool:
    return projection.view.status != "running"


def _get_last_seq(projection: GameProjection) -> int:
    return projection.view.last_seq
