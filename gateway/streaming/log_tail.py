"""The newest frames of one log, as they are sent: bounded in number and in size (DESIGN § 5)."""

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice

from gateway.streaming.log_pages import LogPages, Unreadable, frame_of, joined
from gateway.streaming.resume import FIRST_EPOCH
from negotiation.contracts.events import DemandClosed
from shared.store.port import LoggedEvent, Store
from shared.telemetry.log import Log
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable, Consumer, Delivery, PublishFailed, Transport

KEPT = 256
"""Frames; who is further behind reads pages of the log."""

KEPT_BYTES = 512 * 1024
"""The same in bytes: events may be large. One is always kept."""


class FrameBuffer:
    """Frames that follow each other without a gap."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._bytes = 0

    def add(self, frame: bytes) -> None:
        """The next one; the oldest are forgotten for it."""
        self._frames.append(frame)
        self._bytes += len(frame)
        while len(self._frames) > KEPT or (self._bytes > KEPT_BYTES and len(self._frames) > 1):
            self._bytes -= len(self._frames.popleft())

    def last(self, amount: int) -> tuple[bytes, int] | None:
        """The first few of the last `amount` (at least 1), joined, and how many they are; None when it is too many."""
        missing = len(self._frames) - amount
        if missing < 0:
            return None
        if amount == 1:
            return self._frames[-1], 1
        return joined(list(islice(self._frames, missing, None)), 0)


AT_ONCE = 256
"""Events that are read in one call."""

POLL = 5.0
"""Seconds after which the log is read without a hint: the last one may be lost."""

SHORT_POLL = 0.5
"""The same while no hint can come, and when the store did not answer."""

SETTLING = 3.0
"""Seconds for which hints are not relied on once the broker is back: what is bound is bound anew, one by one."""

_SEQ = re.compile(rb'\{"seq":([0-9]{1,15}),')


class LogTail:
    """The end of one log, as its readers see it.

    `head`: the last seq known, None before the log was read. `end`: the seq of its last event once it is closed.
    `epoch`: in which its ids count. `over`: this tail will not move any more though its log may.
    """

    _tasks: Sequence[asyncio.Task[None]] = ()

    def __init__(
        self,
        correlation_id: str,
        store: Store,
        transport: Transport,
        broker_up: Callable[[], bool],
        log: Log,
        *,
        epoch: str = FIRST_EPOCH,
        end: int | None = None,
        on_alone: Callable[["LogTail"], None] | None = None,
    ) -> None:
        """`end`: the log is known to be closed there; then nothing is followed. `on_alone`: its last watcher left."""
        self.correlation_id = correlation_id
        self.head: int | None = end
        self.end: int | None = end
        self.over = False
        self.pages = LogPages(store, correlation_id, self._encoded)
        self.epoch = epoch
        self._on_alone = on_alone
        self._watchers: dict[Callable[[], None], None] = {}
        self._store = store
        self._transport = transport
        self._broker_up = broker_up
        self._log = log
        self._kept = FrameBuffer()
        self._hinted = asyncio.Event()
        self._consumer: Consumer | None = None

    def start(self) -> None:
        """Begin to follow, unless there is nothing to come."""
        if self.end is None:
            self._tasks = (asyncio.create_task(self._follow()), asyncio.create_task(self._bind()))
            self._tasks[0].add_done_callback(self._ended)

    async def stop(self) -> None:
        """Follow no more; readers end at a frame's boundary."""
        self.over = True
        self._tell()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._unbind()

    @property
    def has_no_subscribers(self) -> bool:
        """Whether nobody watches."""
        return not self._watchers

    def subscribe(self, wake: Callable[[], None]) -> None:
        """From now on `wake` is called at every change."""
        self._watchers[wake] = None

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        """No longer."""
        del self._watchers[wake]
        if self.has_no_subscribers and self._on_alone is not None:
            self._on_alone(self)

    def schedule_read(self) -> None:
        """Read the log soon."""
        self._hinted.set()

    def next_frames(self, cursor: int) -> tuple[bytes, int] | None:
        """What is sent next to a reader at `cursor`, and how many events it is: (b"", 0) when it has everything.

        None when it is not kept here any more.
        """
        if self.head is None or cursor >= self.head:
            return b"", 0
        return self._kept.last(self.head - cursor)

    async def _follow(self) -> None:
        """Read whenever there may be something, up to the last event."""
        clock = asyncio.get_running_loop().time
        unsure_until = pause = 0.0
        while self.end is None:
            await self._wait(pause)
            if self._consumer is None or not self._broker_up():
                unsure_until = clock() + SETTLING
            try:
                await self._catch_up()
            except Unreadable:
                await asyncio.sleep(SHORT_POLL)
                self._tell()  # who could not read a page tries again
                pause = 0
            else:
                pause = SHORT_POLL if clock() < unsure_until else POLL
        await self._unbind()

    async def _wait(self, longest: float) -> None:
        """Return at the next hint, or after `longest` s."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest):
                await self._hinted.wait()
        self._hinted.clear()

    async def _catch_up(self) -> None:
        """Take everything the log has. At first only where it ends: what lies before is read by whoever wants it."""
        if self.head is None:
            last = await self._store.read_last(self.correlation_id)
            self.head = 0 if last is None else last.seq
            if last is not None and last.type == DemandClosed.type:
                self.end = last.seq
            self._tell()
        while self.end is None:
            events = await self._store.read_log(self.correlation_id, self.head, AT_ONCE)
            for event in events:
                self._take(event)
            if not events:
                return

    def _take(self, event: LoggedEvent) -> None:
        """The next event, if it is that."""
        if self.head is None or event.seq != self.head + 1 or self.end is not None:
            return
        self._kept.add(self._encoded(event))
        self.head = event.seq
        if event.type == DemandClosed.type:
            self.end = event.seq
            self._hinted.set()
        self._tell()

    def _encoded(self, event: LoggedEvent) -> bytes:
        return frame_of(event, self.epoch)

    def _tell(self) -> None:
        for wake in self._watchers:
            wake()

    async def _bind(self) -> None:
        """Have hints; the log is read once they come: what was written before then gave none."""
        while self._consumer is None:
            try:
                self._consumer = await self._transport.subscribe(
                    f"#.{self.correlation_id}", self._on_hint, private=True
                )
            except (BrokerUnavailable, BrokerMisconfigured, LookupError, PublishFailed):
                await asyncio.sleep(1)
        self._hinted.set()

    async def _unbind(self) -> None:
        consumer, self._consumer = self._consumer, None
        if consumer is not None:
            await consumer.stop()

    async def _on_hint(self, delivery: Delivery) -> None:
        parcel = delivery.parcel
        found = _SEQ.match(parcel.data)
        if found is None or self.head is None or int(found[1]) > self.head + 1:
            self._hinted.set()
        else:
            self._take(LoggedEvent(int(found[1]), parcel.message_id, parcel.type, parcel.data))
        await delivery.ack()

    def _ended(self, following: asyncio.Task[None]) -> None:
        """Nobody reads on after a mistake of ours: readers are sent away and come back to a new tail."""
        if following.cancelled() or following.exception() is None:
            return
        self._log.error("tail_failed", correlation_id=self.correlation_id, exc_info=following.exception())
        self.over = True
        self._tell()
