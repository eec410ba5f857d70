"""Typed view of the aiormq internals that the adapter uses below the documented interface."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Protocol, cast

from aio_pika.abc import AbstractChannel
from aiormq.abc import ChannelFrame, DeliveredMessage
from pamqp.commands import Basic


class AiormqConnection(Protocol):
    """Connection of a channel."""

    @property
    def write_queue(self) -> asyncio.Queue[ChannelFrame]:
        """Queue of frames for the socket; `put` waits while it holds ten. Its reader ends with the connection."""
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
        """Future that is done once the channel is closed by either side; a new object on each access."""
        ...

    async def basic_consume(
        self, queue: str, consumer_callback: Callable[[DeliveredMessage], Awaitable[None]]
    ) -> Basic.ConsumeOk:
        """Start consuming `queue`; await `consumer_callback` for each message. The reply holds the `consumer_tag`."""
        ...

    async def basic_cancel(self, consumer_tag: str) -> Basic.CancelOk | None:
        """Stop the consumer `consumer_tag` and return the broker's confirmation."""
        ...


async def get_aiormq_channel(channel: AbstractChannel) -> AiormqChannel:
    """Return the aiormq channel below `channel`; keep `channel` referenced, or it is closed."""
    return cast("AiormqChannel", await channel.get_underlay_channel())


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
