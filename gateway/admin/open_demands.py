"""Which demands are open, the oldest first, and which of them hang? For an administrator, not for every second."""

from collections import deque
from collections.abc import Sequence
from functools import partial

from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import OpenChannel
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.schema import DemandView
from shared.core.timestamps import parse_iso8601, seconds_to_ms
from shared.store.port import CorrelationInfo, Store

STUCK_AFTER = 600.0
"""Seconds without an event: no phase takes that long, even with all its repetitions."""

PAGE, PAGES = 500, 100
"""How much of the index is read: the newest 50,000 demands."""


class OpenDemandQuery:
    """The open demands of a store."""

    def __init__(self, store: Store, views: DemandViewCache) -> None:
        self._store = store
        self._views = views

    async def oldest(self, limit: int) -> tuple[Sequence[OpenChannel], int]:
        """Up to `limit` of them, and how many there are. Raises StoreLost."""
        total = await call_store(self._store.count_open)
        found = await self._find(total, limit)
        views = await self._views.all_of([known.correlation_id for known in found])
        now = await call_store(self._store.now)
        told = [_told(known, view, now) for known, view in zip(found, views, strict=True) if view is not None]
        return told, total

    async def _find(self, total: int, limit: int) -> Sequence[CorrelationInfo]:
        """The index tells the newest first: read on until all that are open were met."""
        oldest: deque[CorrelationInfo] = deque(maxlen=limit)
        met, before = 0, None
        for _ in range(PAGES):
            page = await call_store(partial(self._store.list_correlations, before=before, limit=PAGE))
            still = [known for known in page if known.closed_at is None]
            oldest.extendleft(still)  # the newest fall out at the other end
            met += len(still)
            if len(page) < PAGE or met >= total:
                break
            before = (page[-1].opened_at, page[-1].correlation_id)
        return list(oldest)


def _told(known: CorrelationInfo, view: DemandView, now: int) -> OpenChannel:
    idle = (now - parse_iso8601(view["updated_at"])) / seconds_to_ms(1)
    return OpenChannel(
        demand_id=known.correlation_id,
        channel_id=view["channel_id"],
        user_id=view["user_id"],
        phase=view["phase"],
        status=view["channel_status"],
        round=view["round"],
        age_s=(now - known.opened_at) / seconds_to_ms(1),
        idle_s=idle,
        stuck=idle > STUCK_AFTER,
    )
