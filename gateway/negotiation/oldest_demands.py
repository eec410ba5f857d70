"""Query of the oldest open demands, and of those that are stuck; too slow to call every second."""

from collections import deque
from collections.abc import Sequence
from functools import partial

from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import OpenChannel
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.schema import DemandView
from shared.core.timestamps import parse_iso8601, seconds_to_ms
from shared.store.port import CorrelationInfo, Store

STUCK_AFTER_S = 600.0
"""Time without an event after which a demand counts as stuck; no phase takes that long, retries included."""

PAGE_SIZE, MAX_PAGES = 500, 100
"""Part of the index that is read: the newest 50,000 demands."""


class OpenDemandQuery:
    """Query of the open demands of a store."""

    def __init__(self, store: Store, views: DemandViewCache) -> None:
        self._store = store
        self._views = views

    async def list_oldest(self, limit: int) -> tuple[Sequence[OpenChannel], int]:
        """Return the oldest open demands with their phase, age and idle time, and the number of all open demands.

        The demands are in the order in which they were opened, oldest first. Only the newest 50,000 demands, open and
        closed, are searched.

        Args:
            limit: Maximum number of demands to return.

        Raises:
            StoreUnavailable: If a call of the store is not answered within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a call.
        """
        total = await call_store(self._store.count_open)
        oldest = await self._find_oldest(total, limit)
        views = await self._views.get_many([demand.correlation_id for demand in oldest])
        now = await call_store(self._store.now)
        channels = [
            _open_channel(demand, view, now) for demand, view in zip(oldest, views, strict=True) if view is not None
        ]
        return channels, total

    async def _find_oldest(self, total: int, limit: int) -> Sequence[CorrelationInfo]:
        """Read the index, newest first, until all open demands have been found."""
        oldest: deque[CorrelationInfo] = deque(maxlen=limit)
        open_count, before = 0, None
        for _ in range(MAX_PAGES):
            page = await call_store(partial(self._store.list_correlations, before=before, limit=PAGE_SIZE))
            open_demands = [demand for demand in page if demand.closed_at is None]
            oldest.extendleft(open_demands)  # drops the newest at the other end
            open_count += len(open_demands)
            if len(page) < PAGE_SIZE or open_count >= total:
                break
            before = (page[-1].opened_at, page[-1].correlation_id)
        return list(oldest)


def _open_channel(demand: CorrelationInfo, view: DemandView, now: int) -> OpenChannel:
    idle_s = (now - parse_iso8601(view["updated_at"])) / seconds_to_ms(1)
    return OpenChannel(
        demand_id=demand.correlation_id,
        channel_id=view["channel_id"],
        user_id=view["user_id"],
        phase=view["phase"],
        status=view["channel_status"],
        round=view["round"],
        age_s=(now - demand.opened_at) / seconds_to_ms(1),
        idle_s=idle_s,
        stuck=idle_s > STUCK_AFTER_S,
    )
