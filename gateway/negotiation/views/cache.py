"""Cache of demand projections; each request folds only the events that are new since the cached view.

List items of closed demands are cached longer than views, because they are small and never change.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from gateway.http.store_timeout import call_store
from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.demand_summary import DemandItem, demand_item
from gateway.negotiation.views.schema import DemandView
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError
from shared.store.port import Store

T = TypeVar("T")

MAX_VIEWS = 200
"""Capacity for views (least recently used ones are dropped)."""

MAX_ITEMS = 5000
"""Capacity for list items of closed demands (least recently used ones are dropped); a few MiB in all."""

MAX_CONCURRENT_READS = 8
"""Logs that are read concurrently."""

MAX_CONCURRENT_LIST_READS = 4
"""Share of these for lists, so that a request for one demand does not wait behind hundreds."""

READ_BATCH_EVENTS = 200
"""Events that are read and folded before the event loop runs other tasks."""


class DemandViewCache:
    """Current views and list items of demands, projected from their logs."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._views: OrderedDict[str, DemandView] = OrderedDict()
        self._items: OrderedDict[str, DemandItem] = OrderedDict()
        self._read_slots = asyncio.Semaphore(MAX_CONCURRENT_READS)
        self._list_read_slots = asyncio.Semaphore(MAX_CONCURRENT_LIST_READS)

    async def get(self, demand_id: str) -> DemandView:
        """Return the view of a demand, up to the last event of its log. Permissions are not checked.

        The view is cached and shared with other requests: do not modify it.

        Raises:
            ApiError: E002 if the demand has no log.
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        async with self._read_slots:
            view = await self._read_to_end(demand_id, self._views.get(demand_id))
        if view is None:
            raise ApiError(NegotiationErrorCode.E002)
        self._cache_view(demand_id, view)
        return view

    async def get_many(self, demand_ids: Sequence[str]) -> Sequence[DemandView | None]:
        """Return the views of several demands in the given order; None for a demand without a log.

        Permissions are not checked. The views are cached and shared with other requests: do not modify them.

        Raises:
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        return await asyncio.gather(*map(self._get_or_none, demand_ids))

    async def list_items(self, demand_ids: Sequence[str]) -> Sequence[DemandItem | None]:
        """Return the list items of several demands in the given order; None for a demand without a log.

        Permissions are not checked. The items may be cached and shared with other requests: do not modify them.

        Raises:
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        return await asyncio.gather(*map(self._get_item, demand_ids))

    async def _get_item(self, demand_id: str) -> DemandItem | None:
        item = self._items.get(demand_id)
        if item is None:
            view = await self._get_or_none(demand_id)
            if view is None:
                return None
            item = demand_item(view)
        if "closed_at" in item:
            _put_bounded(self._items, demand_id, item, MAX_ITEMS)
        return item

    async def _get_or_none(self, demand_id: str) -> DemandView | None:
        try:
            async with self._list_read_slots:
                return await self.get(demand_id)
        except ApiError:
            return None

    def _cache_view(self, demand_id: str, view: DemandView) -> None:
        """Cache the view unless a concurrent request has cached a newer one."""
        newest = self._views.get(demand_id)
        if newest is None or newest["last_seq"] < view["last_seq"]:
            newest = view
        _put_bounded(self._views, demand_id, newest, MAX_VIEWS)

    async def _read_to_end(self, demand_id: str, view: DemandView | None) -> DemandView | None:
        """Fold the events after `view`; a closed log has none."""
        while view is None or "closed_at" not in view:
            after = view["last_seq"] if view else 0
            events = await call_store(partial(self._store.read_log, demand_id, after, READ_BATCH_EVENTS))
            for event in events:
                view = fold(view, event.data)
            if events:
                await asyncio.sleep(0)
            if len(events) < READ_BATCH_EVENTS:
                return view
        return view


def _put_bounded(cache: OrderedDict[str, T], key: str, value: T, max_entries: int) -> None:
    """Insert as the most recently used entry and drop the least recently used ones beyond `max_entries`."""
    cache[key] = value
    cache.move_to_end(key)
    while len(cache) > max_entries:
        cache.popitem(last=False)
