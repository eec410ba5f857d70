"""Typed view of the aiormq internals that the adapter uses below the documented interface."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any, Protocol, cast

from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.abc import ChannelFrame, DeliveredMessage
from pamqp.commands import Basic, Connection


class AiormqConnection(Protocol):
    """Connection of a channel."""

    @property
    def write_queue(self) -> asyncio.Queue[ChannelFrame]:
        """Queue of frames for the socket; `put` waits while it holds ten.

        Once the connection has ended nobody reads the queue: frames are not sent, and `put` waits forever when it is
        full.
        """
        ...


class AiormqChannel(Protocol):
    """Channel as of aiormq 7."""

    number: int
    max_content_size: int
    delivery_tag: int
    """Tag of the last publish."""
    confirmations: dict[int, asyncio.Future[Basic.Ack]]
    """Futures by publish tag: set by the broker's confirm, or failed with PublishError or DeliveryError."""
    message_id_delivery_tag: dict[str, int]
    """Publish tag by message id: the library looks up a returned message here."""
    on_consumer_cancel_callbacks: set[Callable[[Basic.Cancel], object]]

    @property
    def connection(self) -> AiormqConnection:
        """Connection of the channel."""
        ...

    @property
    def closing(self) -> asyncio.Future[object]:
        """Future that is done once the channel is closed: by this side, by the broker, or together with its connection.

        It is never done with a result: `await` always raises the reason, and `exception()` returns it. That is
        ChannelClosed (its subclass when the broker rejected a request, such as ChannelNotFoundEntity), an
        AMQPConnectionError when the connection ended, or a bare Exception or CancelledError when the library knows no
        reason. While the channel is open, each access gives a new future, and cancelling that does not close the
        channel.
        """
        ...

    async def basic_consume(
        self, queue: str, consumer_callback: Callable[[DeliveredMessage], Awaitable[None]]
    ) -> Basic.ConsumeOk:
        """Start consuming `queue` (name with the namespace); return once the broker has confirmed it.

        `consumer_callback` is awaited in a new task for each message, which is cancelled when the channel is closed.
        The reply holds the `consumer_tag` for `basic_cancel`.

        Raises:
            AMQPError: The broker rejected the request (ChannelNotFoundEntity: no such queue) and thereby closed the
                channel, or the connection ended.
            RuntimeError: The channel was closed before the call (ChannelInvalidStateError).
            Exception: As a bare Exception, or CancelledError: the channel was closed meanwhile, for no known reason.
        """
        ...

    async def basic_cancel(self, consumer_tag: str) -> Basic.CancelOk | None:
        """Stop the consumer `consumer_tag` and return the broker's confirmation; an unknown tag is confirmed, too.

        Delivered messages can still be settled. None is not returned: the library does so only for its option `nowait`,
        which this view does not have.

        Raises:
            RuntimeError: The channel was closed before the call (ChannelInvalidStateError).
            AMQPError: The channel was closed before the confirmation came, by the broker or with the connection.
            Exception: As a bare Exception, or CancelledError: the channel was closed meanwhile, for no known reason.
        """
        ...


async def get_aiormq_channel(channel: AbstractChannel) -> AiormqChannel:
    """Return the aiormq channel below `channel`; keep `channel` referenced, or it is closed.

    Raises ChannelInvalidStateError (a RuntimeError) if `channel` was never opened.
    """
    return cast("AiormqChannel", await channel.get_underlay_channel())


def record_block_reasons(connection: AbstractConnection) -> list[str]:
    """Return a list to which the broker's reason is added whenever it blocks the publishers of `connection`.

    The library only logs it.
    """
    reasons: list[str] = []
    aiormq_connection: Any = connection.transport.connection if connection.transport else None
    handle = aiormq_connection._Connection__handle_connection_blocked

    async def record(frame: Connection.Blocked) -> None:
        reasons.append(frame.reason)
        await handle(frame)

    aiormq_connection._Connection__handle_connection_blocked = record
    return reasons


@contextmanager
def translate_bare_exception() -> Generator[None]:
    """Raise ConnectionError in place of the bare `Exception` with which aiormq reports a closed channel.

    Exceptions of any other class leave the context unchanged; nothing is closed on exit.
    """
    try:
        yield
    except Exception as error:
        if type(error) is Exception:
            raise ConnectionError("the channel was closed") from error
        raise
