"""How a process talks to RabbitMQ: a connection to publish and one to consume; both are rebuilt when one is lost."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from typing import Any
from uuid import uuid4

from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.exceptions import AMQPError, ChannelAccessRefused, ChannelNotFoundEntity
from yarl import URL

from shared.transport.handler_errors import ErrorCallback, log_handler_error
from shared.transport.port import (
    BrokerMessage,
    BrokerMisconfigured,
    BrokerUnavailable,
    Consumer,
    Handler,
    PublishFailed,
)
from shared.transport.rabbitmq.aiormq_internals import translate_bare_exception
from shared.transport.rabbitmq.connect import CLOSE_TIMEOUT_S, close_quietly, open_connection, parse_url, user_name
from shared.transport.rabbitmq.consumer import RabbitConsumer, RabbitDelivery
from shared.transport.rabbitmq.decode import MessageDecoder
from shared.transport.rabbitmq.encode import MessageEncoder
from shared.transport.rabbitmq.publisher import Publisher
from shared.transport.topology import Topology

EVENT_PREFETCH = 256
EVENTS_WAITING = 10_000
"""How many events wait for one subscriber; then the oldest is dropped. The log has it."""

CLOSED = "the connection was closed"
MAX_REASON = 300
"""Characters of why a connection was lost: a broker may quote at length what it did not like."""

_log = logging.getLogger(__name__)


async def connect(
    url: str,
    topology: Topology,
    *,
    name: str = "towow",
    timeout: float = 5.0,
    publish_timeout: float = 10.0,
    on_error: ErrorCallback = log_handler_error,
) -> "RabbitTransport":
    """A client of the broker; what it uses must have been declared. Raises BrokerLost or BrokerMisconfigured.

    `name` is shown by the broker's tools. `timeout` (s) bounds every step of connecting and subscribing,
    `publish_timeout` a publish. `on_error` hears of every exception that a handler lets escape.
    """
    address = parse_url(url)
    publishing = await open_connection(address, f"{name} publish", timeout)
    try:
        consuming = await open_connection(address, f"{name} consume", timeout)
    except BaseException:
        await close_quietly(publishing)
        raise
    transport = RabbitTransport(address, publishing, consuming, topology, timeout, publish_timeout, on_error)
    try:
        await transport.start()
    except BaseException:
        await transport.close()
        raise
    return transport


class RabbitTransport:
    """One client's two connections to RabbitMQ: the Transport port. `connect` makes it."""

    def __init__(
        self,
        address: URL,
        publishing: AbstractConnection,
        consuming: AbstractConnection,
        topology: Topology,
        timeout: float,
        publish_timeout: float,
        on_error: ErrorCallback,
    ) -> None:
        self._topology = topology
        self._timeout = timeout
        self._on_error = on_error
        self._publishing = publishing
        self._consuming = consuming
        self._reader = MessageDecoder(topology, user_name(address))
        self._publisher = Publisher(publishing, MessageEncoder(topology, user_name(address)), publish_timeout)
        self._gone = asyncio.Event()
        self._reason = ""
        self._closed = False
        self._consumers: list[RabbitConsumer] = []
        self._running: set[asyncio.Task[None]] = set()
        publishing.close_callbacks.add(self._on_close)
        consuming.close_callbacks.add(self._on_close)

    async def start(self) -> None:
        """Open what publishing needs. Raises BrokerLost."""
        try:
            async with asyncio.timeout(self._timeout):
                await self._publisher.start()
        except (PublishFailed, TimeoutError) as error:
            raise BrokerUnavailable(f"the broker opened no channel within {self._timeout:g} s") from error

    async def publish(self, parcel: BrokerMessage) -> None:
        """Return once the broker holds it. Raises Unroutable (commands only), PublishRefused or ValueError."""
        await self._publisher.publish(parcel)

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        """Hand over what waits in `queue`. Raises LookupError (never declared), BrokerLost or BrokerMisconfigured."""
        consumer = RabbitConsumer(self, queue, handler, self._reader)
        async with self._translate_errors(queue):
            await consumer.begin(await self._channel(prefetch), self._topology.queue(queue))
        self._consumers.append(consumer)
        return consumer

    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        """Receive events that match. What the handler leaves unsettled is settled when it returns."""
        consumer = RabbitConsumer(self, "events", handler, self._reader, settles=True)
        sources = (self._topology.events, self._topology.private) if private else (self._topology.events,)
        async with self._translate_errors("events"):
            channel = await self._channel(EVENT_PREFETCH)
            queue = await channel.declare_queue(
                self._topology.subscription(uuid4().hex),  # a new name each time: the old one may still be locked
                exclusive=True,
                auto_delete=True,
                arguments={"x-max-length": EVENTS_WAITING, "x-overflow": "drop-head"},
            )
            for source in sources:
                await queue.bind(source, pattern)
            await consumer.begin(channel, queue.name)
        self._consumers.append(consumer)
        return consumer

    async def wait_closed(self) -> str:
        """Why, once this client can no longer be relied on, by `close` or by itself: then build a new one."""
        await self._gone.wait()
        return self._reason

    async def close(self) -> None:
        """Let go of everything: what was settled still leaves, handlers at work are cancelled, but not the caller."""
        if self._closed:
            return
        self._closed = True
        if not self._gone.is_set():
            self._reason = CLOSED
            self._gone.set()
        self._publisher.mark_disconnected(CLOSED)
        consumers, self._consumers = self._consumers, []
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                for consumer in consumers:
                    await consumer.leave()
        for consumer in consumers:
            consumer.drop_unsettled()
        self._cancel(asyncio.current_task())
        await asyncio.gather(close_quietly(self._publishing), close_quietly(self._consuming))

    def start_work(self, work: Coroutine[Any, Any, None], context: Context) -> None:
        """Run `work` in a task of its own, and hold on to it."""
        task = asyncio.get_running_loop().create_task(work, context=context)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def failed(self, delivery: RabbitDelivery, error: Exception) -> None:
        """A handler let an exception escape."""
        self._on_error(delivery, error)

    def ended(self, consumer: RabbitConsumer) -> None:
        """A consumer has stopped and has nothing in hand."""
        if consumer in self._consumers:
            self._consumers.remove(consumer)

    def mark_unusable(self, reason: str) -> None:
        """This client can no longer be relied on."""
        if not self._gone.is_set():
            self._reason = reason[:MAX_REASON]
            self._gone.set()
            _log.info("lost the broker: %s", reason)

    def _on_close(self, connection: object, error: BaseException | None) -> None:
        reason = f"{CLOSED}: {error}" if error and str(error) else CLOSED
        if connection is self._publishing:
            self._publisher.mark_disconnected(reason)
        else:
            for consumer in self._consumers:
                consumer.drop_unsettled()
        self.mark_unusable(reason)

    async def _channel(self, prefetch: int) -> AbstractChannel:
        channel = self._consuming.channel(publisher_confirms=False)
        await channel.initialize()
        await channel.set_qos(prefetch)
        return channel

    @asynccontextmanager
    async def _translate_errors(self, queue: str) -> AsyncGenerator[None]:
        """Consume in time, or say what is in the way."""
        name = self._topology.queue(queue)
        try:
            with translate_bare_exception():
                async with asyncio.timeout(self._timeout):
                    yield
        except ChannelNotFoundEntity as error:
            raise LookupError(f"no queue {queue!r} is declared: {error}") from error
        except ChannelAccessRefused as error:
            raise BrokerMisconfigured(f"may not consume {name}: {error}; rabbitmqctl set_permissions") from error
        except TimeoutError as error:
            raise BrokerUnavailable(f"the broker did not answer within {self._timeout:g} s") from error
        except (AMQPError, OSError, RuntimeError) as error:
            raise BrokerUnavailable(f"the connection was lost: {error}") from error

    def _cancel(self, spared: asyncio.Task[Any] | None) -> None:
        for task in list(self._running):
            if task is not spared:
                task.cancel()
