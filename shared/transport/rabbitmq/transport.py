"""RabbitMQ adapter of the Transport port: one connection to publish and one to consume."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from typing import Any
from uuid import uuid4

from aio_pika.abc import AbstractChannel, AbstractConnection
from aiormq.exceptions import AMQPError, ChannelAccessRefused, ChannelNotFoundEntity
from typing_extensions import override
from yarl import URL

from shared.transport.port import (
    BrokerMessage,
    BrokerMisconfigured,
    BrokerUnavailable,
    Consumer,
    ConsumerOwner,
    Delivery,
    ErrorCallback,
    Handler,
    PublishFailed,
    Transport,
    log_handler_error,
)
from shared.transport.rabbitmq.aiormq_internals import translate_bare_exception
from shared.transport.rabbitmq.connect import CLOSE_TIMEOUT_S, close_quietly, open_connection, parse_url, user_name
from shared.transport.rabbitmq.consumer import RabbitConsumer
from shared.transport.rabbitmq.decode import MessageDecoder
from shared.transport.rabbitmq.encode import MessageEncoder
from shared.transport.rabbitmq.publisher import Publisher
from shared.transport.topology import Topology

EVENT_PREFETCH = 256
MAX_WAITING_EVENTS = 10_000
"""Events that wait for one subscriber; beyond that the oldest is dropped. The event log has it."""

CLOSED = "the connection was closed"
MAX_REASON_CHARS = 300
"""Maximum characters of the reason for a lost connection: brokers may quote whole frames."""

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
    """Connect to a broker whose exchanges and queues are declared; return the transport, ready to use.

    The caller closes it.

    Args:
        url: AMQP URL with credentials.
        topology: Names of the exchanges and queues; whether they exist is not checked.
        name: Connection name that the broker's tools show, followed by " publish" or " consume".
        timeout: Seconds for each step of connecting, consuming and subscribing.
        publish_timeout: Seconds for one publish, its confirm included.
        on_error: Called with each exception that a handler raises.

    Raises:
        BrokerUnavailable: The broker cannot be reached, or does not answer in time.
        BrokerMisconfigured: The URL, the credentials, the virtual host or the certificate is rejected.
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


class RabbitTransport(Transport, ConsumerOwner):
    """Transport over two connections to RabbitMQ; created by `connect`.

    It does not reconnect: after `wait_closed` returns, create a new one.
    """

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
        self._decoder = MessageDecoder(topology, user_name(address))
        self._publisher = Publisher(publishing, MessageEncoder(topology, user_name(address)), publish_timeout)
        self._closed_event = asyncio.Event()
        self._closed_reason = ""
        self._closed = False
        self._consumers: list[RabbitConsumer] = []
        self._tasks: set[asyncio.Task[None]] = set()
        publishing.close_callbacks.add(self._on_close)
        consuming.close_callbacks.add(self._on_close)

    async def start(self) -> None:
        """Open the channel to publish on; called by `connect`. Raises BrokerUnavailable if it does not open in time."""
        try:
            async with asyncio.timeout(self._timeout):
                await self._publisher.start()
        except (PublishFailed, TimeoutError) as error:
            raise BrokerUnavailable(f"the broker opened no channel within {self._timeout:g} s") from error

    @override
    async def publish(self, message: BrokerMessage) -> None:
        await self._publisher.publish(message)

    @override
    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        consumer = RabbitConsumer(self, queue, handler, self._decoder, self.mark_unusable)
        async with self._translate_errors(queue):
            await consumer.start(await self._channel(prefetch), self._topology.queue(queue))
        self._consumers.append(consumer)
        return consumer

    @override
    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        consumer = RabbitConsumer(self, "events", handler, self._decoder, self.mark_unusable, auto_ack=True)
        sources = (self._topology.events, self._topology.private) if private else (self._topology.events,)
        async with self._translate_errors("events"):
            channel = await self._channel(EVENT_PREFETCH)
            queue = await channel.declare_queue(
                self._topology.subscription(uuid4().hex),  # a new name each time: the old one may still be locked
                exclusive=True,
                auto_delete=True,
                arguments={"x-max-length": MAX_WAITING_EVENTS, "x-overflow": "drop-head"},
            )
            for source in sources:
                await queue.bind(source, pattern)
            await consumer.start(channel, queue.name)
        self._consumers.append(consumer)
        return consumer

    @override
    async def wait_closed(self) -> str:
        await self._closed_event.wait()
        return self._closed_reason

    @override
    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if not self._closed_event.is_set():
            self._closed_reason = CLOSED
            self._closed_event.set()
        self._publisher.mark_disconnected(CLOSED)
        consumers, self._consumers = self._consumers, []
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                for consumer in consumers:
                    await consumer.flush()
        for consumer in consumers:
            consumer.drop_unsettled()
        self._cancel_tasks(asyncio.current_task())
        await asyncio.gather(close_quietly(self._publishing), close_quietly(self._consuming))

    @override
    def start_task(self, work: Coroutine[Any, Any, None], context: Context) -> None:
        task = asyncio.get_running_loop().create_task(work, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @override
    def report_error(self, delivery: Delivery, error: Exception) -> None:
        self._on_error(delivery, error)

    @override
    def remove_consumer(self, consumer: Consumer) -> None:
        self._consumers = [other for other in self._consumers if other is not consumer]

    def mark_unusable(self, reason: str) -> None:
        """Report the connection as lost: `wait_closed` returns the first `reason`, cut to MAX_REASON_CHARS.

        Nothing is closed: the owner of the transport calls `close` after `wait_closed`.
        """
        if not self._closed_event.is_set():
            self._closed_reason = reason[:MAX_REASON_CHARS]
            self._closed_event.set()
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
        """Bound an operation on `queue` by the timeout and translate the library's errors into the port's."""
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

    def _cancel_tasks(self, excluded: asyncio.Task[Any] | None) -> None:
        for task in list(self._tasks):
            if task is not excluded:
                task.cancel()
