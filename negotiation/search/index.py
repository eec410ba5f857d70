"""Search index of a registry: a disk segment for most profiles and a memory segment for recent changes (TWQ-03).

The first disk segment, of a registry with more than MAX_UNINDEXED_PROFILES unread profiles, is waited for. Later ones
are built in the background after REBUILD_THRESHOLD changes, while searches use the old one and the memory segment.
Hits and scores do not depend on the segment a profile lies in (TW-1104).
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from negotiation.contracts.demand import Need
from negotiation.registry.port import SearchHit
from negotiation.registry.profile import Profile
from negotiation.registry.profile_table import TIME_SLICE_S, ProfileTable
from negotiation.registry.vector_store import VectorStore
from negotiation.search.geographic_distance import distance_km
from negotiation.search.index_store import IndexStore, IndexUnavailable
from negotiation.search.memory_segment import MemorySegment
from negotiation.search.need_fits import ProfileComparison, find_fits
from negotiation.search.omissions import drop_refused
from negotiation.search.query_terms import need_groups
from negotiation.search.search import build_query, share_matches
from negotiation.search.segment import Match, Query, SegmentMatches
from negotiation.search.vector_index import VectorIndex
from shared.telemetry.log import Log

if TYPE_CHECKING:
    from negotiation.search.array_segment import ArraySegment
    from negotiation.search.disk_segment import DiskSegment
    from negotiation.search.text_vectors import NeedVector
    from shared.embedding.port import Embedder

MAX_UNINDEXED_PROFILES = 4000
"""Maximum number of profiles without a disk segment; a search in memory then takes 5 ms."""

REBUILD_THRESHOLD = 1000
"""Number of changes after which a new disk segment is built."""

FIRST_VECTORS_TIMEOUT_S = 10.0
"""Maximum time that the first search waits for vectors, in s; then it goes by words."""

REBUILD_RETRY_S = 60.0
"""Time between a failed build and the next attempt, in s."""


class ProfileIndex:
    """Profiles of a registry in one process, with their search index."""

    def __init__(
        self,
        index_store: IndexStore,
        log: Log,
        *,
        embedder: "Embedder | None" = None,
        vectors: VectorStore | None = None,
    ) -> None:
        """Start empty.

        Args:
            index_store: Store of the disk segments.
            log: Log for what could not be built or loaded.
            embedder: Embedder of needs; None: search by words alone.
            vectors: Vectors of the profiles' texts; None: search by words alone.
        """
        self.profiles = ProfileTable()
        self._vectors = VectorIndex(embedder, vectors, log) if embedder is not None and vectors is not None else None
        self._index_store = index_store
        self._log = log
        self._disk_segment: DiskSegment | None = None
        self._memory_segment = MemorySegment()
        self._pending_ids: set[str] = set()
        self._changed_during_build: set[str] = set()
        self._build_task: asyncio.Task[None] | None = None
        self._retry_at_s = 0.0
        self._are_vectors_awaited = False
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
        needs: Sequence[Need] = (),
        context: str = "",
        not_wanted: Sequence[str] = (),
    ) -> Sequence[SearchHit]:
        """Return at most `limit` active profiles for a query, by descending score, then agent_id.

        Arguments and hits are those of `ProfileRegistry.search`. With more than MAX_UNINDEXED_PROFILES profiles not yet
        indexed, the first search waits until the disk segment is built. If the build fails, it is logged and the search
        runs in memory.
        """
        if needs:
            await self._wait_for_first_vectors()
        vectors = await self._embed_needs(needs, context)
        await self._update_segments()
        own = self.profiles.agent_ids_of_user(exclude_user) if exclude_user is not None else ()
        query = build_query(words, near, language, frozenset((*exclude, *own)), not_wanted)
        matches = [segment.match(query) for segment in self._segments]
        # Some of the best may have nothing to offer but what is not wanted.
        count = 2 * limit if not_wanted else limit
        segments = self._segments_with_vectors() if vectors else None
        ranking = self._rank(matches, query, needs, vectors, segments, count)
        evidence = self._build_evidence(ranking, needs, context, vectors, segments) if vectors and segments else None
        hits = (self._build_hit(query, match, needs, evidence, near) for match in ranking)
        wanted = hits if not not_wanted else (hit for hit in map(partial(drop_refused, not_wanted, needs), hits) if hit)
        return list(islice(wanted, max(limit, 0)))

    async def load_vectors(self) -> None:
        """Wait until the vectors that are stored are loaded, or could not be; at once without an embedder."""
        self._are_vectors_awaited = True
        await self._update_segments()
        if self._vectors is not None:
            await self._vectors.load(self._disk_segment, self._memory_segment)

    async def _wait_for_first_vectors(self) -> None:
        """Wait for the stored vectors at the first search for needs, a bounded time: later searches do not wait."""
        if self._vectors is None or self._are_vectors_awaited:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self.load_vectors(), FIRST_VECTORS_TIMEOUT_S)

    async def close(self) -> None:
        """Cancel the running build of a disk segment, wait for its end, and start no other; searches stay possible."""
        self._closed = True
        if self._build_task is not None:
            self._build_task.cancel()
            await asyncio.wait([self._build_task])
        if self._vectors is not None:
            await self._vectors.close()

    @property
    def _segments(self) -> "Sequence[DiskSegment | MemorySegment]":
        return (self._memory_segment,) if self._disk_segment is None else (self._disk_segment, self._memory_segment)

    async def _embed_needs(self, needs: Sequence[Need], context: str) -> "Sequence[NeedVector] | None":
        if self._vectors is None or not needs:
            return None
        return await self._vectors.embed_needs(needs, context)

    def _segments_with_vectors(self) -> "Sequence[ArraySegment] | None":
        """Return the segments, if their vectors are there."""
        if self._vectors is None:
            return None
        self._vectors.refresh(self._disk_segment, self._memory_segment)
        return self._vectors.segments(self._disk_segment, self._memory_segment)

    def _rank(
        self,
        matches: Sequence[SegmentMatches],
        query: Query,
        needs: Sequence[Need],
        vectors: "Sequence[NeedVector] | None",
        segments: "Sequence[ArraySegment] | None",
        limit: int,
    ) -> Sequence[Match]:
        """Return the best matches: by words and meaning if there are vectors, else by words."""
        count = self.profiles.active_count
        if vectors and segments:
            from negotiation.search.need_ranking import rank_by_needs

            return rank_by_needs(matches, query, count, segments, needs, vectors, limit)
        return share_matches(matches, query, count, limit, need_groups(query.terms, needs))

    def _build_evidence(
        self,
        ranking: Sequence[Match],
        needs: Sequence[Need],
        context: str,
        vectors: "Sequence[NeedVector]",
        segments: "Sequence[ArraySegment]",
    ) -> ProfileComparison:
        """Return the comparison of the needs with the profiles of the best matches."""
        from negotiation.search.need_comparison import NeedComparison, read_text_vectors, weigh_words

        found = [profile for match in ranking if (profile := self.profiles.get(match.agent_id)) is not None]
        weights = weigh_words(segments, self.profiles.active_count)
        return NeedComparison(needs, context, vectors, read_text_vectors(segments, found), weights)

    def _build_hit(
        self, query: Query, match: Match, needs: Sequence[Need], evidence: ProfileComparison | None, near: str | None
    ) -> SearchHit:
        profile = self.profiles.get(match.agent_id)
        assert profile is not None
        return SearchHit(
            profile=profile,
            score=float(f"{match.score:.6g}"),
            matched=tuple(query.terms[number].text for number in match.term_numbers),
            near=match.at_location or (bool(query.location_terms) and profile.remote),
            language=match.speaks_language,
            fits=find_fits(needs, profile, evidence),
            distance_km=distance_km(near, profile.location) if near and profile.location else None,
            by_words_only=bool(needs) and self._vectors is not None and evidence is None,
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
            self._replace_segments(None)
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
        if self._vectors is not None and self._disk_segment is not None:
            await self._vectors.load_disk(disk_segment)  # or searches would go by words until then
        self._replace_segments(disk_segment)
        self._pending_ids = set(self._changed_during_build)

    def _replace_segments(self, disk_segment: "DiskSegment | None") -> None:
        self._disk_segment, self._memory_segment = disk_segment, MemorySegment()
        if self._vectors is not None:
            self._vectors.clear()

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
        if self._vectors is not None:
            self._vectors.update(agent_id, profile)
