"""What one reader of a stream is sent, and when: what it lacks, a ping every 15 s, and the end (INTERFACES § 7)."""

import asyncio
import math
from collections.abc import AsyncGenerator

from gateway.streaming.log_pages import LogPage, joined
from gateway.streaming.log_tail import LogTail
from gateway.streaming.resume import ResumePoint
from gateway.streaming.sse_frames import PING, RETRY, reset

PING_EVERY = 15.0
RETRY_PAGE = 1.0
"""Seconds after which a page that could not be read is tried again."""


class StreamSubscriber:
    """A cursor into a tail: it holds one page at most, and no queue."""

    def __init__(self, tail: LogTail, begin: ResumePoint, epoch: str, life: float | None = None) -> None:
        """`epoch`: the one that `begin` counts in. `life`: s after which it ends; None: no such bound."""
        self._tail = tail
        self._cursor = begin.after
        self._opening = RETRY + (reset(epoch) if begin.reset else b"")
        self._epoch = epoch
        self._life = math.inf if life is None else life
        self._page: LogPage | None = None
        self._clock = asyncio.get_running_loop().time
        self._alarm: asyncio.TimerHandle | None = None
        self._waiting: asyncio.Future[None] | None = None

    async def chunks(self) -> AsyncGenerator[bytes]:
        """Whole frames, up to the last event of the log; until then it waits."""
        yield self._opening
        ping, until = self._clock() + PING_EVERY, self._clock() + self._life
        self._tail.subscribe(self._wake)
        try:
            while self._goes_on() and self._clock() < until:
                if self._clock() >= ping:
                    ping += PING_EVERY
                    yield PING
                found = self._tail.next_frames(self._cursor) or await self._behind()
                if found is None:
                    await self._wait(min(ping, until, self._clock() + RETRY_PAGE))
                elif found[1]:
                    self._cursor += found[1]
                    yield found[0]
                else:
                    await self._wait(min(ping, until))
        finally:
            self._tail.unsubscribe(self._wake)
            if self._alarm is not None:
                self._alarm.cancel()

    def _goes_on(self) -> bool:
        """Whether there may be more. A tail of another epoch counts otherwise than this reader."""
        return not self._tail.over and self._cursor != self._tail.end and self._tail.epoch == self._epoch

    async def _behind(self) -> tuple[bytes, int] | None:
        """The next piece of the log itself; None when it cannot be read now."""
        page = self._page
        if page is None or not page.reaches(self._cursor):
            page = self._page = await self._tail.pages.after(self._cursor)
        return None if page is None else joined(page.frames, self._cursor - page.before)

    async def _wait(self, until: float) -> None:
        """Return when the tail moved, at `until`, or now and then before. An alarm serves many waits: one is dear."""
        loop = asyncio.get_running_loop()
        if self._alarm is None or self._alarm.when() > until:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = loop.call_at(until, self._ring)
        self._waiting = loop.create_future()
        await self._waiting

    def _ring(self) -> None:
        self._alarm = None
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
