"""Search index of a registry: a disk segment for most profiles and a memory segment for recent changes (TWQ-03).

The first disk segment, of a registry with more than MAX_UNINDEXED_PROFILES unread profiles, is waited for. Later ones
are built in the background after REBUILD_THRESHOLD changes, while searches use the old one and the memory segment.
Hits and scores do not depend on the segment a profile lies in (TW-1104).
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from negotiation.registry.port import SearchHit
from negotiation.registry.profile import Profile
from negotiation.registry.profile_table import TIME_SLICE_S, ProfileTable
from negotiation.search.index_store import IndexStore, IndexUnavailable
from negotiation.search.memory_segment import MemorySegment
from negotiation.search.search import build_query, top_matches
from negotiation.search.segment import Match, Query
from shared.telemetry.log import Log

if TYPE_CHECKING:
    from negotiation.search.disk_segment import DiskSegment

MAX_UNINDEXED_PROFILES = 4000
"""Maximum number of profiles without a disk segment; a search in memory then takes 5 ms."""

REBUILD_THRESHOLD = 1000
"""Number of changes after which a new disk segment is built."""

REBUILD_RETRY_S = 60.0
"""Time between a failed build and the next attempt, in s."""


class ProfileIndex:
    """Profiles of a registry in one process, with their search index."""

    def __init__(self, index_store: IndexStore, log: Log) -> None:
        self.profiles = ProfileTable()
        self._index_store = index_store
        self._log = log
        self._disk_segment: DiskSegment | None = None
        self._memory_segment = MemorySegment()
        self._pending_ids: set[str] = set()
        self._changed_during_build: set[str] = set()
        self._build_task: asyncio.Task[None] | None = None
        self._retry_at_s = 0.0
        self._closed = False

    def put(self, profile: Profile, data: bytes | None = None) -> bool:
        """Add a profile, or replace the one with its agent_id; return True if it was added. The next search finds it.

        Args:
            profile: The profile; an inactive one is stored, but not found.
            data: Its encoded form on one line (see `as_single_line`); None: it is encoded here.
        """
        self._mark_changed(profile.agent_id)
        return self.profiles.put(profile, data)

    def remove(self, agent_id: str) -> bool:
        """Remove the profile of an agent; return False if there was none. The next search does not find it any more."""
        self._mark_changed(agent_id)
        return self.profiles.remove(agent_id)

    async def replace(self, profiles: ProfileTable) -> None:
        """Replace all profiles by those of another table, which becomes the index's own: do not change it afterwards.

        Only profiles that differ from the present ones are indexed again, by the next search.
        """
        for agent_id in await profiles.find_changed_ids(self.profiles):
            self._mark_changed(agent_id)
        self.profiles = profiles

    def warm_up(self) -> None:
        """Start to build the disk segment in the background, if there are enough profiles for one; return at once.

        Enough are more than MAX_UNINDEXED_PROFILES. Needs a running event loop; a running build goes on. A failure is
        logged, not raised.
        """
        if self._disk_segment is None and self._needs_build():
            self._start_build()

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
        """Return at most `limit` active profiles for a query, by descending score, then agent_id.

        Arguments and hits are those of `ProfileRegistry.search`. With more than MAX_UNINDEXED_PROFILES profiles not yet
        indexed, the first search waits until the disk segment is built. If the build fails, it is logged and the search
        runs in memory.
        """
        await self._update_segments()
        own = self.profiles.agent_ids_of_user(exclude_user) if exclude_user is not None else ()
        query = build_query(words, near, language, frozenset((*exclude, *own)))
        segments = (self._memory_segment,) if self._disk_segment is None else (self._disk_segment, self._memory_segment)
        matches = top_matches(segments, query, self.profiles.active_count, limit)
        return [self._build_hit(query, match) for match in matches]

    async def close(self) -> None:
        """Cancel the running build of a disk segment, wait for its end, and start no other; searches stay possible."""
        self._closed = True
        if self._build_task is not None:
            self._build_task.cancel()
            await asyncio.wait([self._build_task])

    def _build_hit(self, query: Query, match: Match) -> SearchHit:
        profile = self.profiles.get(match.agent_id)
        assert profile is not None
        return SearchHit(
            profile=profile,
            score=float(f"{match.score:.6g}"),
            matched=tuple(query.terms[number].text for number in match.term_numbers),
            near=match.at_location or (bool(query.location_terms) and profile.remote),
            language=match.speaks_language,
        )

    def _mark_changed(self, agent_id: str) -> None:
        self._pending_ids.add(agent_id)
        if self._build_task is not None and not self._build_task.done():
            self._changed_during_build.add(agent_id)

    @property
    def _change_count(self) -> int:
        return len(self._memory_segment) + len(self._pending_ids)

    async def _update_segments(self) -> None:
        """Apply every change to the segments. Does not yield to the event loop after the last one."""
        if self._needs_build():
            build_task = self._start_build()
            if self._disk_segment is None and len(self._pending_ids) > MAX_UNINDEXED_PROFILES:
                await asyncio.wait([build_task])
        await self._apply_pending_changes()

    def _needs_build(self) -> bool:
        threshold = MAX_UNINDEXED_PROFILES if self._disk_segment is None else REBUILD_THRESHOLD
        return self._change_count > threshold and self._can_build()

    def _can_build(self) -> bool:
        return not self._closed and asyncio.get_running_loop().time() >= self._retry_at_s

    def _start_build(self) -> "asyncio.Task[None]":
        if self._build_task is None or self._build_task.done():
            self._changed_during_build.clear()
            self._build_task = asyncio.create_task(self._rebuild(), name="search index")
        return self._build_task

    async def _rebuild(self) -> None:
        """Replace the disk segment; a small registry gets none. Changes made meanwhile are pending afterwards."""
        if self.profiles.active_count <= MAX_UNINDEXED_PROFILES:
            self._disk_segment, self._memory_segment = None, MemorySegment()
            self._pending_ids = self.profiles.active_ids()
            return
        try:
            disk_segment = await self._index_store.open_or_build(
                self.profiles.content_hash, self.profiles.list_active_encoded()
            )
        except IndexUnavailable as error:
            self._defer_rebuild(str(error))
            return
        except Exception as error:  # noqa: BLE001 - a slower search in memory is better than none
            self._defer_rebuild(repr(error))
            return
        self._disk_segment, self._memory_segment = disk_segment, MemorySegment()
        self._pending_ids = set(self._changed_during_build)

    def _defer_rebuild(self, reason: str) -> None:
        self._retry_at_s = asyncio.get_running_loop().time() + REBUILD_RETRY_S
        self._log.error("search_index_not_built", error=reason, profiles=len(self.profiles))

    async def _apply_pending_changes(self) -> None:
        clock = asyncio.get_running_loop().time
        slice_start = clock()
        while self._pending_ids:
            agent_id = self._pending_ids.pop()
            self._apply_change(agent_id)
            if clock() - slice_start > TIME_SLICE_S:
                await asyncio.sleep(0)
                slice_start = clock()

    def _apply_change(self, agent_id: str) -> None:
        """Apply the current version of one profile to the segments."""
        if self._disk_segment is not None:
            self._disk_segment.mask(agent_id)
        self._memory_segment.remove(agent_id)
        profile = self.profiles.get_active(agent_id)
        if profile is not None:
            self._memory_segment.put(profile)
