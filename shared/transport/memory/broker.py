"""In-process message broker with RabbitMQ's semantics: bounded queues, redelivery, dead-lettering, topic events."""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from contextvars import Context
from dataclasses import replace
from functools import partial
from typing import Any

from typing_extensions import override

from shared.core.clock import Clock
from shared.core.timestamps import to_iso8601
from shared.transport.memory.consumer import MemoryConsumer
from shared.transport.memory.queue import MemoryQueue, QueuedMessage
from shared.transport.port import (
    BrokerMessage,
    BrokerUnavailable,
    Consumer,
    ConsumerOwner,
    Delivery,
    ErrorCallback,
    Handler,
    PublishFailed,
    Transport,
    Unroutable,
    log_handler_error,
)
from shared.transport.topology import DEAD, matches

MAX_LENGTH = 100_000
"""Messages that wait in a queue; beyond that a publish fails (commands) or the oldest message is dropped (events)."""

DELIVERY_LIMIT = 20
EVENT_PREFETCH = 256
CLOSED = "the connection is gone"


class MemoryBroker:
    """Broker that outlives its connections.

    A subclass can override `publish` and `handler_for` to observe or alter messages on their way in and out.
    """

    def __init__(
        self,
        clock: Clock,
        queues: Iterable[str] = (),
        *,
        max_length: int = MAX_LENGTH,
        delivery_limit: int = DELIVERY_LIMIT,
    ) -> None:
        """Create a broker with its queues.

        Args:
            clock: Time for the headers of dead letters.
            queues: Queues to declare; the queue `dead` always exists.
            max_length: Maximum number of messages that wait in a queue.
            delivery_limit: How often an unsettled message is requeued before it becomes a dead letter.
        """
        self._clock = clock
        self._max_length = max_length
        self._delivery_limit = delivery_limit
        self._dead = self._create_queue(DEAD, None)
        self._queues: dict[str, MemoryQueue] = {}
        self._bindings: list[tuple[str, bool, MemoryQueue]] = []
        self._connections: list[MemoryTransport] = []
        for queue in queues:
            self.declare(queue)

    def declare(self, queue: str) -> None:
        """Create a queue (name without the namespace); do nothing if it exists."""
        if queue not in self._queues:
            self._queues[queue] = self._create_queue(queue, self._delivery_limit)

    def count_ready(self, queue: str) -> int:
        """Return the number of messages that wait in a queue. Raises LookupError if it was never declared."""
        return self.get_queue(queue).ready

    def count_unsettled(self, queue: str) -> int:
        """Return the number of a queue's delivered, unsettled messages. Raises LookupError if it was never declared."""
        return self.get_queue(queue).unsettled

    def count_consumers(self, queue: str) -> int:
        """Return the number of connections that consume a queue; 0 also for one that was never declared."""
        return sum(connection.is_consuming(queue) for connection in self._connections)

    @property
    def queues(self) -> Sequence[str]:
        """Names of all command queues, and of the dead-letter queue, which is the last."""
        return (*self._queues, DEAD)

    @property
    def subscriptions(self) -> int:
        """Number of active subscriptions to events, over all connections."""
        return len(self._bindings)

    def get_queue(self, name: str) -> MemoryQueue:
        """Return the queue `name` (without the namespace). Raises LookupError if it was never declared."""
        queue = self._dead if name == DEAD else self._queues.get(name)
        if queue is None:
            raise LookupError(f"no queue {name!r} is declared; declare it first")
        return queue

    async def publish(self, message: BrokerMessage, publisher: "MemoryTransport") -> None:
        """Store a message that the connection `publisher` publishes, as `store` does; a subclass may override it.

        Raises:
            Unroutable: It is a command and its queue was never declared.
            PublishFailed: The queue is full; publish again later.
            TypeError: `message.data` is not bytes.
        """
        del publisher
        self.store(message)

    def handler_for(self, handler: Handler, delivery: Delivery) -> Handler:
        """Return the handler that processes `delivery`: the consumer's `handler`, unless a subclass replaces it."""
        del delivery
        return handler

    def store(self, message: BrokerMessage) -> None:
        """Add a message to the queues that its exchange and routing key select; waiting consumers receive it at once.

        An event without a subscriber is dropped; a full subscription drops its oldest event instead of the new one.

        Raises:
            Unroutable: It is a command and its queue was never declared.
            PublishFailed: The queue of a command, or the dead-letter queue, is full; publish again later.
            TypeError: `message.data` is not bytes.
        """
        if type(message.data) is not bytes:
            raise TypeError(f"message data must be bytes, not {type(message.data).__name__}")
        if message.headers:
            message = replace(message, headers=dict(message.headers))
        if message.exchange in ("events", "private"):
            self._publish_event(message)
            return
        queue = self._dead if message.exchange == "dead" else self._queues.get(message.routing_key)
        if queue is None:
            raise Unroutable(f"no queue for {message.routing_key!r}")
        if queue.ready >= self._max_length:
            raise PublishFailed(f"{queue.name} is full")
        queue.put(QueuedMessage(message))

    def attach(self, connection: "MemoryTransport") -> None:
        """Register an open connection; each connection calls it when it is created."""
        self._connections.append(connection)

    def detach(self, connection: "MemoryTransport") -> None:
        """Remove a connection that was closed. Raises ValueError if it is not registered."""
        self._connections.remove(connection)

    def bind(self, pattern: str, private: bool) -> MemoryQueue:
        """Create and return a subscriber's queue, which receives the events that match `pattern` from now on.

        `pattern` is a binding key for `<event_type>.<correlation_id>` (`topology.matches`). `private` adds the events
        of the exchange `private`.
        """
        queue = self._create_queue("events", self._delivery_limit, is_subscription=True)
        self._bindings.append((pattern, private, queue))
        return queue

    def unbind(self, queue: MemoryQueue) -> None:
        """Remove a subscriber's queue that `bind` created: it gets no more events. No effect on any other queue."""
        self._bindings = [binding for binding in self._bindings if binding[2] is not queue]

    def _create_queue(self, name: str, limit: int | None, *, is_subscription: bool = False) -> MemoryQueue:
        return MemoryQueue(name, limit, _discard if is_subscription else self._dead_letter)

    def _publish_event(self, message: BrokerMessage) -> None:
        for pattern, private, queue in self._bindings:
            if (private or message.exchange == "events") and matches(pattern, message.routing_key):
                if queue.ready >= self._max_length:
                    queue.drop_head()  # an event is a notification; the log has it
                queue.put(QueuedMessage(message))

    def _dead_letter(self, queue: str, queued: QueuedMessage) -> None:
        message = queued.message
        headers = {
            "x-first-seen": to_iso8601(self._clock.now()),
            **message.headers,
            "x-reason": "killed_worker",
            "x-error": f"delivered {queued.returns} times, never settled",
            "x-queue": queue,
            "x-attempts": str(queued.returns),
        }
        self._dead.put(QueuedMessage(replace(message, exchange="dead", headers=headers)))


