"""Subscriber of a log tail: yields the chunks of one client's stream, with a ping every 15 s (INTERFACES § 7)."""

import asyncio
import math
from collections.abc import AsyncGenerator

from gateway.streaming.log_pages import LogPage, join_frames
from gateway.streaming.log_tail import LogTail
from gateway.streaming.resume import ResumePoint
from gateway.streaming.sse_frames import PING_FRAME, RETRY_FRAME, reset_frame

PING_INTERVAL_S = 15.0
READ_RETRY_S = 1.0
"""Delay before a page that could not be read is read again."""


class StreamSubscriber:
    """Cursor of one client in a log tail; holds at most one page and no queue."""

    def __init__(self, tail: LogTail, start: ResumePoint, epoch: str, lifetime_s: float | None = None) -> None:
        """Create a subscriber.

        Args:
            tail: Tail of the log.
            start: Where the stream begins.
            epoch: Epoch in which `start` counts.
            lifetime_s: Seconds after which the stream ends; None for no limit.
        """
        self._tail = tail
        self._cursor = start.after
        self._first_chunk = RETRY_FRAME + (reset_frame(epoch) if start.reset else b"")
        self._epoch = epoch
        self._lifetime_s = math.inf if lifetime_s is None else lifetime_s
        self._page: LogPage | None = None
        self._clock = asyncio.get_running_loop().time
        self._timer: asyncio.TimerHandle | None = None
        self._wakeup: asyncio.Future[None] | None = None

    async def chunks(self) -> AsyncGenerator[bytes]:
        """Yield the bytes of the stream, in whole frames: first the reconnection time, then events and pings.

        After a reset the first chunk announces the new epoch, too. Each event comes once and in order, as soon as the
        tail has it; one chunk may hold several. Call it once.

        Ends after the last event of a closed log, which the closing frame follows if there is one, at the end of the
        lifetime, or when the tail is stopped. It must be closed (`aclosing`), which unsubscribes from the tail.
        """
        yield self._first_chunk
        ping, until = self._clock() + PING_INTERVAL_S, self._clock() + self._lifetime_s
        self._tail.subscribe(self._wake)
        try:
            while self._may_get_more() and self._clock() < until:
                if self._clock() >= ping:
                    ping += PING_INTERVAL_S
                    yield PING_FRAME
                next_chunk = self._tail.next_frames(self._cursor) or await self._read_page()
                if next_chunk is None:
                    await self._wait(min(ping, until, self._clock() + READ_RETRY_S))
                elif next_chunk[1]:
                    self._cursor += next_chunk[1]
                    yield next_chunk[0]
                else:
                    await self._wait(min(ping, until))
            if self._has_all and self._tail.frame_encoder.closing_frame:
                yield self._tail.frame_encoder.closing_frame
        finally:
            self._tail.unsubscribe(self._wake)
            if self._timer is not None:
                self._timer.cancel()

    def _may_get_more(self) -> bool:
        """Return whether more events may come; a tail of another epoch numbers its events differently."""
        return not self._tail.is_stopped and not self._has_all and self._tail.epoch == self._epoch

    @property
    def _has_all(self) -> bool:
        """Whether the client has the last event of a closed log."""
        return self._cursor == self._tail.end and self._tail.epoch == self._epoch

    async def _read_page(self) -> tuple[bytes, int] | None:
        """Read the next chunk from the log; None if it cannot be read now."""
        page = self._page
        if page is None or not page.has_event_after(self._cursor):
            page = self._page = await self._tail.pages.page_after(self._cursor)
        return None if page is None else join_frames(page.frames, self._cursor - page.before)

    async def _wait(self, until: float) -> None:
        """Wait until the tail changes, or until `until` or earlier: one timer, costly to set, serves many waits."""
        loop = asyncio.get_running_loop()
        if self._timer is None or self._timer.when() > until:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = loop.call_at(until, self._on_timer)
        self._wakeup = loop.create_future()
        await self._wakeup

    def _on_timer(self) -> None:
        self._timer = None
        self._wake()

    def _wake(self) -> None:
        if self._wakeup is not None and not self._wakeup.done():
            self._wakeup.set_result(None)
