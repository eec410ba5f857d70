"""The newest frames of one log, as they are sent: bounded in number and in size (DESIGN § 5)."""

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice

from gateway.streaming.log_pages import LOG_READ_ERRORS, LogPages, event_frame, join_frames
from gateway.streaming.resume import FIRST_EPOCH
from negotiation.contracts.events import DemandClosed
from shared.store.port import LoggedEvent, Store
from shared.telemetry.log import Log
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable, Consumer, Delivery, PublishFailed, Transport

MAX_FRAMES = 256
"""Frames; who is further behind reads pages of the log."""

MAX_FRAMES_BYTES = 512 * 1024
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
        while len(self._frames) > MAX_FRAMES or (self._bytes > MAX_FRAMES_BYTES and len(self._frames) > 1):
            self._bytes -= len(self._frames.popleft())

    def oldest_of_last(self, count: int) -> tuple[bytes, int] | None:
        """The first few of the last `amount` (at least 1), joined, and how many they are; None when it is too many."""
        skipped = len(self._frames) - count
        if skipped < 0:
            return None
        if count == 1:
            return self._frames[-1], 1
        return join_frames(list(islice(self._frames, skipped, None)), 0)


READ_BATCH_EVENTS = 256
"""Events that are read in one call."""

POLL_INTERVAL_S = 5.0
"""Seconds after which the log is read without a hint: the last one may be lost."""

DEGRADED_POLL_INTERVAL_S = 0.5
"""The same while no hint can come, and when the store did not answer."""

RECONNECT_SETTLE_S = 3.0
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
        is_broker_connected: Callable[[], bool],
        log: Log,
        *,
        epoch: str = FIRST_EPOCH,
        end: int | None = None,
        on_idle: Callable[["LogTail"], None] | None = None,
    ) -> None:
        """`end`: the log is known to be closed there; then nothing is followed. `on_alone`: its last watcher left."""
        self.correlation_id = correlation_id
        self.head: int | None = end
        self.end: int | None = end
        self.is_stopped = False
        self.pages = LogPages(store, correlation_id, self._encode)
        self.epoch = epoch
        self._on_idle = on_idle
        self._subscribers: dict[Callable[[], None], None] = {}
        self._store = store
        self._transport = transport
        self._is_broker_connected = is_broker_connected
        self._log = log
        self._buffer = FrameBuffer()
        self._read_requested = asyncio.Event()
        self._consumer: Consumer | None = None

    def start(self) -> None:
        """Begin to follow, unless there is nothing to come."""
        if self.end is None:
            self._tasks = (asyncio.create_task(self._poll_log()), asyncio.create_task(self._subscribe_to_broker()))
            self._tasks[0].add_done_callback(self._on_poll_done)

    async def stop(self) -> None:
        """Follow no more; readers end at a frame's boundary."""
        self.is_stopped = True
        self._wake_subscribers()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._unsubscribe_from_broker()

    @property
    def has_no_subscribers(self) -> bool:
        """Whether nobody watches."""
        return not self._subscribers

    def subscribe(self, wake: Callable[[], None]) -> None:
        """From now on `wake` is called at every change."""
        self._subscribers[wake] = None

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        """No longer."""
        del self._subscribers[wake]
        if self.has_no_subscribers and self._on_idle is not None:
            self._on_idle(self)

    def schedule_read(self) -> None:
        """Read the log soon."""
        self._read_requested.set()

    def next_frames(self, cursor: int) -> tuple[bytes, int] | None:
        """What is sent next to a reader at `cursor`, and how many events it is: (b"", 0) when it has everything.

        None when it is not kept here any more.
        """
        if self.head is None or cursor >= self.head:
            return b"", 0
        return self._buffer.oldest_of_last(self.head - cursor)

    async def _poll_log(self) -> None:
        """Read whenever there may be something, up to the last event."""
        clock = asyncio.get_running_loop().time
        degraded_until = timeout_s = 0.0
        while self.end is None:
            await self._wait_for_read_request(timeout_s)
            if self._consumer is None or not self._is_broker_connected():
                degraded_until = clock() + RECONNECT_SETTLE_S
            try:
                await self._read_new_events()
            except LOG_READ_ERRORS:
                await asyncio.sleep(DEGRADED_POLL_INTERVAL_S)
                self._wake_subscribers()  # who could not read a page tries again
                timeout_s = 0
            else:
                timeout_s = DEGRADED_POLL_INTERVAL_S if clock() < degraded_until else POLL_INTERVAL_S
        await self._unsubscribe_from_broker()

    async def _wait_for_read_request(self, timeout_s: float) -> None:
        """Return at the next hint, or after `longest` s."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._read_requested.wait()
        self._read_requested.clear()

    async def _read_new_events(self) -> None:
        """Take everything the log has. At first only where it ends: what lies before is read by whoever wants it."""
        if self.head is None:
            last = await self._store.read_last_event(self.correlation_id)
            self.head = 0 if last is None else last.seq
            if last is not None and last.type == DemandClosed.type:
                self.end = last.seq
            self._wake_subscribers()
        while self.end is None:
            events = await self._store.read_log(self.correlation_id, self.head, READ_BATCH_EVENTS)
            for event in events:
                self._append(event)
            if not events:
                return

    def _append(self, event: LoggedEvent) -> None:
        """The next event, if it is that."""
        if self.head is None or event.seq != self.head + 1 or self.end is not None:
            return
        self._buffer.add(self._encode(event))
        self.head = event.seq
        if event.type == DemandClosed.type:
            self.end = event.seq
            self._read_requested.set()
        self._wake_subscribers()

    def _encode(self, event: LoggedEvent) -> bytes:
        return event_frame(event, self.epoch)

    def _wake_subscribers(self) -> None:
        for wake in self._subscribers:
            wake()

    async def _subscribe_to_broker(self) -> None:
        """Have hints; the log is read once they come: what was written before then gave none."""
        while self._consumer is None:
            try:
                self._consumer = await self._transport.subscribe(
                    f"#.{self.correlation_id}", self._on_delivery, private=True
                )
            except (BrokerUnavailable, BrokerMisconfigured, LookupError, PublishFailed):
                await asyncio.sleep(1)
        self._read_requested.set()

    async def _unsubscribe_from_broker(self) -> None:
        consumer, self._consumer = self._consumer, None
        if consumer is not None:
            await consumer.stop()

    async def _on_delivery(self, delivery: Delivery) -> None:
        message = delivery.message
        seq_match = _SEQ.match(message.data)
        if seq_match is None or self.head is None or int(seq_match[1]) > self.head + 1:
            self._read_requested.set()
        else:
            self._append(LoggedEvent(int(seq_match[1]), message.message_id, message.type, message.data))
        await delivery.ack()

    def _on_poll_done(self, poll_task: asyncio.Task[None]) -> None:
        """Nobody reads on after a mistake of ours: readers are sent away and come back to a new tail."""
        if poll_task.cancelled() or poll_task.exception() is None:
            return
        self._log.error("tail_failed", correlation_id=self.correlation_id, exc_info=poll_task.exception())
        self.is_stopped = True
        self._wake_subscribers()