def _discard(queue: str, queued: QueuedMessage) -> None:
    """Drop an event that its subscriber never settled; the log has it."""


class MemoryTransport(Transport, ConsumerOwner):
    """Connection of one client to a memory broker."""

    def __init__(self, broker: MemoryBroker, on_error: ErrorCallback = log_handler_error) -> None:
        """Connect to `broker`; `on_error` is called with each exception that a handler raises."""
        self._broker = broker
        self._on_error = on_error
        self._closed = asyncio.Event()
        self._consumers: list[MemoryConsumer] = []
        self._tasks: dict[asyncio.Task[None], None] = {}
        broker.attach(self)

    @override
    async def publish(self, message: BrokerMessage) -> None:
        if not self.is_connected:
            raise PublishFailed(CLOSED)
        await self._broker.publish(message, self)

    @override
    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        self._check_connected()
        handler_for = partial(self._broker.handler_for, handler)
        return self._add_consumer(MemoryConsumer(self, self._broker.get_queue(queue), handler_for, prefetch))

    @override
    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        self._check_connected()
        queue = self._broker.bind(pattern, private)
        handler_for = partial(self._broker.handler_for, handler)
        return self._add_consumer(MemoryConsumer(self, queue, handler_for, EVENT_PREFETCH, auto_ack=True))

    @override
    async def close(self) -> None:
        self.disconnect()
        self._cancel_tasks(asyncio.current_task())

    def abort(self) -> None:
        """Close the connection, requeue unsettled messages and cancel all handlers, including one that calls this.

        Returns without waiting for the handlers to end. On a closed connection it only cancels those that still run.
        """
        self.disconnect()
        self._cancel_tasks(None)

    def disconnect(self) -> None:
        """Close the connection and requeue unsettled messages; handlers continue, but settling has no effect.

        `wait_closed` returns, and later publishes raise PublishFailed. No effect if closed already.
        """
        if self._closed.is_set():
            return
        self._closed.set()
        self._broker.detach(self)
        consumers, self._consumers = self._consumers, []
        for consumer in consumers:
            consumer.unsubscribe()
        for consumer in consumers:
            consumer.disconnect()
            self._broker.unbind(consumer.queue)

    @override
    async def wait_closed(self) -> str:
        await self._closed.wait()
        return CLOSED

    @property
    def is_connected(self) -> bool:
        """True until the connection is closed."""
        return not self._closed.is_set()

    def is_consuming(self, queue: str) -> bool:
        """Return whether this connection has a consumer of `queue` (name without the namespace).

        A stopped consumer counts until its deliveries are settled.
        """
        return any(consumer.queue.name == queue for consumer in self._consumers)

    @override
    def start_task(self, work: Coroutine[Any, Any, None], context: Context) -> None:
        task = asyncio.get_running_loop().create_task(work, context=context)
        self._tasks[task] = None
        task.add_done_callback(lambda done: self._tasks.pop(done, None))

    @override
    def report_error(self, delivery: Delivery, error: Exception) -> None:
        self._on_error(delivery, error)

    @override
    def remove_consumer(self, consumer: Consumer) -> None:
        for own in self._consumers:
            if own is consumer:
                self._broker.unbind(own.queue)
                if own.is_idle:
                    self._consumers.remove(own)
                return

    def _add_consumer(self, consumer: MemoryConsumer) -> MemoryConsumer:
        self._consumers.append(consumer)
        consumer.queue.add_consumer(consumer)
        return consumer

    def _check_connected(self) -> None:
        if not self.is_connected:
            raise BrokerUnavailable(CLOSED)

    def _cancel_tasks(self, excluded: asyncio.Task[Any] | None) -> None:
        for task in list(self._tasks):
            if task is not excluded:
                task.cancel()
