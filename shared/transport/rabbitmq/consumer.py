"""How deliveries are consumed and settled: explicitly, once, without waiting for the broker (FAULTS § 5, 4, 7, 15)."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Any, Protocol

import pamqp.frame
from aio_pika.abc import AbstractChannel
from aiormq.abc import DeliveredMessage
from aiormq.exceptions import AMQPError
from pamqp.commands import Basic

from shared.transport.port import BrokerMessage, Handler
from shared.transport.rabbitmq.aiormq_internals import get_aiormq_channel, translate_bare_exception
from shared.transport.rabbitmq.connect import CLOSE_TIMEOUT_S
from shared.transport.rabbitmq.decode import MessageDecoder, is_redelivered
from shared.transport.rabbitmq.frame_writer import FrameWriter


class RabbitDelivery:
    """A parcel in the hands of a consumer: the Delivery port."""

    __slots__ = ("_consumer", "parcel", "publisher", "redelivered", "tag")

    def __init__(
        self, consumer: "RabbitConsumer", tag: int, parcel: BrokerMessage, again: bool, publisher: str | None
    ) -> None:
        """`tag`: the number by which the channel knows it."""
        self.tag = tag
        self.parcel = parcel
        self.redelivered = again
        self.publisher = publisher
        self._consumer = consumer

    @property
    def queue(self) -> str:
        """The queue it came from, without the namespace."""
        return self._consumer.queue

    async def ack(self) -> None:
        """It is done. Without a connection nothing happens. RuntimeError when it was settled before."""
        self._consumer.ack(self)

    async def reject(self) -> None:
        """Give it back. Without a connection nothing happens. RuntimeError when it was settled before."""
        self._consumer.reject(self)


class ConsumerChannels(Protocol):
    """The connection that a consumer belongs to."""

    def start_work(self, work: Coroutine[Any, Any, None], context: Context) -> None:
        """Run `work` in a task of its own."""
        ...

    def failed(self, delivery: RabbitDelivery, error: Exception) -> None:
        """A handler let an exception escape."""
        ...

    def mark_unusable(self, reason: str) -> None:
        """This client can no longer be relied on."""
        ...

    def ended(self, consumer: "RabbitConsumer") -> None:
        """A consumer has stopped and has nothing in hand."""
        ...


class RabbitConsumer:
    """Takes messages out of a queue, at most the channel's prefetch unsettled at a time: the Consumer port."""

    def __init__(
        self, client: ConsumerChannels, queue: str, handler: Handler, reader: MessageDecoder, *, settles: bool = False
    ) -> None:
        """`queue`: without namespace. `settles`: what the handler leaves unsettled is settled when it returns."""
        self.queue = queue
        self._client = client
        self._handler = handler
        self._reader = reader
        self._settles = settles
        self._context = copy_context()
        self._unsettled: set[RabbitDelivery] = set()
        self._stopping = False
        self._stopped = False
        self._cut = False

    async def begin(self, channel: AbstractChannel, name: str) -> None:
        """Consume the queue that the broker calls `name` on a channel of its own. Raises AMQPError."""
        self._owner = channel
        self._channel = await get_aiormq_channel(channel)
        self._outbox = FrameWriter(self._channel)
        self._channel.on_consumer_cancel_callbacks.add(self._on_cancel)
        try:
            started = await self._channel.basic_consume(name, self._receive)
        except BaseException:
            self._outbox.close()
            raise
        self._tag = started.consumer_tag or ""
        self._channel.closing.add_done_callback(self._on_close)

    def ack(self, delivery: RabbitDelivery) -> None:
        """Let the broker forget a delivery."""
        if self._settle(delivery):
            self._send(_ack(delivery.tag, self._channel.number))

    def reject(self, delivery: RabbitDelivery) -> None:
        """Give a delivery back. One of a subscription comes again once: nobody counts its returns."""
        if self._settle(delivery):
            requeue = not (self._settles and delivery.redelivered)
            self._send(_reject(delivery.tag, requeue, self._channel.number))

    async def stop(self) -> None:
        """Take nothing more. What is in hand can still be settled."""
        if self._stopping:
            return
        self._stopping = True
        try:
            with translate_bare_exception():
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    await self._channel.basic_cancel(self._tag)
        except (TimeoutError, AMQPError, OSError, RuntimeError):
            return  # without a connection it takes nothing more anyway
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return  # not we were cancelled: the library says so that the channel is closed
        self._stopped = True
        self._end_when_idle()

    async def leave(self) -> None:
        """Settle nothing more, and return once the broker has dealt with everything that was settled."""
        if self._cut:
            return
        self._cut = True
        if await self._outbox.flush() and not self._stopped:
            with suppress(AMQPError, OSError, RuntimeError), translate_bare_exception():
                # A round trip to the queue itself. Without one the broker forgets what it has not yet told the queue:
                # of 50 settled at once, 17 came back.
                await self._channel.basic_cancel(self._tag)

    def drop_unsettled(self) -> None:
        """Nothing reaches the broker any more: what is in hand goes to somebody else."""
        self._cut = True
        self._unsettled.clear()
        self._outbox.close()

    async def _receive(self, message: DeliveredMessage) -> None:
        if self._cut:
            return
        parcel, publisher = self._reader.decode(message, self.queue), self._reader.publisher(message, self.queue)
        delivery = RabbitDelivery(self, message.delivery_tag or 0, parcel, is_redelivered(message), publisher)
        self._unsettled.add(delivery)
        # In a task of the client's: the channel cancels its own when it closes.
        self._client.start_work(self._handle(delivery), self._context.copy())

    async def _handle(self, delivery: RabbitDelivery) -> None:
        returned = False
        try:
            await self._handler(delivery)
            returned = True
        except Exception as error:  # noqa: BLE001 - whatever it was: the message goes back, the client is told
            self._client.failed(delivery, error)
        finally:
            if delivery in self._unsettled:
                self._settle_for(delivery, returned)

    def _settle_for(self, delivery: RabbitDelivery, returned: bool) -> None:
        """The handler has ended without settling: what it failed on, or was cancelled on, goes back."""
        if not returned:
            self.reject(delivery)
        elif self._settles:
            self.ack(delivery)

    def _settle(self, delivery: RabbitDelivery) -> bool:
        """Whether the broker is to be told."""
        if self._cut:
            return False
        if delivery not in self._unsettled:
            raise RuntimeError(f"{delivery.parcel.message_id} was settled before")
        self._unsettled.remove(delivery)
        return True

    def _send(self, frame: bytes) -> None:
        self._outbox.add(frame)
        self._end_when_idle()

    def _end_when_idle(self) -> None:
        if self._stopped and not self._unsettled:
            self._client.start_work(self._end(), Context())

    async def _end(self) -> None:
        """Nothing is in hand any more, and nothing will be."""
        await self._outbox.flush()
        self.drop_unsettled()
        self._client.ended(self)
        with suppress(AMQPError, OSError, RuntimeError), translate_bare_exception():
            await self._owner.close()

    def _on_cancel(self, frame: Basic.Cancel) -> None:
        self._client.mark_unusable(f"the broker cancelled the consumer of {self.queue}: was the queue deleted?")

    def _on_close(self, closing: "asyncio.Future[object]") -> None:
        error = None if closing.cancelled() else closing.exception()
        if not self._cut:
            self.drop_unsettled()
            self._client.mark_unusable(f"the channel of {self.queue} was closed: {error}")


def _ack(tag: int, channel: int) -> bytes:
    return pamqp.frame.marshal(Basic.Ack(delivery_tag=tag), channel)


def _reject(tag: int, requeue: bool, channel: int) -> bytes:
    return pamqp.frame.marshal(Basic.Reject(delivery_tag=tag, requeue=requeue), channel)
