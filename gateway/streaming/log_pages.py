"""What a reader who is behind gets: one page of the log at a time, shared by those who are at the same place."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from gateway.streaming.sse_frames import encode_frame
from shared.store.port import LoggedEvent, Store, StoreMisconfigured, StoreUnavailable

PAGE_EVENTS = 32
"""Events of one page, read in one call."""

CHUNK_BYTES = 8 * 1024
"""Bytes from which on no further frame is sent together with those before."""

LOG_READ_ERRORS = (StoreUnavailable, StoreMisconfigured)
"""Why the log cannot be read now: try again later."""


def join_frames(frames: Sequence[bytes], first: int) -> tuple[bytes, int]:
    """The frames from index `first` on that are sent together, and how many they are: at least one, about PIECE bytes.

    Raises IndexError when there is none.
    """
    size, last = len(frames[first]), first + 1
    while last < len(frames) and size + len(frames[last]) <= CHUNK_BYTES:
        size += len(frames[last])
        last += 1
    return frames[first] if last == first + 1 else b"".join(frames[first:last]), last - first


@dataclass(frozen=True, slots=True, weakref_slot=True)
class LogPage:
    """Frames of the events after seq `before`."""

    before: int
    frames: Sequence[bytes]

    def has_event_after(self, cursor: int) -> bool:
        """Whether the event after `cursor` is in it."""
        return self.before <= cursor < self.before + len(self.frames)


class LogPages:
    """The pages of one log that somebody holds or reads at present; no other is kept."""

    def __init__(self, store: Store, correlation_id: str, encode: Callable[[LoggedEvent], bytes]) -> None:
        self._store = store
        self._correlation_id = correlation_id
        self._encode = encode
        self._pages: WeakValueDictionary[int, LogPage] = WeakValueDictionary()
        self._reads: dict[int, asyncio.Task[LogPage | None]] = {}

    async def page_after(self, cursor: int) -> LogPage | None:
        """The page in which the event after `cursor` is; None when it cannot be had now."""
        number = cursor // PAGE_EVENTS
        page = self._pages.get(number)
        if page is not None and page.has_event_after(cursor):
            return page
        reading = self._reads.get(number)
        if reading is None:
            reading = self._reads[number] = asyncio.create_task(self._read(number))
            reading.add_done_callback(lambda _: self._reads.pop(number, None))
        # Whoever asked first may leave: the others still wait for it.
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


def event_frame(event: LoggedEvent, epoch: str) -> bytes:
    """An entry of the log as every reader gets it."""
    return encode_frame(event.seq, event.type, event.data, epoch)
