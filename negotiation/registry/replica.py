"""How does a process keep its copy of a shared registry current? It applies what the change feed names, in slices that
never block the event loop, and answers with what it has while the registry is away.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from negotiation.registry.profile import decoded
from negotiation.registry.profile_table import SLICE, ProfileTable, in_one_line
from negotiation.search.index import ProfileIndex
from negotiation.search.index_store import IndexStore
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.telemetry.log import Log

LOOK_EVERY = 1.0
"""Seconds between two looks at the change feed, and only when somebody asks."""

PATIENCE = 0.2
"""Seconds that an answer waits for a look; then it is given from the copy as it is."""

AT_ONCE = 200
"""Changed profiles read in one call."""

NAMED = 5
"""Unreadable profiles that a log line names; it counts them all."""


@dataclass(frozen=True, slots=True)
class ChangeBatch:
    """The agents named by a part of the feed, each once, and the place in the feed behind that part."""

    ids: Sequence[str]
    place: bytes | None


class ChangeFeed(Protocol):
    """A shared registry as a reader sees it. Every call raises StoreLost or StoreMisconfigured."""

    async def place(self) -> bytes | None:
        """Where the change feed ends now; None when nothing was ever written."""
        ...

    def everything(self) -> AsyncIterator[Mapping[str, bytes]]:
        """All profiles, encoded, in parts; of those that change meanwhile, some state or other."""
        ...

    async def since(self, place: bytes | None) -> ChangeBatch | None:
        """The next part of the feed; no ids at its end. None when `place` is no longer, or never was, part of it."""
        ...

    async def some(self, ids: Sequence[str]) -> Mapping[str, bytes | None]:
        """These profiles, encoded; None for one that is not there."""
        ...


class RegistryReplica:
    """The copy. All loading happens in one task at a time, which a caller may leave waiting but never cancels."""

    def __init__(self, feed: ChangeFeed, log: Log, keeping: IndexStore) -> None:
        self._feed = feed
        self._log = log
        self._keeping = keeping
        self._index: ProfileIndex | None = None
        self._place: bytes | None = None
        self._unreadable: list[str] = []
        self._failure: StoreUnavailable | StoreMisconfigured | None = None
        self._looking: asyncio.Task[None] | None = None
        self._looked_at = 0.0
        self._eager = False
        self._closed = False

    def warm(self) -> None:
        """Read everything and begin to build what searches need, now and not when the first one asks.

        Without a registry that answers, as soon as somebody has asked in vain and it is back.
        """
        self._eager = True
        if self._index is None and not self._busy():
            self._look()

    async def current(self) -> ProfileIndex:
        """The copy, at most LOOK_EVERY s old when it was asked for, as long as the registry answers in time.

        Raises StoreLost or StoreMisconfigured while nothing was ever loaded.
        """
        now = asyncio.get_running_loop().time()
        if not self._busy() and (self._index is None or now - self._looked_at >= LOOK_EVERY):
            self._look()
        await self._wait(None if self._index is None else max(0.0, self._looked_at + PATIENCE - now))
        return self._loaded()

    @property
    def was_read(self) -> bool:
        """Whether there is a copy."""
        return self._index is not None

    async def look_again(self) -> None:
        """After a write of one's own: have it in the copy, if there is one. A registry that is away is no error."""
        await self._wait()  # a look that began before the write may have missed it
        if self._index is not None and not self._busy():
            self._look()
        await self._wait()

    async def close(self) -> None:
        """Stop loading."""
        self._closed = True
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])
        if self._index is not None:
            await self._index.close()

    def _busy(self) -> bool:
        return self._looking is not None and not self._looking.done()

    def _look(self) -> None:
        self._looked_at = asyncio.get_running_loop().time()
        self._looking = asyncio.create_task(self._refresh(), name="registry")

    async def _wait(self, seconds: float | None = None) -> None:
        if self._looking is None:
            return
        if not self._looking.done():
            await asyncio.wait([self._looking], timeout=seconds)
        if self._looking.done() and not self._looking.cancelled():
            self._looking.result()

    def _loaded(self) -> ProfileIndex:
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
                self._log.warning("registry_away", error=str(error), profiles=len(self._index.people))
            self._failure = error
        else:
            if self._failure is not None:
                self._log.info("registry_back", profiles=len(self._loaded().people))
            self._failure = None
            if self._eager:
                self._loaded().warm()

    async def _load(self) -> None:
        """Read everything anew, beside the old copy, whose index serves on.

        What changes meanwhile is in the feed behind the place.
        """
        place = await self._feed.place()
        people = ProfileTable()
        async for rows in self._feed.everything():
            if self._closed:  # Python 3.11 loses a cancellation that meets an answer which has just come
                raise asyncio.CancelledError
            await self._apply(people, rows.items())
        index = self._index or ProfileIndex(self._keeping, self._log)
        await index.replace(people)
        self._index, self._place = index, place
        self._report()
        await self._catch_up(index)

    async def _catch_up(self, index: ProfileIndex) -> bool:
        """Apply what changed; False when the feed does not tell any more."""
        while changes := await self._feed.since(self._place):
            for start in range(0, len(changes.ids), AT_ONCE):
                rows = await self._feed.some(changes.ids[start : start + AT_ONCE])
                await self._apply(index, rows.items())
            self._report()
            self._place = changes.place
            if not changes.ids:
                return True
        return False

    async def _apply(self, index: ProfileIndex | ProfileTable, rows: Iterable[tuple[str, bytes | None]]) -> None:
        clock = asyncio.get_running_loop().time
        began = clock()
        for agent_id, data in rows:
            self._keep(index, agent_id, data)
            if clock() - began > SLICE:
                await asyncio.sleep(0)
                began = clock()

    def _keep(self, index: ProfileIndex | ProfileTable, agent_id: str, data: bytes | None) -> None:
        """One profile as the registry has it now; what cannot be read is nobody, whoever it was before."""
        profile = None if data is None else decoded(agent_id, data)
        if profile is not None and data is not None:
            index.put(profile, in_one_line(data, profile))
            return
        index.drop(agent_id)
        if data is not None:
            self._unreadable.append(agent_id)

    def _report(self) -> None:
        if self._unreadable:
            named = [agent_id[:64] for agent_id in self._unreadable[:NAMED]]
            self._log.warning("registry_profiles_skipped", count=len(self._unreadable), agents=named)
            self._unreadable.clear()
