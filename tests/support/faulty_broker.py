"""Memory broker with injected faults: rejected, lost, duplicated, reordered and delayed messages; restarts."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from typing_extensions import override

from shared.core.clock import Clock
from shared.transport.memory.broker import DELIVERY_LIMIT, MAX_LENGTH, MemoryBroker, MemoryTransport
from shared.transport.memory.queue import MemoryQueue, QueuedMessage
from shared.transport.port import BrokerMessage, Delivery, Handler, PublishFailed


@dataclass(frozen=True, slots=True)
class PublishFault:
    """Fault of one publish (FAULTS § 2).

    Attributes:
        outcome: refused: the broker rejects it; lost: it never arrives; unconfirmed: it is stored and the publisher is
            told that it was not.
        copies: How often the message is stored.
        delay: Milliseconds before that.
        overtakes: Store it before the messages that wait.
    """

    outcome: Literal["stored", "refused", "lost", "unconfirmed"] = "stored"
    copies: int = 1
    delay: int = 0
    overtakes: bool = False


@dataclass(frozen=True, slots=True)
class DeliveryFault:
    """Fault of one delivery: its handler starts `delay` ms late."""

    delay: int = 0


class BrokerFaults(Protocol):
    """Source of faults, called for each publish and delivery; None means no fault."""

    def on_publish(self, message: BrokerMessage) -> PublishFault | None:
        """Return the fault of this publish."""
        ...

    def on_delivery(self, queue: str, message: BrokerMessage) -> DeliveryFault | None:
        """Return the fault of this delivery."""
        ...


@dataclass
class ScriptedBrokerFaults:
    """Faults in the order in which publishes and deliveries come; after the last one nothing goes wrong."""

    publishes: list[PublishFault | None]
    deliveries: list[DeliveryFault | None]

    def on_publish(self, message: BrokerMessage) -> PublishFault | None:
        return self.publishes.pop(0) if self.publishes else None

    def on_delivery(self, queue: str, message: BrokerMessage) -> DeliveryFault | None:
        return self.deliveries.pop(0) if self.deliveries else None


class FaultyMemoryBroker(MemoryBroker):
    """Memory broker whose publishes and deliveries fail as `faults` says, and that can be restarted."""

    def __init__(
        self,
        clock: Clock,
        queues: Iterable[str] = (),
        *,
        faults: BrokerFaults | None = None,
        max_length: int = MAX_LENGTH,
        delivery_limit: int = DELIVERY_LIMIT,
    ) -> None:
        """Create a broker; without `faults` it behaves as any memory broker."""
        self._faults = faults
        self.is_overtaking = False
        super().__init__(clock, queues, max_length=max_length, delivery_limit=delivery_limit)

    @override
    async def publish(self, message: BrokerMessage, publisher: MemoryTransport) -> None:
        fault = None if self._faults is None else self._faults.on_publish(message)
        if fault is None:
            self.store(message)
            return
        if fault.delay:
            await asyncio.sleep(fault.delay / 1000)
            if not publisher.is_connected:
                raise PublishFailed("the connection is gone")
        if fault.outcome in ("refused", "lost"):
            raise PublishFailed(fault.outcome)
        self.is_overtaking = fault.overtakes
        try:
            for _ in range(fault.copies):
                self.store(message)
        finally:
            self.is_overtaking = False
        if fault.outcome == "unconfirmed":
            raise PublishFailed("no confirm came")

    @override
    def handler_for(self, handler: Handler, delivery: Delivery) -> Handler:
        fault = None if self._faults is None else self._faults.on_delivery(delivery.queue, delivery.message)
        if fault is None or not fault.delay:
            return handler
        delay = fault.delay / 1000

        async def handle_late(late: Delivery) -> None:
            await asyncio.sleep(delay)
            await handler(late)

        return handle_late

    def delete(self, queue: str) -> None:
        """Delete a queue with its messages and disconnect its consumers."""
        del self._queues[queue]
        for connection in [connection for connection in self._connections if connection.is_consuming(queue)]:
            connection.disconnect()

    def restart(self) -> None:
        """Disconnect all clients; events in flight are lost, stored commands are kept."""
        for connection in list(self._connections):
            connection.disconnect()

    @override
    def _create_queue(self, name: str, limit: int | None, *, is_subscription: bool = False) -> MemoryQueue:
        plain = super()._create_queue(name, limit, is_subscription=is_subscription)
        return _OvertakingQueue(plain, self)


class _OvertakingQueue(MemoryQueue):
    """Queue that stores a message at its head while the broker says so."""

    __slots__ = ("_broker",)

    def __init__(self, plain: MemoryQueue, broker: FaultyMemoryBroker) -> None:
        super().__init__(plain.name, plain._limit, plain._on_limit)
        self._broker = broker

    @override
    def put(self, queued: QueuedMessage) -> None:
        waiting = len(self._new)
        super().put(queued)
        if self._broker.is_overtaking and len(self._new) > waiting:
            self._new.rotate(1)
