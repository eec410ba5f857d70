"""Number of open correlations by kind; read from the index, which is too slow to do every second."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from gateway.context import GatewayContext
from gateway.extension import CorrelationKind
from gateway.http.store_timeout import call_store
from shared.core.timestamps import seconds_to_ms

MAX_AGE_S = 10
"""Time for which a count is used."""

PAGE_SIZE, MAX_PAGES = 500, 100
"""Part of the index that is read: the newest 50,000 correlations."""


class OpenCorrelationCounter:
    """Counter of the open correlations of all applications."""

    def __init__(self, context: GatewayContext, kinds: Sequence[CorrelationKind]) -> None:
        self._store = context.store
        self._clock = context.clock
        self._kinds = kinds
        self._lock = asyncio.Lock()
        self._counted_at: int | None = None
        self._counts: Mapping[str, int] = {}

    async def count(self) -> Mapping[str, int]:
        """Return the number of open correlations by the name of their kind, at most MAX_AGE_S old.

        Of those that are older than the part of the index that is read the kind is not known: they count as the first.

        Raises:
            StoreUnavailable: If a call of the store is not answered within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a call.
        """
        async with self._lock:
            now = self._clock.now()
            if self._counted_at is None or now - self._counted_at > seconds_to_ms(MAX_AGE_S):
                self._counts = await self._read_index()
                self._counted_at = now
            return self._counts

    async def _read_index(self) -> Mapping[str, int]:
        """Read the index, newest first, until all open correlations have been found."""
        total = await call_store(self._store.count_open)
        counts = Counter({kind.name: 0 for kind in self._kinds})
        before = None
        for _ in range(MAX_PAGES):
            if counts.total() >= total:
                break
            page = await call_store(partial(self._store.list_correlations, before=before, limit=PAGE_SIZE))
            counts.update(self._find_kind(each.correlation_id) for each in page if each.closed_at is None)
            if len(page) < PAGE_SIZE:
                return counts
            before = (page[-1].opened_at, page[-1].correlation_id)
        counts[self._find_kind("")] += max(0, total - counts.total())
        return counts

    def _find_kind(self, correlation_id: str) -> str:
        first = self._kinds[0].name if self._kinds else "others"
        return next((kind.name for kind in self._kinds if kind.is_member(correlation_id)), first)
