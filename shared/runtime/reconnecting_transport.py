"""How a client outlives its connections to the broker: what it subscribed to is subscribed anew (DESIGN § 3)."""

import asyncio
from collections.abc import Awaitable, Callable

from shared.runtime.reconnect_loop import ReconnectLoop, run_until
from shared.telemetry.log import Log
from shared.transport.port import BrokerMessage, BrokerUnavailable, Consumer, Handler, PublishFailed, Transport

Open = Callable[[Transport], Awaitable[Consumer]]


class ReconnectingTransport:
    """The Transport port over one connection after the other. While there is none, nothing can be published."""

    def __init__(self, connect: Callable[[], Awaitable[Transport]], log: Log) -> None:
        """`connect`: one attempt; raises BrokerLost, BrokerMisconfigured."""
        self._up = asyncio.Event()
        self._stop = asyncio.Event()
        self._lifecycle = ReconnectLoop(
            connect, lambda transport: _ConnectionSession(self, transport), log, self._up.set
        )
        self._running: asyncio.Task[None] | None = None
        self._transport: Transport | None = None
        self._kept: list[_ResubscribingConsumer] = []

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now."""
        return self._transport is not None

    async def start(self) -> None:
        """Return once there is a connection. Raises BrokerMisconfigured."""
        self._running = asyncio.create_task(self._lifecycle.run(self._stop))
        await run_until(self._running, self._up.wait())
        if self._running.done():
            await self._running

    async def publish(self, parcel: BrokerMessage) -> None:
        """Return once the broker holds it. Raises Unroutable, or PublishRefused, also while there is no connection."""
        if self._transport is None:
            raise PublishFailed("there is no connection to the broker")
        await self._transport.publish(parcel)

    async def consume(self, queue: str, handler: Handler, prefetch: int) -> Consumer:
        """Hand over what waits in `queue`, over every connection to come as well."""
        return await self._keep(lambda transport: transport.consume(queue, handler, prefetch))

    async def subscribe(self, pattern: str, handler: Handler, *, private: bool = False) -> Consumer:
        """Receive events that match; those that come while there is no connection are not received."""
        return await self._keep(lambda transport: transport.subscribe(pattern, handler, private=private))

    async def wait_closed(self) -> str:
        """Return once it was closed: a connection that is lost meanwhile is replaced."""
        await self._stop.wait()
        return "it was closed"

    async def close(self) -> None:
        """Let go of the connection, and make no other."""
        self._stop.set()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)

    async def attach(self, transport: Transport) -> None:
        """There is a new connection. Raises BrokerLost when it is of no use."""
        self._transport = transport
        for kept in list(self._kept):
            await kept.begin(transport)

    def detach(self, transport: Transport) -> None:
        """A connection was lost; perhaps there is a new one already."""
        if self._transport is transport:
            self._transport = None

    async def _keep(self, open_: Open) -> Consumer:
        kept = _ResubscribingConsumer(open_, self._kept.remove)
        self._kept.append(kept)
        transport = self._transport
        if transport is not None:
            try:
                await kept.begin(transport)
            except BrokerUnavailable:
                await transport.close()  # then it is lost for good, and the next one begins it
            except BaseException:
                await kept.stop()
                raise
        return kept


class _ConnectionSession:
    """One connection of the many: the Session port."""

    def __init__(self, lasting: ReconnectingTransport, transport: Transport) -> None:
        self._lasting = lasting
        self._transport = transport

    async def start(self) -> None:
        await self._lasting.attach(self._transport)

    async def stop(self) -> None:
        self._lasting.detach(self._transport)

    async def drain_disconnected(self) -> None:
        self._lasting.detach(self._transport)


class _ResubscribingConsumer:
    """A consumer that is begun on every connection, until it is stopped: the Consumer port."""

    def __init__(self, open_: Open, forget: "Callable[[_ResubscribingConsumer], None]") -> None:
        self._open = open_
        self._forget = forget
        self._over: Transport | None = None
        self._consumer: Consumer | None = None
        self._stopped = False

    async def begin(self, transport: Transport) -> None:
        if self._over is transport or self._stopped:
            return
        self._over = transport
        consumer = self._consumer = await self._open(transport)
        if self._stopped:
            await consumer.stop()

    async def stop(self) -> None:
        if self._stopped:
            return
        self._stopped = True
        self._forget(self)
        if self._consumer is not None:
            await self._consumer.stop()
