"""How is a registry searched, however large? A built index for most, the recent ones by word (TWQ-03, TW-1104).

The first index, of more than MANY people whom nobody has looked through yet, is waited for. Every later one is made in
the background after SOME changes: searches go on with the old one and the changed people by word, however many they
are. In virtual time, where nothing may be waited for, all are kept by word. The same are found whichever it is.
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from negotiation.registry.port import SearchHit
from negotiation.registry.profile import Profile
from negotiation.registry.profile_table import SLICE, ProfileTable
from negotiation.search.index_store import IndexStore, IndexUnavailable
from negotiation.search.memory_segment import MemorySegment
from negotiation.search.search import best_of, query_of
from negotiation.search.segment import Match, Query
from shared.runtime.virtual_clock import VirtualLoop
from shared.telemetry.log import Log

if TYPE_CHECKING:
    from negotiation.search.disk_segment import DiskSegment

MANY = 4000
"""So many people are kept by word without a built index: a search among them takes 5 ms."""

SOME = 1000
"""So many changes are worth a new index."""

AGAIN = 60.0
"""Seconds after which an index is tried again that could not be built."""


class ProfileIndex:
    """A registry in one process."""

    def __init__(self, keeping: IndexStore, log: Log) -> None:
        self.people = ProfileTable()
        self._keeping = keeping
        self._log = log
        self._built: DiskSegment | None = None
        self._recent = MemorySegment()
        self._pending: set[str] = set()
        self._meanwhile: set[str] = set()
        self._building: asyncio.Task[None] | None = None
        self._not_before = 0.0
        self._closed = False

    def put(self, profile: Profile, data: bytes | None = None) -> bool:
        """Add or replace; True when it was new. `data`: see People."""
        self._changed(profile.agent_id)
        return self.people.put(profile, data)

    def drop(self, agent_id: str) -> bool:
        """Forget one; True when it was there."""
        self._changed(agent_id)
        return self.people.drop(agent_id)

    async def replace(self, people: ProfileTable) -> None:
        """From now on these are the people; what is built, and known by word, of those who did not change stays."""
        for agent_id in await people.differing(self.people):
            self._changed(agent_id)
        self.people = people

    def warm(self) -> None:
        """Begin to build what the first search would have to wait for, if anything."""
        if self._built is None and self._worth_building():
            self._build()

    async def search(
        self,
        words: Sequence[str],
        *,
        limit: int = 50,
        exclude: Sequence[str] = (),
        exclude_user: str | None = None,
        near: str | None = None,
        language: str | None = None,
    ) -> Sequence[SearchHit]:
        """The best `limit` active profiles, by score and then agent_id (the port's `search`)."""
        await self._prepare()
        own = self.people.ids_of_user(exclude_user) if exclude_user is not None else ()
        query = query_of(words, near, language, frozenset((*exclude, *own)))
        parts = (self._recent,) if self._built is None else (self._built, self._recent)
        return [self._hit(query, found) for found in best_of(parts, query, self.people.active, limit)]

    async def close(self) -> None:
        """Build no more."""
        self._closed = True
        if self._building is not None:
            self._building.cancel()
            await asyncio.wait([self._building])

    def _hit(self, query: Query, found: Match) -> SearchHit:
        profile = self.people.get(found.agent_id)
        assert profile is not None
        return SearchHit(
            profile=profile,
            score=float(f"{found.score:.6g}"),
            matched=tuple(query.wishes[number].said for number in found.by),
            near=found.there or (bool(query.near) and profile.remote),
            language=found.speaks,
        )

    def _changed(self, agent_id: str) -> None:
        self._pending.add(agent_id)
        if self._building is not None and not self._building.done():
            self._meanwhile.add(agent_id)

    @property
    def _changes(self) -> int:
        return len(self._recent) + len(self._pending)

    async def _prepare(self) -> None:
        """Have every change in the parts. Ends without giving up the loop once none is left."""
        if self._worth_building():
            building = self._build()
            if self._built is None and len(self._pending) > MANY:
                await asyncio.wait([building])
        await self._apply_pending_changes()

    def _worth_building(self) -> bool:
        return self._changes > (MANY if self._built is None else SOME) and self._may_build()

    def _may_build(self) -> bool:
        loop = asyncio.get_running_loop()
        return not self._closed and not isinstance(loop, VirtualLoop) and loop.time() >= self._not_before

    def _build(self) -> "asyncio.Task[None]":
        if self._building is None or self._building.done():
            self._meanwhile.clear()
            self._building = asyncio.create_task(self._rebuild(), name="search index")
        return self._building

    async def _rebuild(self) -> None:
        """What changes from here on is pending for the new index, and nothing else is. Of few there is none."""
        if self.people.active <= MANY:
            self._built, self._recent, self._pending = None, MemorySegment(), self.people.active_ids()
            return
        try:
            built = await self._keeping.index(self.people.content, self.people.all_awake())
        except IndexUnavailable as error:
            self._defer_rebuild(str(error))
            return
        except Exception as error:  # noqa: BLE001 - whatever it is: who searches is better served by word than never
            self._defer_rebuild(repr(error))
            return
        self._built, self._recent = built, MemorySegment()
        self._pending = set(self._meanwhile)

    def _defer_rebuild(self, why: str) -> None:
        self._not_before = asyncio.get_running_loop().time() + AGAIN
        self._log.error("search_index_not_built", error=why, profiles=len(self.people))

    async def _apply_pending_changes(self) -> None:
        clock = asyncio.get_running_loop().time
        began = clock()
        while self._pending:
            agent_id = self._pending.pop()
            self._list(agent_id)
            if clock() - began > SLICE:
                await asyncio.sleep(0)
                began = clock()

    def _list(self, agent_id: str) -> None:
        """Have one change in the parts."""
        if self._built is not None:
            self._built.mask(agent_id)
        self._recent.drop(agent_id)
        profile = self.people.get_active(agent_id)
        if profile is not None:
            self._recent.put(profile)
