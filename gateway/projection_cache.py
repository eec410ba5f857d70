"""Cache of projections of event logs; each request folds only the events that are new since the cached one."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from gateway.http.store_timeout import call_store
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.store.port import Store

P = TypeVar("P")

MAX_PROJECTIONS = 200
"""Capacity (least recently used ones are dropped)."""


@dataclass(frozen=True, slots=True)
class ProjectionKind(Generic[P]):
    """Kind of projection.

    Attributes:
        fold: Returns the projection after one more event, given the one so far (None before the first event, not
            modified) and the data of the event.
        is_complete: Returns whether the log is closed, so that no event follows.
        get_last_seq: Returns the number of the last folded event.
        batch_events: Events that one call of the store reads.
    """

    fold: Callable[[P | None, bytes], P]
    is_complete: Callable[[P], bool]
    get_last_seq: Callable[[P], int]
    batch_events: int


class ProjectionCache(Generic[P]):
    """Current projections of logs."""

    def __init__(self, store: Store, kind: ProjectionKind[P]) -> None:
        self._store = store
        self._kind = kind
        self._projections: OrderedDict[str, P] = OrderedDict()

    async def get(self, correlation_id: str) -> P:
        """Return the projection of a log, up to its last event. Permissions are not checked.

        Raises:
            ApiError: E019 if the correlation has no log.
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        projection = await self._read_to_end(correlation_id, self._projections.get(correlation_id))
        if projection is None:
            raise ApiError(PlatformErrorCode.E019)
        newest = self._projections.get(correlation_id)
        if newest is None or self._kind.get_last_seq(newest) < self._kind.get_last_seq(projection):
            self._projections[correlation_id] = projection
        self._projections.move_to_end(correlation_id)
        while len(self._projections) > MAX_PROJECTIONS:
            self._projections.popitem(last=False)
        return projection

    async def _read_to_end(self, correlation_id: str, projection: P | None) -> P | None:
        """Fold the events after `projection`; a closed log has none."""
        kind = self._kind
        while projection is None or not kind.is_complete(projection):
            after = 0 if projection is None else kind.get_last_seq(projection)
            events = await call_store(partial(self._store.read_log, correlation_id, after, kind.batch_events))
            for event in events:
                projection = kind.fold(projection, event.data)
            if len(events) < kind.batch_events:
                return projection
        return projection
