"""How messages travel inside one process: a broker that bounds, redelivers and dead-letters like RabbitMQ."""

import asyncio
from collections.abc import Coroutine, Iterable
from contextvars import Context
from dataclasses import replace
from typing import Any

from shared.core.clock import Clock
from shared.core.timestamps import to_iso8601
from shared.transport.handler_errors import ErrorCallback, log_handler_error
from shared.transport.memory.consumer import MemoryConsumer, MemoryDelivery
from shared.transport.memory.faults import Faults, PublishFault
from shared.transport.memory.queue import MemoryQueue, QueuedMessage
from shared.transport.port import BrokerMessage, Consumer, Handler, PublishFailed, Unroutable
from shared.transport.topology import DEAD, matches

MAX_LENGTH = 100_000
DELIVERY_LIMIT = 20
EVENT_PREFETCH = 256
GONE = "the connection is gone"


class MemoryBroker:
    """The server: it outlives its clients, and what it confirmed outlives its own restart."""

    def __init__(
        self,
        clock: Clock,
        queues: Iterable[str] = (),
        *,
        faults: Faults | None = None,
        max_length: int = MAX_LENGTH,
        delivery_limit: int = DELIVERY_LIMIT,
    ) -> None:
        """`max_length` bounds what waits in a queue, `delivery_limit` how often a message may come back."""
        self.faults = faults
        self._clock = clock
        self._max_length = max_length
        self._limit = delivery_limit
        self._dead = MemoryQueue(DEAD, None, self._bury)
        self._queues: dict[str, MemoryQueue] = {}
        self._bindings: list[tuple[str, bool, MemoryQueue]] = []
        self._clients: list[MemoryTransport] = []
        for queue in queues:
            self.declare(queue)

    def declare(self, queue: str) -> None:
        """Make the queue of a role, unless it is there. The queue `dead` always is."""
        if queue not in self._queues:
            self._queues[queue] = MemoryQueue(queue, self._limit, self._bury)

    def delete(self, queue: str) -> None:
        """Lose a queue with all that is in it; who consumes it is disconnected."""
        del self._queues[queue]
        for client in [client for client in self._clients if client.is_consuming(queue)]:
            client.disconnect()

    def restart(self) -> None:
        """Go down and come back: clients are disconnected, events on their way are lost, the rest is kept."""
        for client in list(self._clients):
            client.disconnect()

    def count_ready(self, queue: str) -> int:
        """How many messages wait in `queue`."""
        return self.get_queue(queue).ready

    def count_unsettled(self, queue: str) -> int:
        """How many messages of `queue` are in somebody's hands."""
        return self.get_queue(queue).unsettled

    @property
    def subscriptions(self) -> int:
        """How many subscriptions to events there are."""
        return len(self._bindings)

    def get_queue(self, queue: str) -> MemoryQueue:
        """The queue of that name. Raises LookupError when it was never declared."""
        found = self._dead if queue == DEAD else self._queues.get(queue)
        if found is None:
            raise LookupError(f"no queue {queue!r} is declared")
        return found

    def store(self, parcel: BrokerMessage, overtakes: bool = False) -> None:
        """Take a parcel. Raises Unroutable or PublishRefused when no queue has it afterwards."""
        if type(parcel.data) is not bytes:
            raise TypeError(f"a parcel carries bytes, not {type(parcel.data).__name__}")
        if parcel.headers:
            parcel = replace(parcel, headers=dict(parcel.headers))
        if parcel.exchange in ("events", "private"):
            self._fan_out(parcel, overtakes)
            return
        queue = self._dead if parcel.exchange == "dead" else self._queues.get(parcel.routing_key)
        if queue is None:
            raise Unroutable(f"no queue for {parcel.routing_key!r}")
        if queue.ready >= self._max_length:
            raise PublishFailed(f"{queue.name} is full")
        queue.put(QueuedMessage(parcel), overtakes)

    def attach(self, client: "MemoryTransport") -> None:
        """A client connects."""
        self._clients.append(client)

    def detach(self, client: "MemoryTransport") -> None:
        """A client is gone."""
        self._clients.remove(client)

    def bind(self, pattern: str, private: bool) -> MemoryQueue:
        """A queue of one's own for the events that match `pattern`; `private`: also those not for everybody."""
        queue = MemoryQueue("events", self._limit, _drop)
        self._bindings.append((pattern, private, queue))
        return queue

    def unbind(self, queue: MemoryQueue) -> None:
        """Remove a queue that `bind` made, if it is one."""
        self._bindings = [binding for binding in self._bindings if binding[2] is not queue]

    def _fan_out(self, parcel: BrokerMessage, overtakes: bool) -> None:
        for pattern, private, queue in self._bindings:
            if (private or parcel.exchange == "events") and matches(pattern, parcel.routing_key):
                if queue.ready >= self._max_length:
                    queue.drop_oldest()  # a hint; the log has it
                queue.put(QueuedMessage(parcel), overtakes)

    def _bury(self, queue: str, message: QueuedMessage) -> None:
        parcel = message.parcel
        headers = {
            "x-first-seen": to_iso8601(self._clock.now()),
            **parcel.headers,
            "x-reason": "killed_worker",
            "x-error": f"delivered {message.returns} times, never settled",
            "x-queue": queue,
            "x-attempts": str(message.returns),
        }
        self._dead.put(QueuedMessage(replace(parcel, exchange="dead", headers=headers)))


