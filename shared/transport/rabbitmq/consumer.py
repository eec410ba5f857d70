"""RabbitMQ consumer: deliveries are settled once, without waiting for the broker (FAULTS § 5, 4, 7, 15)."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context

import pamqp.frame
from aio_pika.abc import AbstractChannel
from aiormq.abc import DeliveredMessage
from aiormq.exceptions import AMQPError
from pamqp.commands import Basic
from typing_extensions import override

from shared.transport.port import BrokerMessage, Consumer, ConsumerOwner, Handler
from shared.transport.rabbitmq.aiormq_internals import get_aiormq_channel, translate_bare_exception
from shared.transport.rabbitmq.connect import CLOSE_TIMEOUT_S
from shared.transport.rabbitmq.decode import MessageDecoder, is_redelivered
from shared.transport.rabbitmq.frame_writer import FrameWriter


class RabbitDelivery:
    """Unsettled message of a RabbitMQ queue: the Delivery port."""

    __slots__ = ("_consumer", "message", "publisher", "redelivered", "tag")

    def __init__(
        self, consumer: "RabbitConsumer", tag: int, message: BrokerMessage, redelivered: bool, publisher: str | None
    ) -> None:
        """Create a delivery; `tag` is its number on the channel."""
        self.tag = tag
        self.message = message
        self.redelivered = redelivered
        self.publisher = publisher
        self._consumer = consumer

    @property
    def queue(self) -> str:
        """Name of the queue that the message was read from, without the namespace; "events" for a subscription."""
        return self._consumer.queue

    async def ack(self) -> None:
        """Settle the delivery as processed: the broker removes the message. Returns without waiting for the broker.

        No effect once the connection is lost. Raises RuntimeError if it was settled before.
        """
        self._consumer.ack(self)

    async def reject(self) -> None:
        """Return the message to its queue for redelivery, without waiting for the broker.

        After the queue's delivery limit (20) the broker dead-letters it; an event of a subscription that was
        redelivered before is dropped. No effect once the connection is lost. Raises RuntimeError if it was settled
        before.
        """
        self._consumer.reject(self)


class RabbitConsumer(Consumer):
    """Consumer of a queue with at most the channel's prefetch of unsettled deliveries."""

    def __init__(
        self,
        owner: ConsumerOwner,
        queue: str,
        handler: Handler,
        decoder: MessageDecoder,
        on_lost: Callable[[str], None],
        *,
        auto_ack: bool = False,
    ) -> None:
        """Create a consumer; `start` begins consuming.

        Args:
            owner: Connection that runs the handlers.
            queue: Queue name without the namespace.
            handler: Called once per delivery.
            decoder: Decodes what arrives.
            on_lost: Called with the reason when the broker ends the consumer or its channel.
            auto_ack: Acknowledge what the handler leaves unsettled when it returns.
        """
        self.queue = queue
        self._owner = owner
        self._handler = handler
        self._decoder = decoder
        self._on_lost = on_lost
        self._auto_ack = auto_ack
        self._context = copy_context()
        self._unsettled: set[RabbitDelivery] = set()
        self._stopping = False
        self._stopped = False
        self._detached = False

    async def start(self, channel: AbstractChannel, name: str) -> None:
        """Start consuming the queue that the broker knows as `name`; return once the broker has confirmed it.

        Args:
            channel: Open channel of this consumer only, with the prefetch set. After `stop` the consumer closes it,
                once all deliveries are settled.
            name: Queue name with the namespace.

        Raises:
            AMQPError: The broker rejected the request (ChannelNotFoundEntity: no such queue; ChannelAccessRefused).
            RuntimeError: The channel is not open.
            Exception: As a bare Exception: the channel was closed meanwhile (`translate_bare_exception`).
        """
        self._aio_channel = channel
        self._channel = await get_aiormq_channel(channel)
        self._writer = FrameWriter(self._channel)
        self._channel.on_consumer_cancel_callbacks.add(self._on_cancel)
        try:
            started = await self._channel.basic_consume(name, self._receive)
        except BaseException:
            self._writer.close()
            raise
        self._tag = started.consumer_tag or ""
        self._channel.closing.add_done_callback(self._on_close)

    def ack(self, delivery: RabbitDelivery) -> None:
        """Settle a delivery as processed, without waiting for the broker; no effect after `flush` or `drop_unsettled`.

        Raises:
            RuntimeError: The delivery was settled before.
        """
        if self._settle(delivery):
            self._send(_ack(delivery.tag, self._channel.number))

    def reject(self, delivery: RabbitDelivery) -> None:
        """Ask the broker to requeue a delivery, without waiting for it; no effect after `flush` or `drop_unsettled`.

        A redelivered event of a subscription is dropped instead: such a queue has no delivery limit.

        Raises:
            RuntimeError: The delivery was settled before.
        """
        if self._settle(delivery):
            requeue = not (self._auto_ack and delivery.redelivered)
            self._send(_reject(delivery.tag, requeue, self._channel.number))

    @override
    async def stop(self) -> None:
        if self._stopping:
            return
        self._stopping = True
        try:
            with translate_bare_exception():
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    await self._channel.basic_cancel(self._tag)
        except (TimeoutError, AMQPError, OSError, RuntimeError):
            return  # without a connection nothing is delivered anyway
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return  # the library reports a closed channel as a cancellation
        self._stopped = True
        self._close_if_idle()

    async def flush(self) -> None:
        """Stop consuming and ignore all later settlements; return once the broker has processed the earlier ones.

        For use before the connection is closed. Errors of the broker and the network are ignored. There is no time
        limit; a second call returns at once.
        """
        if self._detached:
            return
        self._detached = True
        if await self._writer.flush() and not self._stopped:
            with suppress(AMQPError, OSError, RuntimeError), translate_bare_exception():
                # A round trip to the queue process. Without one the broker drops settlements that it has not yet
                # passed on: of 50 acks sent at once, 17 messages were redelivered.
                await self._channel.basic_cancel(self._tag)

    def drop_unsettled(self) -> None:
        """Drop the unsettled deliveries after the connection was lost; settling them has no effect from now on."""
        self._detached = True
        self._unsettled.clear()
        self._writer.close()

    async def _receive(self, delivered: DeliveredMessage) -> None:
        if self._detached:
            return
        message = self._decoder.decode(delivered, self.queue)
        publisher = self._decoder.publisher(delivered, self.queue)
        delivery = RabbitDelivery(self, delivered.delivery_tag or 0, message, is_redelivered(delivered), publisher)
        self._unsettled.add(delivery)
        # In a task of the connection: the channel cancels its own tasks when it closes.
        self._owner.start_task(self._handle(delivery), self._context.copy())

    async def _handle(self, delivery: RabbitDelivery) -> None:
        returned = False
        try:
            await self._handler(delivery)
            returned = True
        except Exception as error:  # noqa: BLE001 - any failure: the message is requeued and the error reported
            self._owner.report_error(delivery, error)
        finally:
            if delivery in self._unsettled:
                self._settle_leftover(delivery, returned)

    def _settle_leftover(self, delivery: RabbitDelivery, returned: bool) -> None:
        """Settle a delivery whose handler ended without doing so: requeue it after an error or cancellation."""
        if not returned:
            self.reject(delivery)
        elif self._auto_ack:
            self.ack(delivery)

    def _settle(self, delivery: RabbitDelivery) -> bool:
        """Mark a delivery as settled; return whether the broker must be told."""
        if self._detached:
            return False
        if delivery not in self._unsettled:
            raise RuntimeError(f"delivery {delivery.message.message_id} was settled before; settle it once")
        self._unsettled.remove(delivery)
        return True

    def _send(self, frame: bytes) -> None:
        self._writer.add(frame)
        self._close_if_idle()

    def _close_if_idle(self) -> None:
        if self._stopped and not self._unsettled:
            self._owner.start_task(self._close_channel(), Context())

    async def _close_channel(self) -> None:
        """Close the channel of a stopped consumer once nothing is unsettled."""
        await self._writer.flush()
        self.drop_unsettled()
        self._owner.remove_consumer(self)
        with suppress(AMQPError, OSError, RuntimeError), translate_bare_exception():
            await self._aio_channel.close()

    def _on_cancel(self, frame: Basic.Cancel) -> None:
        self._on_lost(f"the broker cancelled the consumer of {self.queue}; check whether the queue was deleted")

    def _on_close(self, closing: "asyncio.Future[object]") -> None:
        error = None if closing.cancelled() else closing.exception()
        if not self._detached:
            self.drop_unsettled()
            self._on_lost(f"the channel of {self.queue} was closed: {error}")


def _ack(tag: int, channel: int) -> bytes:
    return pamqp.frame.marshal(Basic.Ack(delivery_tag=tag), channel)


def _reject(tag: int, requeue: bool, channel: int) -> bytes:
    return pamqp.frame.marshal(Basic.Reject(delivery_tag=tag, requeue=requeue), channel)
