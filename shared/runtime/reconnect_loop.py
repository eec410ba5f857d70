"""How a process keeps working while its services come and go: built up, torn down, built up anew (DESIGN § 3)."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

from shared.store.port import StoreUnavailable
from shared.telemetry.log import Log
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable, Transport

T = TypeVar("T")

INITIAL_BACKOFF_S = 0.2
MAX_BACKOFF_S = 5.0


class ConnectionSession(Protocol):
    """What works over one connection to the broker."""

    async def start(self) -> None:
        """Begin. Raises BrokerLost."""
        ...

    async def stop(self) -> None:
        """Take nothing more, finish what is in hand within a deadline."""
        ...

    async def drain_disconnected(self) -> None:
        """The connection is gone: claim nothing more, but let what is in hand come to its commit."""
        ...


async def retry_connect(
    service: str, connect: Callable[[], Awaitable[T]], log: Log, *, already_reported: bool = False
) -> T:
    """The result of `connect()`, tried until it succeeds. A missing service is said once, and when it is back.

    `missing`: it is known, and was said. Only BrokerLost and StoreLost are waited for: what waiting cannot mend is
    raised.
    """
    pause = INITIAL_BACKOFF_S
    while True:
        try:
            found = await connect()
        except (BrokerUnavailable, StoreUnavailable) as error:
            if not already_reported:
                log.warning("service_missing", service=service, error=str(error))
            already_reported = True
            # Not all in step: a broker that comes back is not met by everybody at once.
            await asyncio.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, MAX_BACKOFF_S)
        else:
            if already_reported:
                log.info("service_back", service=service)
            return found


class ReconnectLoop:
    """Keeps one session at work, over one connection after the other."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Transport]],
        build: Callable[[Transport], ConnectionSession],
        log: Log,
        on_ready: Callable[[], None],
        drain_timeout_s: float = 10.0,
    ) -> None:
        """`ready` is called whenever a session has started; what it has in hand gets `grace` s when it is stopped.

        That bounds what lost connections left behind; a session that is at work keeps its own deadline.
        """
        self._grace = drain_timeout_s
        self._connect = connect
        self._build = build
        self._log = log
        self._ready = on_ready
        self._retiring: dict[asyncio.Task[None], None] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Work until `stop` is set. Raises BrokerMisconfigured when that is what the first attempt meets."""
        stopping = asyncio.create_task(stop.wait())
        connect = self._connect
        try:
            while up := await run_until(stopping, self._up(connect)):
                connect = self._connect_again
                if not await self._work(up, stopping):
                    break
            else:
                await self._finish_retired()
        finally:
            stopping.cancel()
            await self._end_retired()

    async def _up(self, connect: Callable[[], Awaitable[Transport]]) -> tuple[ConnectionSession, Transport]:
        async def once() -> tuple[ConnectionSession, Transport]:
            transport = await connect()
            session = self._build(transport)
            try:
                await session.start()
            except BaseException as error:
                self._let_go(session, transport)
                if isinstance(error, LookupError):
                    raise BrokerUnavailable(str(error)) from error  # a queue vanished: it is declared again
                if isinstance(error, BrokerMisconfigured) and connect is not self._connect:
                    raise BrokerUnavailable(str(error)) from error
                raise
            return session, transport

        return await retry_connect("broker", once, self._log, already_reported=connect is not self._connect)

    async def _connect_again(self) -> Transport:
        """What worked before may be refused while the broker starts: that is waited for, too."""
        try:
            return await self._connect()
        except BrokerMisconfigured as error:
            raise BrokerUnavailable(str(error)) from error

    async def _work(self, up: tuple[ConnectionSession, Transport], stopping: asyncio.Task[Any]) -> bool:
        """Until the connection is lost (True) or it is time to stop (False)."""
        session, transport = up
        self._ready()
        lost = await run_until(stopping, transport.wait_closed())
        if lost is None:
            await asyncio.gather(session.stop(), self._finish_retired())
            await transport.close()
            return False
        self._log.warning("service_missing", service="broker", error=lost)
        self._let_go(session, transport)
        return True

    def _let_go(self, session: ConnectionSession, transport: Transport) -> None:
        """What it has in hand comes to its commit while others go on."""
        retiring = asyncio.create_task(self._retire(session, transport))
        self._retiring[retiring] = None
        retiring.add_done_callback(lambda task: self._retiring.pop(task, None))

    async def _retire(self, session: ConnectionSession, transport: Transport) -> None:
        try:
            await session.drain_disconnected()
        finally:
            await transport.close()

    async def _finish_retired(self) -> None:
        """What a lost connection left in hand may be paid for already: it is brought to its commit, given time."""
        if self._retiring:
            await asyncio.wait(self._retiring, timeout=self._grace)

    async def _end_retired(self) -> None:
        """Whoever still has something in hand from a lost connection cannot settle it any more: it is done anew."""
        for task in self._retiring:
            task.cancel()
        await asyncio.gather(*self._retiring, return_exceptions=True)


async def run_until(stopping: "asyncio.Task[Any]", work: Coroutine[Any, Any, T]) -> T | None:
    """The result of `work`; None, and `work` is cancelled, when `stopping` ends before it."""
    working = asyncio.create_task(work)
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not working.done():
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
    return None if working.cancelled() else working.result()
