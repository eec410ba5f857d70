"""What a consumer of the memory broker holds: every delivery settled once, or given back."""

import asyncio
from collections.abc import Coroutine
from contextvars import Context, copy_context
from typing import Any, Protocol

from shared.transport.memory.queue import MemoryQueue, QueuedMessage
from shared.transport.port import BrokerMessage, Handler


class MemoryDelivery:
    """A parcel in the hands of a consumer: the Delivery port."""

    __slots__ = ("_consumer", "parcel", "redelivered")

    def __init__(self, consumer: "MemoryConsumer", message: QueuedMessage) -> None:
        self.parcel: BrokerMessage = message.parcel
        self.redelivered: bool = message.returns > 0
        self._consumer = consumer

    @property
    def queue(self) -> str:
        """The queue it came from."""
        return self._consumer.queue.name

    @property
    def publisher(self) -> None:
        """In one process there are no logins."""
        return None

    async def ack(self) -> None:
        """It is done. Without a connection nothing happens. RuntimeError when it was settled before."""
        self._consumer.ack(self)

    async def reject(self) -> None:
        """Give it back. Without a connection nothing happens. RuntimeError when it was settled before."""
        self._consumer.reject(self)


class ConsumerOwner(Protocol):
    """The connection that a consumer belongs to."""

    @property
    def connected(self) -> bool:
        """Whether settling still reaches the broker."""
        ...

    def delay(self, delivery: MemoryDelivery) -> float:
        """How late (s) work on a delivery starts."""
        ...

    def start(self, delivery: MemoryDelivery, work: Coroutine[Any, Any, None], context: Context) -> None:
        """Run `work` in a task of its own."""
        ...

    def finished(self, delivery: MemoryDelivery, error: Exception | None) -> None:
        """The work on a delivery ended, with an exception that nobody caught or without."""
        ...

    def stopped(self, consumer: "MemoryConsumer") -> None:
        """A consumer takes nothing more, or has settled the last that it had."""
        ...


class MemoryConsumer:
    """Takes messages out of a queue, at most `prefetch` unsettled at a time: the Consumer port."""

    def __init__(
        self, client: ConsumerOwner, queue: MemoryQueue, handler: Handler, prefetch: int, *, settles: bool = False
    ) -> None:
        """`settles`: what the handler leaves unsettled is settled when it returns."""
        self.queue = queue
        self._client = client
        self._handler = handler
        self._prefetch = prefetch
        self._settles = settles
        self._stopped = False
        self._context = copy_context()
        self._unsettled: dict[MemoryDelivery, QueuedMessage] = {}

    @property
    def idle(self) -> bool:
        """Whether nothing is in hand."""
        return not self._unsettled

    def take(self, message: QueuedMessage) -> bool:
        """Start work on a message; whether there is room for another one."""
        delivery = MemoryDelivery(self, message)
        self._unsettled[delivery] = message
        # A copy, and not the publisher's: what its logger has bound belongs to it.
        work = self._handle(delivery, self._client.delay(delivery))
        self._client.start(delivery, work, self._context.copy())
        return len(self._unsettled) < self._prefetch

    def ack(self, delivery: MemoryDelivery) -> None:
        """Forget a delivery, and take the next message."""
        if self._settle(delivery):
            self.queue.forget()
            self._next()

    def reject(self, delivery: MemoryDelivery) -> None:
        """Give a delivery back, and take the next message; it may be the same one."""
        if message := self._settle(delivery):
            self.queue.give_back(message)
            self._next()

    async def stop(self) -> None:
        """Take nothing more. What is in hand can still be settled."""
        self.leave()
        self._client.stopped(self)

    def leave(self) -> None:
        """No longer be one of those who wait at the queue."""
        self._stopped = True
        self.queue.leave(self)

    def give_back_all(self) -> None:
        """Give back everything in hand, in the order in which it came."""
        unsettled, self._unsettled = self._unsettled, {}
        for message in unsettled.values():
            self.queue.give_back(message)

    async def _handle(self, delivery: MemoryDelivery, delay: float) -> None:
        returned, problem = False, None
        try:
            if delay:
                await asyncio.sleep(delay)
            await self._handler(delivery)
            returned = True
        except Exception as error:  # noqa: BLE001 - whatever it was: the message goes back, the client is told
            problem = error
        finally:
            if delivery in self._unsettled:
                self._settle_for(delivery, returned)
            self._client.finished(delivery, problem)

    def _settle_for(self, delivery: MemoryDelivery, returned: bool) -> None:
        """The handler has ended without settling: what it failed on, or was cancelled on, goes back."""
        if not returned:
            self.reject(delivery)
        elif self._settles:
            self.ack(delivery)

    def _settle(self, delivery: MemoryDelivery) -> QueuedMessage | None:
        message = self._unsettled.pop(delivery, None)
        if message is None and self._client.connected:
            raise RuntimeError(f"{delivery.parcel.message_id} was settled before")
        return message

    def _next(self) -> None:
        if self._stopped:
            if not self._unsettled:
                self._client.stopped(self)
        elif len(self._unsettled) == self._prefetch - 1:
            self.queue.wait(self)
