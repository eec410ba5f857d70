"""Reader of the correlation index on a server (shared/store/lua/correlation_index.lua)."""

import asyncio
from collections.abc import Sequence
from typing import Any

from shared.store import keys
from shared.store.port import CorrelationInfo
from shared.store.redis.functions import FunctionCaller

Cursor = tuple[int, str]
"""Opening instant (ms) and id of a correlation: the sort key of the index."""

EXTRA_ENTRIES = 4
"""Entries read from a partition beyond twice its share of a page, so that a second read is rarely needed."""
MAX_ENTRIES_PER_READ = 100
"""Entries read from a partition in one call, which takes the server less than a millisecond."""


class RedisCorrelationIndex:
    """Index of all correlations, merged from its partitions."""

    def __init__(self, functions: FunctionCaller, namespace: str) -> None:
        self._functions = functions
        self._partitions = keys.index_keys_by_partition(namespace)

    async def get(self, correlation_id: str, own: keys.CorrelationKeys) -> CorrelationInfo | None:
        """Return a correlation's index entry, None when it was not opened or is expired.

        `own` are the keys of the correlation `correlation_id` (`keys.correlation_keys`). Raises StoreUnavailable or
        StoreMisconfigured.
        """
        ended = keys.index_keys(own.partition).ended
        fields = await self._functions.call("get_correlation", (own.about, ended), correlation_id)
        return None if fields is None else _parse_info(fields)

    async def list_newest(self, owner: str | None, before: Cursor | None, limit: int) -> Sequence[CorrelationInfo]:
        """Return up to `limit` entries of the correlations of `owner` (None: of all), newest first.

        `before` is (opened_at, correlation_id) of the last entry of the previous page, None for the first page. All
        partitions are read in one pipeline, each for more than its likely share. Only a partition that may hold more of
        the page is read again: many were opened there at once, or have expired. Raises StoreUnavailable or
        StoreMisconfigured.
        """
        partitions = [_PartitionReader(index, self._functions, owner, before) for index in self._partitions]
        unread = partitions
        share = min(limit, 2 * (limit // keys.PARTITIONS) + EXTRA_ENTRIES)
        page: list[CorrelationInfo] = []
        while unread and limit > 0:
            await asyncio.gather(*(partition.read(share) for partition in unread))
            page = sorted((info for partition in partitions for info in partition.entries), key=_cursor, reverse=True)
            page = page[:limit]
            unread = [one for one in partitions if one.rest and (len(page) < limit or one.rest > _cursor(page[-1]))]
            share = min(2 * share, MAX_ENTRIES_PER_READ)
        return page

    async def count_open(self) -> int:
        """Return the number of opened, not closed correlations. Raises StoreUnavailable or StoreMisconfigured."""
        counts = await asyncio.gather(
            *(self._functions.call("count_open", (index.correlations, index.ended)) for index in self._partitions)
        )
        return sum(counts)


class _PartitionReader:
    """Entries read from one partition, and the cursor `rest` after which there are more."""

    def __init__(
        self, index: keys.IndexKeys, functions: FunctionCaller, owner: str | None, before: Cursor | None
    ) -> None:
        self._keys = (index.correlations if owner is None else keys.owner_index_key(index, owner), index.ended)
        self._functions = functions
        self.rest = before
        self.entries: list[CorrelationInfo] = []

    async def read(self, limit: int) -> None:
        """Read up to `limit` more entries."""
        entries, rest = await self._functions.call("list_correlations", self._keys, limit, *(self.rest or ("", "")))
        self.entries += map(_parse_info, entries)
        self.rest = (int(rest[0]), rest[1].decode()) if rest else None


def _cursor(info: CorrelationInfo) -> Cursor:
    return info.opened_at, info.correlation_id


def _parse_info(fields: Sequence[Any]) -> CorrelationInfo:
    correlation_id, opened_at, closed_at, private, owner, digest = fields
    return CorrelationInfo(
        correlation_id.decode(), opened_at, closed_at, bool(private), _decode(owner), _decode(digest)
    )


def _decode(field: bytes | None) -> str | None:
    return None if field is None else field.decode()
