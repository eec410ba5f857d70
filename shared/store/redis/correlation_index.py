"""Which correlations does a server know, newest first, and what of each: the readers of shared/store/lua/index.lua."""

import asyncio
from collections.abc import Sequence
from typing import Any

from shared.store import keys
from shared.store.port import CorrelationInfo
from shared.store.redis.functions import FunctionCaller

Place = tuple[int, str]
"""When it opened (ms), and its id: the order of the list."""

SPARE = 4
"""Entries that a partition is asked for beyond twice its share of a page: it is seldom asked again."""
MOST = 100
"""Entries that a partition is asked for at once: it answers within a millisecond."""


class RedisCorrelationIndex:
    """Reads the index, which lies in as many parts as there are partitions."""

    def __init__(self, functions: FunctionCaller, namespace: str) -> None:
        self._functions = functions
        self._places = keys.index_keys_by_partition(namespace)

    async def get(self, correlation_id: str, own: keys.CorrelationKeys) -> CorrelationInfo | None:
        """What is known of one; `own` are its keys."""
        ended = keys.index_keys(own.partition).ended
        found = await self._functions.call("about", (own.about, ended), correlation_id)
        return None if found is None else _known(found)

    async def list_newest(self, owner: str | None, before: Place | None, limit: int) -> Sequence[CorrelationInfo]:
        """A page. All partitions are asked in one pipeline, each for more than its likely share of it.

        Asked again is only one that may hold more of the page: many opened there at once, or were forgotten there.
        """
        parts = [_Part(place, self._functions, owner, before) for place in self._places]
        asked = parts
        share = min(limit, 2 * (limit // keys.PARTITIONS) + SPARE)
        page: list[CorrelationInfo] = []
        while asked and limit > 0:
            await asyncio.gather(*(part.read(share) for part in asked))
            page = sorted((known for part in parts for known in part.found), key=_place, reverse=True)[:limit]
            asked = [part for part in parts if part.behind and (len(page) < limit or part.behind > _place(page[-1]))]
            share = min(2 * share, MOST)
        return page

    async def count_open(self) -> int:
        """How many began and are not closed."""
        counts = await asyncio.gather(
            *(self._functions.call("open_count", (place.index, place.ended)) for place in self._places)
        )
        return sum(counts)


class _Part:
    """What is read of one partition: `found`, and the place `behind` which there is more."""

    def __init__(
        self, place: keys.IndexKeys, functions: FunctionCaller, owner: str | None, before: Place | None
    ) -> None:
        self._keys = (place.index if owner is None else keys.owner_index_key(place, owner), place.ended)
        self._functions = functions
        self.behind = before
        self.found: list[CorrelationInfo] = []

    async def read(self, limit: int) -> None:
        """Up to `limit` more."""
        found, behind = await self._functions.call("listed", self._keys, limit, *(self.behind or ("", "")))
        self.found += map(_known, found)
        self.behind = (int(behind[0]), behind[1].decode()) if behind else None


def _place(known: CorrelationInfo) -> Place:
    return known.opened_at, known.correlation_id


def _known(found: Sequence[Any]) -> CorrelationInfo:
    correlation_id, opened, closed, private, owner = found
    return CorrelationInfo(
        correlation_id.decode(), opened, closed, bool(private), None if owner is None else owner.decode()
    )
