"""Cache of session projections."""

from gateway.deliberation.views.session_projection import SessionProjection, fold
from gateway.projection_cache import ProjectionCache, ProjectionKind
from shared.store.port import Store

READ_BATCH_EVENTS = 200
"""Events that one call of the store reads; few sessions have more."""


class SessionCache(ProjectionCache[SessionProjection]):
    """Current projections of sessions."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, ProjectionKind(fold, _is_complete, _get_last_seq, READ_BATCH_EVENTS))


def _is_complete(projection: SessionProjection) -> bool:
    return projection.end_reason is not None


def _get_last_seq(projection: SessionProjection) -> int:
    return projection.view.last_seq
