"""Publisher with mandatory routing, confirms and a timeout per publish (FAULTS § 5, 1-6)."""

import asyncio
from contextlib import suppress

from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.exceptions import AMQPError, DeliveryError, PublishError
from pamqp.commands import Basic

from shared.transport.port import BrokerMessage, PublishFailed, Unroutable
from shared.transport.rabbitmq.aiormq_internals import AiormqChannel, get_aiormq_channel, translate_bare_exception
from shared.transport.rabbitmq.encode import MessageEncoder
from shared.transport.rabbitmq.frame_writer import FrameWriter


class ConfirmChannel:
    """Channel in confirm mode with its publishes in flight.

    The delivery tags are counted here and not by the library's `basic_publish`, which writes each message on its own
    and costs a step half as much again (docs/decisions/0013-own-publisher-and-pipeline.md). A tag is assigned in the
    same instant in which its frames are queued, so that a cancelled publish does not shift the confirms of others. A
    message id is in flight at most once, because the library finds a returned message by its id (FAULTS § 5.3).
    """

    def __init__(self, owner: AbstractChannel, channel: AiormqChannel, encoder: MessageEncoder) -> None:
        self.in_flight: dict[str, asyncio.Future[Basic.Ack]] = {}
        self._owner = owner
        self._channel = channel
        self._encoder = encoder
        self._frames = FrameWriter(channel)
        self._loop = asyncio.get_running_loop()
        self.closed = False
        channel.closing.add_done_callback(self._on_close)

    async def send(self, message: BrokerMessage) -> None:
        """Publish a message and return once the broker has confirmed it; there is no time limit.

        Call it only while `closed` is False, else it never returns, and while no message with this id is in flight.
        After a cancellation the outcome is unknown.

        Raises:
            PublishError: The broker returned the message as unroutable.
            DeliveryError: The broker rejected it.
            PublishFailed: The channel was closed; the outcome is unknown.
            ValueError: The message cannot be encoded; nothing was sent and no tag was used.
            TypeError: `message.data` is not bytes; likewise.
        """
        channel, identifier = self._channel, message.message_id
        frames = self._encoder.encode(message, channel.number, channel.max_content_size)
        confirmation: asyncio.Future[Basic.Ack] = self._loop.create_future()
        channel.delivery_tag += 1
        channel.confirmations[channel.delivery_tag] = confirmation
        channel.message_id_delivery_tag[identifier] = channel.delivery_tag
        self.in_flight[identifier] = confirmation
        self._frames.add(frames)
        try:
            await confirmation
        finally:
            del self.in_flight[identifier]
            channel.message_id_delivery_tag.pop(identifier, None)

    def fail(self, reason: str) -> None:
        """Mark the channel as closed; publishes in flight raise PublishFailed with the text `reason`."""
        self.closed = True
        self._frames.close()
        for confirmation in self.in_flight.values():
            if not confirmation.done():
                confirmation.set_exception(PublishFailed(reason))

    async def close(self) -> None:
        """Close the channel at the broker once its queued frames are written; ignore errors.

        There is no time limit. Publishes still in flight raise PublishFailed.
        """
        # The broker closes a connection on which frames of a closed channel arrive.
        if await self._frames.flush() and not self.closed:
            with suppress(AMQPError, OSError, RuntimeError), translate_bare_exception():
                await self._owner.close()

    def _on_close(self, closing: "asyncio.Future[object]") -> None:
        error = None if closing.cancelled() else closing.exception()
        self.fail(f"the channel was closed: {error}" if str(error or "") else "the channel was closed")


class Publisher:
    """Publishes over one connection, on one channel that is replaced once its state is uncertain."""

    def __init__(self, connection: AbstractConnection, encoder: MessageEncoder, timeout: float) -> None:
        """Create a publisher; `timeout` (s) bounds a publish from the call to its confirm."""
        self._connection = connection
        self._encoder = encoder
        self._timeout = timeout
        self._channel: ConfirmChannel | None = None
        self._opening: asyncio.Task[ConfirmChannel] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._disconnect_reason = ""

    async def start(self) -> None:
        """Open the first channel. Raises PublishFailed if the broker does not open one; there is no time limit."""
        await self._open()

    async def publish(self, message: BrokerMessage) -> None:
        """Publish a message and return once the broker has confirmed it, within the timeout of this publisher.

        A second message with an id that is in flight waits for the first. After a cancellation the outcome is unknown.

        Raises:
            Unroutable: No queue is bound for a command.
            PublishFailed: No confirm arrived (full queue, timeout or lost connection); publish again with the same id.
            ValueError: The message cannot be encoded (an id over 255 bytes, headers over a frame).
            TypeError: `message.data` is not bytes.
        """
        if self._disconnect_reason:
            raise PublishFailed(self._disconnect_reason)
        channel = None
        try:
            async with asyncio.timeout(self._timeout):
                channel = await self._get_channel(message.message_id)
                await channel.send(message)
        except PublishError as error:
            failure = Unroutable if message.exchange == "commands" else PublishFailed
            raise failure(f"no queue for {message.routing_key!r} at {message.exchange!r}") from error
        except DeliveryError as error:
            raise PublishFailed(
                f"the broker rejected {message.routing_key!r}; check whether the queue is full"
            ) from error
        except TimeoutError as error:
            self._retire(channel)
            raise PublishFailed(f"no confirm came within {self._timeout:g} s") from error
        except asyncio.CancelledError:
            self._retire(channel)
            raise

    def mark_disconnected(self, reason: str) -> None:
        """Mark the connection as lost: publishes in flight and all later ones raise PublishFailed with `reason`."""
        self._disconnect_reason = self._disconnect_reason or reason
        if self._channel is not None:
            self._channel.fail(reason)
        for task in (self._opening, *self._closing):
            if task is not None:
                task.cancel()

    async def _get_channel(self, identifier: str) -> ConfirmChannel:
        """Return a usable channel once this message id is not in flight on it."""
        while True:
            channel = self._channel
            if channel is None or channel.closed:
                channel = await self._open()
            other = channel.in_flight.get(identifier)
            if other is None:
                return channel
            await asyncio.wait([other])

    async def _open(self) -> ConfirmChannel:
        """Open a channel; concurrent callers share it."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._create_channel())
            self._opening.add_done_callback(self._on_opened)
        opening = self._opening
        try:
            with translate_bare_exception():
                return await asyncio.shield(opening)
        except (AMQPError, OSError, RuntimeError) as error:
            raise PublishFailed(f"no channel could be opened: {error}") from error
        except asyncio.CancelledError:
            if opening.cancelled():
                raise PublishFailed("the connection is gone") from None
            raise

    async def _create_channel(self) -> ConfirmChannel:
        channel = self._connection.channel(on_return_raises=True)
        await channel.initialize()
        return ConfirmChannel(channel, await get_aiormq_channel(channel), self._encoder)

    def _on_opened(self, opening: asyncio.Task[ConfirmChannel]) -> None:
        self._opening = None
        if not opening.cancelled() and opening.exception() is None:
            self._channel = opening.result()

    def _retire(self, channel: ConfirmChannel | None) -> None:
        """Stop using a channel; publishes in flight on it may still be confirmed."""
        if channel is None or channel.closed or channel is not self._channel:
            return
        self._channel = None
        task = asyncio.create_task(self._close_when_idle(channel))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close_when_idle(self, channel: ConfirmChannel) -> None:
        waiting = list(channel.in_flight.values())
        if waiting:
            await asyncio.wait(waiting, timeout=self._timeout)
        await channel.close()
