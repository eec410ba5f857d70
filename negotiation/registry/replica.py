"""Replica of a shared registry in one process, kept current from the registry's change feed.

Changes are applied in time slices, so the event loop is never blocked; while the registry is unavailable, the replica
answers with what it has.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from negotiation.registry.profile import decode_profile
from negotiation.registry.profile_table import TIME_SLICE_S, ProfileTable, as_single_line
from negotiation.registry.vector_store import VectorStore
from negotiation.search.index import ProfileIndex
from negotiation.search.index_store import IndexStore
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.telemetry.log import Log

if TYPE_CHECKING:
    from shared.embedding.port import Embedder

REFRESH_INTERVAL_S = 1.0
"""Minimum time between two reads of the change feed, in s; without callers it is not read."""

REFRESH_WAIT_S = 0.2
"""Time that a caller waits for a refresh, in s; after it the caller gets the replica as it is."""

READ_BATCH_SIZE = 200
"""Changed profiles read per call."""

MAX_LOGGED_IDS = 5
"""Maximum number of agent_ids in the log line about unreadable profiles; its count covers all."""


@dataclass(frozen=True, slots=True)
class ChangeBatch:
    """Part of the change feed: the changed agent_ids, each once, and the feed offset after them."""

    ids: Sequence[str]
    offset: bytes | None


class ChangeFeed(Protocol):
    """Reader's view of a shared registry. Every call raises StoreUnavailable or StoreMisconfigured."""

    async def end_offset(self) -> bytes | None:
        """Return the offset of the feed's last entry; None if nothing was ever written.

        Raises StoreUnavailable if the registry does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    def scan_profiles(self) -> AsyncIterator[Mapping[str, bytes]]:
        """Yield all profiles in batches, each a mapping from agent_id to the encoded profile (see `decode_profile`).

        A profile that is added, changed or deleted during the scan may appear in any of its states, twice or not at
        all.

        Raises:
            StoreUnavailable: The registry does not answer; start a new scan.
            StoreMisconfigured: The registry rejects the call.
        """
        ...

    async def read_changes(self, offset: bytes | None) -> ChangeBatch | None:
        """Return the next batch of changes after `offset` at once; without ids at the end of the feed.

        `offset` is that of `end_offset` or of the previous batch; None: the feed was empty then. Returns None if the
        feed does not, or no longer, hold the entry at `offset`: then all profiles must be read again.

        Raises:
            StoreUnavailable: The registry does not answer.
            StoreMisconfigured: The registry rejects the call.
        """
        ...

    async def get_profiles(self, ids: Sequence[str]) -> Mapping[str, bytes | None]:
        """Return the encoded profiles (see `decode_profile`) of these agent_ids, by agent_id; None for missing ones.

        `ids` has at least one id. Raises StoreUnavailable if the registry does not answer, StoreMisconfigured if it
        rejects the call.
        """
        ...


class RegistryReplica:
    """Copy of a registry. One task at a time loads; callers may stop waiting for it, but never cancel it.

    With an embedder and a vector store, it is searched by meaning, too.
    """

    def __init__(
        self,
        feed: ChangeFeed,
        log: Log,
        index_store: IndexStore,
        *,
        embedder: "Embedder | None" = None,
        vectors: VectorStore | None = None,
    ) -> None:
        self._feed = feed
        self._log = log
        self._index_store = index_store
        self._embedder = embedder
        self._vectors = vectors
        self._index: ProfileIndex | None = None
        self._offset: bytes | None = None
        self._unreadable: list[str] = []
        self._failure: StoreUnavailable | StoreMisconfigured | None = None
        self._refresh_task: asyncio.Task[None] | None = None
        self._refreshed_at_s = 0.0
        self._builds_early = False
        self._closed = False

    def warm_up(self) -> None:
        """Start to load all profiles and build the search index in the background; return at once.

        Needs a running event loop; does nothing more if the profiles are loaded or loading. If the registry does not
        answer, nothing is raised and the next call of `current_index` tries again.
        """
        self._builds_early = True
        if self._index is None and not self._is_refreshing():
            self._start_refresh()

    async def current_index(self) -> ProfileIndex:
        """Return the index of the replica, refreshed if it is older than REFRESH_INTERVAL_S.

        Waits for the first load. Later, if the registry does not answer within REFRESH_WAIT_S, returns the older index.

        Raises:
            StoreUnavailable: Nothing was loaded yet, and the registry does not answer.
            StoreMisconfigured: Nothing was loaded yet, and the registry rejects the reads.
        """
        now = asyncio.get_running_loop().time()
        if not self._is_refreshing() and (self._index is None or now - self._refreshed_at_s >= REFRESH_INTERVAL_S):
            self._start_refresh()
        await self._wait_for_refresh(
            None if self._index is None else max(0.0, self._refreshed_at_s + REFRESH_WAIT_S - now)
        )
        return self._require_index()

    @property
    def is_loaded(self) -> bool:
        """Whether the registry was read completely at least once."""
        return self._index is not None

    async def refresh_after_write(self) -> None:
        """Wait until the change feed has been read again, so that the caller sees its own write.

        Before the first load nothing is read; it only waits for a running load. Never raises if the registry is
        unavailable: a later refresh applies the write.
        """
        await self._wait_for_refresh()  # a refresh that began before the write may have missed it
        if self._index is not None and not self._is_refreshing():
            self._start_refresh()
        await self._wait_for_refresh()

    async def close(self) -> None:
        """Cancel the running load and the index build, and wait for their end; do not use the replica afterwards."""
        self._closed = True
        if self._refresh_task is not None:
            self._refresh_task.cancel()
            await asyncio.wait([self._refresh_task])
        if self._index is not None:
            await self._index.close()

    def _is_refreshing(self) -> bool:
        return self._refresh_task is not None and not self._refresh_task.done()

    def _start_refresh(self) -> None:
        self._refreshed_at_s = asyncio.get_running_loop().time()
        self._refresh_task = asyncio.create_task(self._refresh(), name="registry")

    async def _wait_for_refresh(self, timeout_s: float | None = None) -> None:
        if self._refresh_task is None:
            return
        if not self._refresh_task.done():
            await asyncio.wait([self._refresh_task], timeout=timeout_s)
        if self._refresh_task.done() and not self._refresh_task.cancelled():
            self._refresh_task.result()

    def _require_index(self) -> ProfileIndex:
        if self._index is not None:
            return self._index
        if self._failure is None:
            raise StoreUnavailable("the registry was closed before it was read")
        raise type(self._failure)(*self._failure.args) from self._failure

    async def _refresh(self) -> None:
        try:
            if self._index is None or not await self._catch_up(self._index):
                await self._load()
        except (StoreUnavailable, StoreMisconfigured) as error:
            if self._failure is None and self._index is not None:
                self._log.warning("registry_away", error=str(error), profiles=len(self._index.profiles))
            self._failure = error
        else:
            if self._failure is not None:
                self._log.info("registry_back", profiles=len(self._require_index().profiles))
            self._failure = None
            if self._builds_early:
                self._require_index().warm_up()

    async def _load(self) -> None:
        """Read all profiles into a new table, while the old index serves searches.

        The offset is taken first, so changes made during the load are read from the feed afterwards.
        """
        offset = await self._feed.end_offset()
        profiles = ProfileTable()
        async for rows in self._feed.scan_profiles():
            if self._closed:  # Python 3.11 loses a cancellation that meets an answer which has just come
                raise asyncio.CancelledError
            await self._apply(profiles, rows.items())
        index = self._index or ProfileIndex(
            self._index_store, self._log, embedder=self._embedder, vectors=self._vectors
        )
        await index.replace(profiles)
        self._index, self._offset = index, offset
        self._log_skipped()
        await self._catch_up(index)

    async def _catch_up(self, index: ProfileIndex) -> bool:
        """Apply the changes since the offset. Returns False if the feed no longer reaches back to it."""
        while changes := await self._feed.read_changes(self._offset):
            for start in range(0, len(changes.ids), READ_BATCH_SIZE):
                rows = await self._feed.get_profiles(changes.ids[start : start + READ_BATCH_SIZE])
                await self._apply(index, rows.items())
            self._log_skipped()
            self._offset = changes.offset
            if not changes.ids:
                return True
        return False

    async def _apply(self, target: ProfileIndex | ProfileTable, rows: Iterable[tuple[str, bytes | None]]) -> None:
        clock = asyncio.get_running_loop().time
        slice_start = clock()
        for agent_id, data in rows:
            self._apply_profile(target, agent_id, data)
            if clock() - slice_start > TIME_SLICE_S:
                await asyncio.sleep(0)
                slice_start = clock()

    def _apply_profile(self, target: ProfileIndex | ProfileTable, agent_id: str, data: bytes | None) -> None:
        """Put or remove one profile; an unreadable one is removed, even if its last version was readable."""
        profile = None if data is None else decode_profile(agent_id, data)
        if profile is not None and data is not None:
            target.put(profile, as_single_line(data, profile))
            return
        target.remove(agent_id)
        if data is not None:
            self._unreadable.append(agent_id)

    def _log_skipped(self) -> None:
        if self._unreadable:
            ids = [agent_id[:64] for agent_id in self._unreadable[:MAX_LOGGED_IDS]]
            self._log.warning("registry_profiles_skipped", count=len(self._unreadable), agents=ids)
            self._unreadable.clear()
