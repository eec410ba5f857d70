"""Transport that survives lost connections: consumers are registered again on each new one (DESIGN § 3)."""

import asyncio
from collections.abc import Awaitable, Callable

from shared.runtime.reconnect_loop import ReconnectLoop, run_until
from shared.telemetry.log import Log
from shared.transport.port import BrokerMessage, BrokerUnavailable, Consumer, Handler, PublishFailed, Transport

OpenConsumer = Callable[[Transport], Awaitable[Consumer]]


class ReconnectingTransport:
    """Transport over successive connections. While there is none, publishing fails and nothing is delivered."""

    def __init__(self, connect: Callable[[], Awaitable[Transport]], log: Log) -> None:
        """Create a transport.

        Args:
            connect: One attempt to connect; raises BrokerUnavailable or BrokerMisconfigured.
            log: Structured logger.
        """
        self._connected = asyncio.Event()
        self._stop = asyncio.Event()
        self._loop = ReconnectLoop(
            connect, lambda transport: _ConnectionSession(self, transport), log, self._connected.set
        )
        self._loop_task: asyncio.Task[None] | None = None
        self._transport: Transport | None = None
        self._consumers: list[_ResubscribingConsumer] = []

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection to the broker; False before `start`, between connections and after `close`."""
        return self._transport is not None

    async def start(self) -> None:
        """Connect, retrying without a time limit while the broker is unavailable; return once connected.

        From then on lost connections are replaced in the background until `close`. Call it once.

        Raises:
            BrokerMisconfigured: The broker rejected the first connection.
        """
        self._loop_task = asyncio.create_task(self._loop.run(self._stop))
        await run_until(self._loop_task, self._connected.wait())
        if self._loop_task.done():
            await self._loop_task

    async def publish(self, message: BrokerMessage) -> None:
        """Publish a message and return once the broker has confirmed it.

        Raises:
            PublishFailed: There is no connection, or no confirm arrived; publish again with the same id.
            Unroutable: No queue is bound for a command.
            ValueError: The message cannot be encoded; retrying does not help.
            TypeError: `message.data` is not bytes.
        """
        if self._transport is None:
            raise PublishFailed("not connected to the broker; it is published again after reconnecting")
        await self._transport.publish(message)

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        """Consume a queue over this and every later connection; return the consumer, whose `stop` ends it.

        A missing or lost connection raises nothing: consuming begins on the next one. A queue or right that is missing
        on a later connection raises nothing here: connecting is retried.

        Args:
            queue: Queue name without the namespace.
            handler: Called concurrently, once per delivery; must settle the delivery.
            prefetch: Maximum number of unsettled deliveries.

        Raises:
            LookupError: There is a connection, and the queue was never declared.
            BrokerMisconfigured: There is a connection, and this login may not read the queue.
        """
        return await self._add_consumer(lambda transport: transport.consume(queue, handler, prefetch))

    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        """Subscribe to events over this and every later connection; return the consumer, whose `stop` ends it.

        A missing or lost connection raises nothing: the subscription begins on the next one. Events that are published
        while there is no connection are not received.

        Args:
            pattern: Binding key for `<event_type>.<correlation_id>`: `*` matches one word, `#` any number of words.
            handler: Called concurrently, once per event. A delivery that it leaves unsettled is acknowledged when it
                returns.
            private: Receive events of the `private` exchange, too.

        Raises:
            BrokerMisconfigured: This login may not subscribe.
        """
        return await self._add_consumer(lambda transport: transport.subscribe(pattern, handler, private=private))

    async def wait_closed(self) -> str:
        """Wait until `close` is called and return "it was closed"; a lost connection does not end the wait."""
        await self._stop.wait()
        return "it was closed"

    async def close(self) -> None:
        """Stop reconnecting and close the connection, which cancels running handlers; return once it is closed.

        No effect if it is closed already. Unsettled messages are redelivered.
        """
        self._stop.set()
        if self._loop_task is not None:
            await asyncio.gather(self._loop_task, return_exceptions=True)

    async def attach(self, transport: Transport) -> None:
        """Use `transport` from now on and register all consumers on it; one that it has already is skipped.

        The reconnect loop calls it for each new connection.

        Raises:
            LookupError: A consumer's queue was never declared.
            BrokerUnavailable: The connection is lost.
            BrokerMisconfigured: This login may not read a queue or subscribe.
        """
        self._transport = transport
        for consumer in list(self._consumers):
            await consumer.bind(transport)

    def detach(self, transport: Transport) -> None:
        """Stop using `transport`, a lost or ending connection, without closing it.

        No effect if another connection has replaced it. The reconnect loop calls it.
        """
        if self._transport is transport:
            self._transport = None

    async def _add_consumer(self, open_consumer: OpenConsumer) -> Consumer:
        consumer = _ResubscribingConsumer(open_consumer, self._consumers.remove)
        self._consumers.append(consumer)
        transport = self._transport
        if transport is not None:
            try:
                await consumer.bind(transport)
            except BrokerUnavailable:
                await transport.close()  # the next connection binds the consumer
            except BaseException:
                await consumer.stop()
                raise
        return consumer


class _ConnectionSession:
    """Session of one connection."""

    def __init__(self, owner: ReconnectingTransport, transport: Transport) -> None:
        self._owner = owner
        self._transport = transport

    async def start(self) -> None:
        await self._owner.attach(self._transport)

    async def stop(self) -> None:
        self._owner.detach(self._transport)

    async def drain_disconnected(self) -> None:
        self._owner.detach(self._transport)


class _ResubscribingConsumer:
    """Consumer that is bound to each new connection until it is stopped."""

    def __init__(self, open_consumer: OpenConsumer, on_stop: "Callable[[_ResubscribingConsumer], None]") -> None:
        self._open = open_consumer
        self._on_stop = on_stop
        self._bound_to: Transport | None = None
        self._consumer: Consumer | None = None
        self._stopped = False

    async def bind(self, transport: Transport) -> None:
        if self._bound_to is transport or self._stopped:
            return
        self._bound_to = transport
        consumer = self._consumer = await self._open(transport)
        if self._stopped:
            await consumer.stop()

    async def stop(self) -> None:
        if self._stopped:
            return
        self._stopped = True
        self._on_stop(self)
        if self._consumer is not None:
            await self._consumer.stop()
