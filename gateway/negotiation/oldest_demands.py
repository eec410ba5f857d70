"""Query of the oldest open demands, and of those that are stuck; too slow to call every second."""

from collections import deque
from collections.abc import Sequence
from functools import partial

from gateway.http.store_timeout import call_store
from gateway.negotiation.api_models import OpenChannel
from gateway.negotiation.permissions import is_demand_id
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
        oldest, total = await self._find_oldest(await call_store(self._store.count_open), limit)
        views = await self._views.get_many([demand.correlation_id for demand in oldest])
        now = await call_store(self._store.now)
        channels = [
            _open_channel(demand, view, now) for demand, view in zip(oldest, views, strict=True) if view is not None
        ]
        return channels, total

    async def _find_oldest(self, open_correlations: int, limit: int) -> tuple[Sequence[CorrelationInfo], int]:
        """Read the index, newest first, until all open correlations have been found; return also how many are demands.

        Those beyond the part of the index that is read count as demands.
        """
        oldest: deque[CorrelationInfo] = deque(maxlen=limit)
        found = others = 0
        before = None
        for _ in range(MAX_PAGES):
            page = await call_store(partial(self._store.list_correlations, before=before, limit=PAGE_SIZE))
            opened = [correlation for correlation in page if correlation.closed_at is None]
            demands = [correlation for correlation in opened if is_demand_id(correlation.correlation_id)]
            oldest.extendleft(demands)  # drops the newest at the other end
            found += len(opened)
            others += len(opened) - len(demands)
            if len(page) < PAGE_SIZE or found >= open_correlations:
                break
            before = (page[-1].opened_at, page[-1].correlation_id)
        return list(oldest), max(0, open_correlations - others)


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
