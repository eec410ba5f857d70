"""What the adapter uses of the library's own channel, below its documented interface."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Protocol, cast

from aio_pika.abc import AbstractChannel
from aiormq.abc import ChannelFrame, DeliveredMessage
from pamqp.commands import Basic


class AiormqConnection(Protocol):
    """The connection that a channel belongs to."""

    @property
    def write_queue(self) -> asyncio.Queue[ChannelFrame]:
        """What goes to the socket next. It holds ten at most; its reader ends with the connection."""
        ...


class AiormqChannel(Protocol):
    """A channel, as it is in aiormq 7."""

    number: int
    max_content_size: int
    delivery_tag: int
    """The number of the last publish."""
    confirmations: dict[int, asyncio.Future[Basic.Ack]]
    """By number of the publish: set when the broker confirms; fails with PublishError or DeliveryError."""
    message_id_delivery_tag: dict[str, int]
    """By which the library finds the publish of a message that came back."""
    on_consumer_cancel_callbacks: set[Callable[[Basic.Cancel], object]]

    @property
    def connection(self) -> AiormqConnection:
        """The connection it belongs to."""
        ...

    @property
    def closing(self) -> asyncio.Future[object]:
        """Done when the channel is closed, whoever did it; another future each time."""
        ...

    async def basic_consume(
        self, queue: str, consumer_callback: Callable[[DeliveredMessage], Awaitable[None]]
    ) -> Basic.ConsumeOk:
        """Begin to consume."""
        ...

    async def basic_cancel(self, consumer_tag: str) -> Basic.CancelOk | None:
        """Consume no more."""
        ...


async def get_aiormq_channel(channel: AbstractChannel) -> AiormqChannel:
    """The library's own channel below `channel`, which must be kept: it is closed when nobody holds it."""
    return cast("AiormqChannel", await channel.get_underlay_channel())


@contextmanager
def translate_bare_exception() -> Generator[None]:
    """A call that the library gives up, because its channel closes for no reason of its own, ends in a bare Exception.

    Here it is a ConnectionError, like everything else that happens to a line.
    """
    try:
        yield
    except Exception as error:
        if type(error) is Exception:
            raise ConnectionError("the channel was closed") from error
        raise
