"""Queue of the memory broker: competing consumers served round robin, redelivery with a delivery limit."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from shared.transport.port import BrokerMessage


class QueuedMessage:
    """Message in a queue; `returns` counts how often it was requeued unsettled."""

    __slots__ = ("message", "returns")

    def __init__(self, message: BrokerMessage) -> None:
        self.message = message
        self.returns = 0


class QueueConsumer(Protocol):
    """Receiver of a queue's messages."""

    def receive(self, queued: QueuedMessage) -> bool:
        """Accept a message and start processing it; return whether the prefetch allows another message."""
        ...


class MemoryQueue:
    """FIFO queue whose waiting consumers are served in turn.

    Either messages wait or consumers wait, never both. Requeued messages are delivered before new ones.
    """

    __slots__ = ("_consumers", "_limit", "_new", "_on_limit", "_requeued", "name", "unsettled")

    def __init__(self, name: str, limit: int | None, on_limit: Callable[[str, QueuedMessage], None]) -> None:
        """Create an empty queue.

        Args:
            name: Name without the namespace.
            limit: How often a message may be requeued; None for no limit.
            on_limit: Called with the queue's name and the message once it was requeued more often than that.
        """
        self.name = name
        self.unsettled = 0
        self._limit = limit
        self._on_limit = on_limit
        self._new: deque[QueuedMessage] = deque()
        self._requeued: deque[QueuedMessage] = deque()
        self._consumers: deque[QueueConsumer] = deque()

    @property
    def ready(self) -> int:
        """Number of messages that wait for a consumer."""
        return len(self._new) + len(self._requeued)

    def put(self, queued: QueuedMessage) -> None:
        """Deliver a message to the next waiting consumer; if none waits, append the message to the queue.

        The queue has no length limit of its own.
        """
        if self._consumers:
            self._deliver(queued)
        else:
            self._new.append(queued)

    def drop_head(self) -> None:
        """Remove the message that would be delivered next. Raises IndexError if no message waits."""
        (self._requeued or self._new).popleft()

    def discard(self) -> None:
        """Remove one processed message from the count `unsettled`; the queue holds no reference to it."""
        self.unsettled -= 1

    def requeue(self, queued: QueuedMessage) -> None:
        """Return an unsettled message to the queue; it is delivered before new ones, at once if a consumer waits.

        Its count `returns` grows by 1; if that exceeds the queue's limit, the message is passed to `on_limit` instead.
        """
        self.unsettled -= 1
        queued.returns += 1
        if self._limit is not None and queued.returns > self._limit:
            self._on_limit(self.name, queued)
        elif self._consumers:
            self._deliver(queued)
        else:
            self._requeued.append(queued)

    def add_consumer(self, consumer: QueueConsumer) -> None:
        """Add a consumer with free prefetch; deliver waiting messages to it until its prefetch is used up.

        It must not be waiting already. Once its prefetch is used up it no longer waits: add it again when it is free.
        """
        self._consumers.append(consumer)
        while self._consumers and (self._requeued or self._new):
            self._deliver((self._requeued or self._new).popleft())

    def remove_consumer(self, consumer: QueueConsumer) -> None:
        """Deliver no more messages to a consumer; no effect if it does not wait."""
        if consumer in self._consumers:
            self._consumers.remove(consumer)

    def _deliver(self, queued: QueuedMessage) -> None:
        self.unsettled += 1
        consumer = self._consumers[0]
        if not consumer.receive(queued):
            self._consumers.popleft()
        elif len(self._consumers) > 1:
            self._consumers.rotate(-1)
