"""How a parcel is published: mandatory where it must arrive, confirmed, bounded in time (FAULTS § 5, 1-6)."""

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
    """One channel in confirm mode, and the publishes in flight on it.

    The numbering of publishes is kept here, and not by `basic_publish` of the library: a number is given away in the
    same instant in which its frames are queued, so a cancelled publish shifts nobody's confirm. A message id is in
    flight once at most, because the library finds a returned message by its id (FAULTS § 5.3).
    """

    def __init__(self, owner: AbstractChannel, channel: AiormqChannel, writer: MessageEncoder) -> None:
        self.in_flight: dict[str, asyncio.Future[Basic.Ack]] = {}
        self._owner = owner
        self._channel = channel
        self._writer = writer
        self._outbox = FrameWriter(channel)
        self._loop = asyncio.get_running_loop()
        self.closed = False
        channel.closing.add_done_callback(self._on_close)

    async def send(self, parcel: BrokerMessage) -> None:
        """Publish, and return once it is confirmed. Raises DeliveryError, or PublishRefused when the channel closes.

        Raises ValueError for what cannot be written; nothing has left then, and no number was given away.
        """
        channel, identifier = self._channel, parcel.message_id
        frames = self._writer.encode(parcel, channel.number, channel.max_content_size)
        confirmation: asyncio.Future[Basic.Ack] = self._loop.create_future()
        channel.delivery_tag += 1
        channel.confirmations[channel.delivery_tag] = confirmation
        channel.message_id_delivery_tag[identifier] = channel.delivery_tag
        self.in_flight[identifier] = confirmation
        self._outbox.add(frames)
        try:
            await confirmation
        finally:
            del self.in_flight[identifier]
            channel.message_id_delivery_tag.pop(identifier, None)

    def fail(self, reason: str) -> None:
        """Nothing more will be confirmed here: what became of the publishes in flight is unknown."""
        self.closed = True
        self._outbox.close()
        for confirmation in self.in_flight.values():
            if not confirmation.done():
                confirmation.set_exception(PublishFailed(reason))

    async def close(self) -> None:
        """Close the channel. What is in flight on it is refused."""
        # Frames that come after the end of their channel cost the connection.
        if await self._outbox.flush() and not self.closed:
            with suppress(AMQPError, OSError, RuntimeError), translate_bare_exception():
                await self._owner.close()

    def _on_close(self, closing: "asyncio.Future[object]") -> None:
        error = None if closing.cancelled() else closing.exception()
        self.fail(f"the channel was closed: {error}" if str(error or "") else "the channel was closed")


class Publisher:
    """Publishes over one connection, on one channel that is replaced when it can no longer be trusted."""

    def __init__(self, connection: AbstractConnection, writer: MessageEncoder, timeout: float) -> None:
        """`timeout` (s) bounds a publish from the call to its confirm."""
        self._connection = connection
        self._writer = writer
        self._timeout = timeout
        self._line: ConfirmChannel | None = None
        self._opening: asyncio.Task[ConfirmChannel] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._lost = ""

    async def start(self) -> None:
        """Open the first channel."""
        await self._open()

    async def publish(self, parcel: BrokerMessage) -> None:
        """Return once the broker holds it. Raises Unroutable (commands only), PublishRefused or ValueError."""
        if self._lost:
            raise PublishFailed(self._lost)
        line = None
        try:
            async with asyncio.timeout(self._timeout):
                line = await self._free_line(parcel.message_id)
                await line.send(parcel)
        except PublishError as error:
            refusal = Unroutable if parcel.exchange == "commands" else PublishFailed
            raise refusal(f"no queue for {parcel.routing_key!r} at {parcel.exchange!r}") from error
        except DeliveryError as error:
            raise PublishFailed(f"the broker took no {parcel.routing_key!r}: is the queue full?") from error
        except TimeoutError as error:
            self._retire(line)
            raise PublishFailed(f"no confirm came within {self._timeout:g} s") from error
        except asyncio.CancelledError:
            self._retire(line)
            raise

    def mark_disconnected(self, reason: str) -> None:
        """The connection is gone: nothing in flight will be confirmed, and nothing published any more."""
        self._lost = self._lost or reason
        if self._line is not None:
            self._line.fail(reason)
        for task in (self._opening, *self._closing):
            if task is not None:
                task.cancel()

    async def _free_line(self, identifier: str) -> ConfirmChannel:
        """A channel that can be used, as soon as this id is not in flight on it."""
        while True:
            line = self._line
            if line is None or line.closed:
                line = await self._open()
            other = line.in_flight.get(identifier)
            if other is None:
                return line
            await asyncio.wait([other])

    async def _open(self) -> ConfirmChannel:
        """A new channel; whoever needs one meanwhile waits for the same."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._open_line())
            self._opening.add_done_callback(self._opened)
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

    async def _open_line(self) -> ConfirmChannel:
        channel = self._connection.channel(on_return_raises=True)
        await channel.initialize()
        return ConfirmChannel(channel, await get_aiormq_channel(channel), self._writer)

    def _opened(self, opening: asyncio.Task[ConfirmChannel]) -> None:
        self._opening = None
        if not opening.cancelled() and opening.exception() is None:
            self._line = opening.result()

    def _retire(self, line: ConfirmChannel | None) -> None:
        """Use a channel no longer; those in flight on it may still be confirmed."""
        if line is None or line.closed or line is not self._line:
            return
        self._line = None
        task = asyncio.create_task(self._close_when_idle(line))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close_when_idle(self, line: ConfirmChannel) -> None:
        waiting = list(line.in_flight.values())
        if waiting:
            await asyncio.wait(waiting, timeout=self._timeout)
        await line.close()
