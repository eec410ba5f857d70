"""Tail of one event log: its newest SSE frames in a bounded buffer, shared by all subscribers (DESIGN § 5)."""

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice

from gateway.streaming.log_pages import LOG_READ_ERRORS, LogPages, join_frames
from gateway.streaming.resume import FIRST_EPOCH
from gateway.streaming.sse_frames import NAMED_EVENTS, FrameEncoder
from shared.store.port import LoggedEvent, Store
from shared.telemetry.log import Log
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable, Consumer, Delivery, PublishFailed, Transport

MAX_FRAMES = 256
"""Capacity of a buffer in frames; subscribers further behind read pages of the log."""

MAX_FRAMES_BYTES = 512 * 1024
"""Capacity of a buffer in bytes. A single larger frame is still buffered."""


class FrameBuffer:
    """Ring buffer of the newest frames, without gaps."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._bytes = 0

    def add(self, frame: bytes) -> None:
        """Append a frame; drop the oldest ones beyond MAX_FRAMES or MAX_FRAMES_BYTES."""
        self._frames.append(frame)
        self._bytes += len(frame)
        while len(self._frames) > MAX_FRAMES or (self._bytes > MAX_FRAMES_BYTES and len(self._frames) > 1):
            self._bytes -= len(self._frames.popleft())

    def oldest_of_last(self, count: int) -> tuple[bytes, int] | None:
        """Join the oldest ones of the newest `count` frames: as many as fit into CHUNK_BYTES (8 KiB), but at least one.

        Args:
            count: Number of frames at the end of the buffer from which to take them; at least 1.

        Returns:
            The joined bytes and the number of frames in them, or None if fewer than `count` frames are buffered.
        """
        skipped = len(self._frames) - count
        if skipped < 0:
            return None
        if count == 1:
            return self._frames[-1], 1
        return join_frames(list(islice(self._frames, skipped, None)), 0)


READ_BATCH_EVENTS = 256
"""Events read from the store in one call."""

POLL_INTERVAL_S = 5.0
"""Interval between reads of the log without a broker message, since such a message may be lost."""

DEGRADED_POLL_INTERVAL_S = 0.5
"""The same interval while the broker or the store is unavailable."""

RECONNECT_SETTLE_S = 3.0
"""Time after a reconnect during which broker messages may be missed, because queues are bound again one by one."""

_SEQ = re.compile(rb'\{"seq":([0-9]{1,15}),')


class LogTail:
    """Tail of one log; wakes its subscribers whenever it advances.

    A broker message announces each event. The log itself is polled too, so that a lost message only delays an event.

    Attributes:
        head: Sequence number of the newest known event; None until the log was first read.
        end: Sequence number of the log's last event once the log is closed, else None.
        epoch: Epoch of the sequence numbers.
        frame_encoder: Form of the frames.
        is_stopped: Whether this tail will not advance any more, although its log may.
        pages: Older events of the log, as pages.
    """

    _tasks: Sequence[asyncio.Task[None]] = ()

    def __init__(
        self,
        correlation_id: str,
        store: Store,
        transport: Transport,
        is_broker_connected: Callable[[], bool],
        log: Log,
        last_event_type: str,
        *,
        frame_encoder: FrameEncoder = NAMED_EVENTS,
        epoch: str = FIRST_EPOCH,
        end: int | None = None,
        on_idle: Callable[["LogTail"], None] | None = None,
    ) -> None:
        """Create a tail that does nothing until `start`.

        Args:
            correlation_id: Id of the log.
            store: Store that holds the log.
            transport: Broker connection over which events are announced.
            is_broker_connected: Returns whether the broker is connected now.
            log: Receives `tail_failed` if polling fails unexpectedly.
            frame_encoder: Form of the frames.
            epoch: Epoch of the sequence numbers.
            end: Sequence number of the last event of a log known to be closed; such a tail does not poll.
            last_event_type: Type of the event that closes a log.
            on_idle: Called with the tail when its last subscriber has unsubscribed.
        """
        self.correlation_id = correlation_id
        self.head: int | None = end
        self.end: int | None = end
        self.is_stopped = False
        self.pages = LogPages(store, correlation_id, self._encode)
        self.epoch = epoch
        self.frame_encoder = frame_encoder
        self._on_idle = on_idle
        self._subscribers: dict[Callable[[], None], None] = {}
        self._store = store
        self._transport = transport
        self._is_broker_connected = is_broker_connected
        self._log = log
        self._last_event_type = last_event_type
        self._buffer = FrameBuffer()
        self._read_requested = asyncio.Event()
        self._consumer: Consumer | None = None

    def start(self) -> None:
        """Start tasks that poll the log and receive broker messages; do nothing if the log is closed (`end` is set).

        Call it once, in the event loop; it returns at once. The tasks run until the log is closed or `stop` is called.
        """
        if self.end is None:
            self._tasks = (asyncio.create_task(self._poll_log()), asyncio.create_task(self._subscribe_to_broker()))
            self._tasks[0].add_done_callback(self._on_poll_done)

    async def stop(self) -> None:
        """Stop polling, unsubscribe from the broker, and end the streams of all subscribers between two frames.

        Sets `is_stopped` and wakes the subscribers at once, and waits for the polling to end, not for the streams. It
        can be called again.
        """
        self.is_stopped = True
        self._wake_subscribers()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._unsubscribe_from_broker()

    @property
    def has_no_subscribers(self) -> bool:
        """Whether the tail has no subscribers."""
        return not self._subscribers

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever `head`, `end` or `is_stopped` changes, or a read has failed, until it is unsubscribed.

        It is not called now. `wake` must return at once, and neither subscribe nor unsubscribe. The same function
        subscribed twice is called once per change.
        """
        self._subscribers[wake] = None

    def unsubscribe(self, wake: Callable[[], None]) -> None:
        """Stop calling `wake`; call `on_idle` if no subscriber is left. Raises KeyError if `wake` is not subscribed."""
        del self._subscribers[wake]
        if self.has_no_subscribers and self._on_idle is not None:
            self._on_idle(self)

    def schedule_read(self) -> None:
        """Make the polling task read the log without delay; the call returns at once. No effect on a closed log."""
        self._read_requested.set()

    def next_frames(self, cursor: int) -> tuple[bytes, int] | None:
        """Return the next frames for a subscriber, about CHUNK_BYTES (8 KiB) of them, and the number of events in them.

        Args:
            cursor: Sequence number of the last event that the subscriber has.

        Returns:
            (b"", 0) if the subscriber is up to date or the log was not read yet: wait for `wake`. None if the next
            event is no longer in the buffer and must be read from `pages`.
        """
        if self.head is None or cursor >= self.head:
            return b"", 0
        return self._buffer.oldest_of_last(self.head - cursor)

    async def _poll_log(self) -> None:
        """Read new events at every request and at intervals, until the log is closed."""
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
                self._wake_subscribers()  # a subscriber may be waiting to read a page again
                timeout_s = 0
            else:
                timeout_s = DEGRADED_POLL_INTERVAL_S if clock() < degraded_until else POLL_INTERVAL_S
        await self._unsubscribe_from_broker()

    async def _wait_for_read_request(self, timeout_s: float) -> None:
        """Wait until a read is requested, at most `timeout_s` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._read_requested.wait()
        self._read_requested.clear()

    async def _read_new_events(self) -> None:
        """Read all events after `head`; at first only the last one, as subscribers read older ones from pages."""
        if self.head is None:
            last = await self._store.read_last_event(self.correlation_id)
            self.head = 0 if last is None else last.seq
            if last is not None and last.type == self._last_event_type:
                self.end = last.seq
            self._wake_subscribers()
        while self.end is None:
            events = await self._store.read_log(self.correlation_id, self.head, READ_BATCH_EVENTS)
            for event in events:
                self._append(event)
            if not events:
                return

    def _append(self, event: LoggedEvent) -> None:
        """Append the event if it directly follows `head`."""
        if self.head is None or event.seq != self.head + 1 or self.end is not None:
            return
        self._buffer.add(self._encode(event))
        self.head = event.seq
        if event.type == self._last_event_type:
            self.end = event.seq
            self._read_requested.set()
        self._wake_subscribers()

    def _encode(self, event: LoggedEvent) -> bytes:
        return self.frame_encoder.encode(event.seq, event.type, event.data, self.epoch)

    def _wake_subscribers(self) -> None:
        for wake in self._subscribers:
            wake()

    async def _subscribe_to_broker(self) -> None:
        """Subscribe to the log's broker messages, then read once, since earlier events were not announced here."""
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
        """If polling failed, stop the tail: subscribers disconnect, reconnect and get a new one."""
        if poll_task.cancelled() or poll_task.exception() is None:
            return
        self._log.error("tail_failed", correlation_id=self.correlation_id, exc_info=poll_task.exception())
        self.is_stopped = True
        self._wake_subscribers()
