"""Lists of a user's correlations of one kind, newest first."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

from gateway.http.pagination import encode_cursor
from gateway.http.store_timeout import call_store
from shared.store.port import CorrelationInfo, LoggedEvent, Store

T = TypeVar("T")

INDEX_PAGE_SIZE, MAX_INDEX_PAGES = 200, 10
"""Index entries that one call of the store reads, and calls for one page; a user may have other correlations, too."""

MAX_CONCURRENT_READS = 8
"""Logs that are read concurrently."""


class CorrelationList(Generic[T]):
    """Reader of lists of correlations."""

    def __init__(
        self, store: Store, is_listed: Callable[[str], bool], build_item: Callable[[LoggedEvent, LoggedEvent], T]
    ) -> None:
        """Create the reader.

        Args:
            store: Store with the index and the logs.
            is_listed: Returns whether a correlation belongs in the list, given its id.
            build_item: Returns the list item of a correlation, given the first and the last event of its log.
        """
        self._store = store
        self._is_listed = is_listed
        self._build_item = build_item
        self._read_slots = asyncio.Semaphore(MAX_CONCURRENT_READS)

    async def read_items(
        self, user_id: str, limit: int, before: tuple[int, str] | None
    ) -> tuple[tuple[T, ...], str | None]:
        """Return the items of a user's newest correlations, at most `limit`. Permissions are not checked.

        Args:
            user_id: Owner of the correlations.
            limit: Maximum number of correlations.
            before: Position (`decode_cursor`) after which the page begins; None = with the newest correlation.

        Returns:
            The items, without those of correlations that have no log, and the cursor of the next page; None only if
            the list surely ends with this page, so that a later page may be empty.

        Raises:
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        found: list[CorrelationInfo] = []
        position, has_more = before, True
        for _ in range(MAX_INDEX_PAGES):
            page = await call_store(
                partial(self._store.list_correlations, owner=user_id, before=position, limit=INDEX_PAGE_SIZE)
            )
            for correlation in page:
                if len(found) == limit:
                    return await self._build_page(found, position)
                position = (correlation.opened_at, correlation.correlation_id)
                if self._is_listed(correlation.correlation_id):
                    found.append(correlation)
            has_more = len(page) == INDEX_PAGE_SIZE
            if not has_more:
                break
        return await self._build_page(found, position if has_more else None)

    async def _build_page(
        self, found: Sequence[CorrelationInfo], position: tuple[int, str] | None
    ) -> tuple[tuple[T, ...], str | None]:
        items = await asyncio.gather(*(self._read_item(correlation.correlation_id) for correlation in found))
        following = None if position is None else encode_cursor(*position)
        return tuple(item for item in items if item is not None), following

    async def _read_item(self, correlation_id: str) -> T | None:
        """Return the list item of a correlation; None if it has no log."""
        async with self._read_slots:
            first = await call_store(partial(self._store.read_log, correlation_id, 0, 1))
            last = await call_store(partial(self._store.read_last_event, correlation_id))
        return self._build_item(first[0], last) if first and last is not None else None
