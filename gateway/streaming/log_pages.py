"""Pages of an event log as SSE frames, for subscribers that are behind the tail; concurrent readers share each read."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from shared.store.port import LoggedEvent, Store, StoreMisconfigured, StoreUnavailable

PAGE_EVENTS = 32
"""Events per page; a page is read with one store call."""

CHUNK_BYTES = 8 * 1024
"""Target size of the frames that are sent together."""

LOG_READ_ERRORS = (StoreUnavailable, StoreMisconfigured)
"""Exceptions after which reading the log is tried again later."""


def join_frames(frames: Sequence[bytes], first: int) -> tuple[bytes, int]:
    """Join frames from index `first` on: as many as fit into CHUNK_BYTES (8 KiB), but at least one.

    Returns:
        The joined bytes and the number of frames in them.

    Raises:
        IndexError: If there is no frame at `first`.
    """
    size, last = len(frames[first]), first + 1
    while last < len(frames) and size + len(frames[last]) <= CHUNK_BYTES:
        size += len(frames[last])
        last += 1
    return frames[first] if last == first + 1 else b"".join(frames[first:last]), last - first


@dataclass(frozen=True, slots=True, weakref_slot=True)
class LogPage:
    """Frames of consecutive events; the first has the sequence number `before` + 1."""

    before: int
    frames: Sequence[bytes]

    def has_event_after(self, cursor: int) -> bool:
        """Return whether the page holds the event with the sequence number `cursor` + 1."""
        return self.before <= cursor < self.before + len(self.frames)


class LogPages:
    """Pages of one log, cached for as long as a subscriber references them."""

    def __init__(self, store: Store, correlation_id: str, encode: Callable[[LoggedEvent], bytes]) -> None:
        self._store = store
        self._correlation_id = correlation_id
        self._encode = encode
        self._pages: WeakValueDictionary[int, LogPage] = WeakValueDictionary()
        self._reads: dict[int, asyncio.Task[LogPage | None]] = {}

    async def page_after(self, cursor: int) -> LogPage | None:
        """Return the page that holds the event with the sequence number `cursor` + 1, from the cache or the store.

        None if there is no such event yet, or if the store cannot be read now; call again later.
        """
        number = cursor // PAGE_EVENTS
        page = self._pages.get(number)
        if page is not None and page.has_event_after(cursor):
            return page
        reading = self._reads.get(number)
        if reading is None:
            reading = self._reads[number] = asyncio.create_task(self._read(number))
            reading.add_done_callback(lambda _: self._reads.pop(number, None))
        # Shielded: cancelling the subscriber that started the read must not cancel it for the others.
        page = await asyncio.shield(reading)
        return page if page is not None and page.has_event_after(cursor) else None

    async def _read(self, number: int) -> LogPage | None:
        before = number * PAGE_EVENTS
        try:
            events = await self._store.read_log(self._correlation_id, before, PAGE_EVENTS)
        except LOG_READ_ERRORS:
            return None
        page = LogPage(before, [self._encode(event) for event in events])
        self._pages[number] = page
        return page
