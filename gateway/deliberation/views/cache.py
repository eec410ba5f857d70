"""Cache of session projections; each request folds only the events that are new since the cached one."""

from collections import OrderedDict
from functools import partial

from gateway.deliberation.views.session_projection import SessionProjection, fold
from gateway.http.store_timeout import call_store
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.store.port import Store

MAX_SESSIONS = 200
"""Capacity (least recently used ones are dropped)."""

READ_BATCH_EVENTS = 200
"""Events that one call of the store reads; few sessions have more."""


class SessionCache:
    """Current projections of sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sessions: OrderedDict[str, SessionProjection] = OrderedDict()

    async def get(self, session_id: str) -> SessionProjection:
        """Return the projection of a session, up to the last event of its log. Permissions are not checked.

        Raises:
            ApiError: E019 if the session has no log.
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        projection = await self._read_to_end(session_id, self._sessions.get(session_id))
        if projection is None:
            raise ApiError(PlatformErrorCode.E019)
        newest = self._sessions.get(session_id)
        if newest is None or newest.view.last_seq < projection.view.last_seq:
            self._sessions[session_id] = projection
        self._sessions.move_to_end(session_id)
        while len(self._sessions) > MAX_SESSIONS:
            self._sessions.popitem(last=False)
        return projection

    async def _read_to_end(self, session_id: str, projection: SessionProjection | None) -> SessionProjection | None:
        """Fold the events after `projection`; a closed log has none."""
        while projection is None or projection.end_reason is None:
            after = projection.view.last_seq if projection else 0
            events = await call_store(partial(self._store.read_log, session_id, after, READ_BATCH_EVENTS))
            for event in events:
                projection = fold(projection, event.data)
            if len(events) < READ_BATCH_EVENTS:
                return projection
        return projection
