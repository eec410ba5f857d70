"""Consumer and delivery of the memory broker: each delivery is settled exactly once or requeued."""

from collections.abc import Callable
from contextvars import copy_context

from typing_extensions import override

from shared.transport.memory.queue import MemoryQueue, QueuedMessage
from shared.transport.port import BrokerMessage, Consumer, ConsumerOwner, Delivery, Handler


class MemoryDelivery:
    """Unsettled message of a memory queue: the Delivery port."""

    __slots__ = ("_consumer", "message", "redelivered")

    def __init__(self, consumer: "MemoryConsumer", queued: QueuedMessage) -> None:
        self.message: BrokerMessage = queued.message
        self.redelivered: bool = queued.returns > 0
        self._consumer = consumer

    @property
    def queue(self) -> str:
        """Name of the queue that the message was read from, without the namespace; "events" for a subscription."""
        return self._consumer.queue.name

    @property
    def publisher(self) -> None:
        """Always None: within one process there are no logins."""
        return None

    async def ack(self) -> None:
        """Settle the delivery as processed: the broker removes the message. No effect once the connection is lost.

        Raises RuntimeError if it was settled before.
        """
        self._consumer.ack(self)

    async def reject(self) -> None:
        """Return the message to its queue for redelivery. No effect once the connection is lost.

        Once rejected more often than the delivery limit (by default 20), it is dead-lettered, an event of a
        subscription dropped. Raises RuntimeError if it was settled before.
        """
        self._consumer.reject(self)


class MemoryConsumer(Consumer):
    """Consumer of a memory queue with at most `prefetch` unsettled deliveries."""

    def __init__(
        self,
        owner: ConsumerOwner,
        queue: MemoryQueue,
        handler_for: Callable[[Delivery], Handler],
        prefetch: int,
        *,
        auto_ack: bool = False,
    ) -> None:
        """Create a consumer; it receives messages once the queue has it.

        Args:
            owner: Connection that runs the handlers.
            queue: Queue to read.
            handler_for: Returns the handler of a delivery.
            prefetch: Maximum number of unsettled deliveries.
            auto_ack: Acknowledge what the handler leaves unsettled when it returns.
        """
        self.queue = queue
        self._owner = owner
        self._handler_for = handler_for
        self._prefetch = prefetch
        self._auto_ack = auto_ack
        self._stopped = False
        self._disconnected = False
        self._context = copy_context()
        self._unsettled: dict[MemoryDelivery, QueuedMessage] = {}

    @property
    def is_idle(self) -> bool:
        """True if every delivery of this consumer is settled."""
        return not self._unsettled

    def receive(self, queued: QueuedMessage) -> bool:
        """Start the handler on a message in a new task; return whether the prefetch allows another message.

        The queue calls it, and only while the prefetch allows a message.
        """
        delivery = MemoryDelivery(self, queued)
        self._unsettled[delivery] = queued
        # The consumer's context, not the publisher's: logging variables that the publisher bound stay with it.
        self._owner.start_task(self._handle(delivery, self._handler_for(delivery)), self._context.copy())
        return len(self._unsettled) < self._prefetch

    def ack(self, delivery: MemoryDelivery) -> None:
        """Settle a delivery as processed, which lets the consumer receive the next message.

        No effect after `disconnect`.

        Raises:
            RuntimeError: The delivery was settled before.
        """
        if self._settle(delivery):
            self.queue.discard()
            self._continue()

    def reject(self, delivery: MemoryDelivery) -> None:
        """Return a delivery to the queue, which lets the consumer receive the next message.

        No effect after `disconnect`. The queue gives it up when it was requeued too often (`MemoryQueue.requeue`).

        Raises:
            RuntimeError: The delivery was settled before.
        """
        if queued := self._settle(delivery):
            self.queue.requeue(queued)
            self._continue()

    @override
    async def stop(self) -> None:
        self.unsubscribe()
        self._owner.remove_consumer(self)

    def unsubscribe(self) -> None:
        """Stop receiving messages from the queue; unsettled deliveries can still be settled."""
        self._stopped = True
        self.queue.remove_consumer(self)

    def disconnect(self) -> None:
        """Requeue all unsettled deliveries in order of arrival; settling them afterwards has no effect.

        Call `unsubscribe` first, or the queue delivers them to this consumer again. Running handlers continue.
        """
        self._disconnected = True
        unsettled, self._unsettled = self._unsettled, {}
        for queued in unsettled.values():
            self.queue.requeue(queued)

    async def _handle(self, delivery: MemoryDelivery, handler: Handler) -> None:
        returned, failure = False, None
        try:
            await handler(delivery)
            returned = True
        except Exception as error:  # noqa: BLE001 - any failure: the message is requeued and the error reported
            failure = error
        finally:
            if delivery in self._unsettled:
                self._settle_leftover(delivery, returned)
            if failure is not None:
                self._owner.report_error(delivery, failure)

    def _settle_leftover(self, delivery: MemoryDelivery, returned: bool) -> None:
        """Settle a delivery whose handler ended without doing so: requeue it after an error or cancellation."""
        if not returned:
            self.reject(delivery)
        elif self._auto_ack:
            self.ack(delivery)

    def _settle(self, delivery: MemoryDelivery) -> QueuedMessage | None:
        queued = self._unsettled.pop(delivery, None)
        if queued is None and not self._disconnected:
            raise RuntimeError(f"delivery {delivery.message.message_id} was settled before; settle it once")
        return queued

    def _continue(self) -> None:
        if self._stopped:
            if not self._unsettled:
                self._owner.remove_consumer(self)
        elif len(self._unsettled) == self._prefetch - 1:
            self.queue.add_consumer(self)