def _drop(queue: str, message: QueuedMessage) -> None:
    """An event that nobody settles is forgotten; the log has it."""


class MemoryTransport:
    """One client's connection to a memory broker: the Transport port."""

    def __init__(self, broker: MemoryBroker, on_error: ErrorCallback = log_handler_error) -> None:
        """`on_error` hears of every exception that a handler lets escape; its delivery is given back."""
        self._broker = broker
        self._on_error = on_error
        self._gone = asyncio.Event()
        self._consumers: list[MemoryConsumer] = []
        self._running: dict[MemoryDelivery, asyncio.Task[None]] = {}
        broker.attach(self)

    async def publish(self, parcel: BrokerMessage) -> None:
        """Return once the broker holds it. Raises Unroutable (commands only) or PublishRefused."""
        self._check()
        faults = self._broker.faults
        fault = None if faults is None else faults.on_publish(parcel)
        if fault is None:
            self._broker.store(parcel)
        else:
            await self._publish_with(fault, parcel)

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        """Hand over what waits in `queue`. Raises LookupError when it was never declared."""
        self._check()
        return self._add(MemoryConsumer(self, self._broker.get_queue(queue), handler, prefetch))

    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        """Receive events that match. What the handler leaves unsettled is settled when it returns."""
        self._check()
        queue = self._broker.bind(pattern, private)
        return self._add(MemoryConsumer(self, queue, handler, EVENT_PREFETCH, settles=True))

    async def close(self) -> None:
        """Disconnect, and cancel the handlers that are still at work, but not the caller."""
        self.disconnect()
        self._cancel(asyncio.current_task())

    def abort(self) -> None:
        """End as a killed process does: disconnect, and cancel every handler."""
        self.disconnect()
        self._cancel(None)

    def disconnect(self) -> None:
        """Lose the connection: what is unsettled goes back. Handlers do not notice, not even by ack."""
        if self._gone.is_set():
            return
        self._gone.set()
        self._broker.detach(self)
        consumers, self._consumers = self._consumers, []
        for consumer in consumers:
            consumer.leave()
        for consumer in consumers:
            consumer.give_back_all()
            self._broker.unbind(consumer.queue)

    async def wait_closed(self) -> str:
        """Why, once the connection is gone."""
        await self._gone.wait()
        return GONE

    @property
    def connected(self) -> bool:
        """Whether the broker still knows this client."""
        return not self._gone.is_set()

    def is_consuming(self, queue: str) -> bool:
        """Whether a consumer of this client belongs to `queue`."""
        return any(consumer.queue.name == queue for consumer in self._consumers)

    def delay(self, delivery: MemoryDelivery) -> float:
        """How late (s) work on a delivery starts: 0 unless a fault says so."""
        faults = self._broker.faults
        fault = None if faults is None else faults.on_delivery(delivery.queue, delivery.parcel)
        return 0 if fault is None else fault.delay / 1000

    def start(self, delivery: MemoryDelivery, work: Coroutine[Any, Any, None], context: Context) -> None:
        """Run the work on a delivery in a task of its own, and hold on to it."""
        loop = asyncio.get_running_loop()
        self._running[delivery] = loop.create_task(work, context=context)

    def finished(self, delivery: MemoryDelivery, error: Exception | None) -> None:
        """The work on a delivery ended."""
        self._running.pop(delivery, None)
        if error is not None:
            self._on_error(delivery, error)

    def stopped(self, consumer: MemoryConsumer) -> None:
        """A consumer takes nothing more: what waits for it alone is forgotten."""
        self._broker.unbind(consumer.queue)
        if consumer.idle and consumer in self._consumers:
            self._consumers.remove(consumer)

    def _add(self, consumer: MemoryConsumer) -> MemoryConsumer:
        self._consumers.append(consumer)
        consumer.queue.wait(consumer)
        return consumer

    async def _publish_with(self, fault: PublishFault, parcel: BrokerMessage) -> None:
        if fault.delay:
            await asyncio.sleep(fault.delay / 1000)
            self._check()
        if fault.outcome in ("refused", "lost"):
            raise PublishFailed(fault.outcome)
        for _ in range(fault.copies):
            self._broker.store(parcel, fault.overtakes)
        if fault.outcome == "unconfirmed":
            raise PublishFailed("no confirm came")

    def _check(self) -> None:
        if self._gone.is_set():
            raise PublishFailed(GONE)

    def _cancel(self, spared: asyncio.Task[Any] | None) -> None:
        for task in list(self._running.values()):
            if task is not spared:
                task.cancel()
