"""Reconnect loop: runs a session over a connection and builds both anew when the connection is lost (DESIGN § 3)."""

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

ABANDON_TIMEOUT_S = 1.0
"""Time that a session has to end when the loop is cancelled, after its connection was closed."""


class ConnectionSession(Protocol):
    """Work over one connection to the broker."""

    async def start(self) -> None:
        """Start the work and return once it runs in the background; the loop calls it once per session.

        If it raises, the loop calls `drain_disconnected`.

        Raises:
            BrokerUnavailable: The connection is lost; the loop connects again.
            BrokerMisconfigured: The broker rejects the configuration.
            LookupError: A queue does not exist; the loop connects again, which declares it.
        """
        ...

    async def stop(self) -> None:
        """Accept no more messages and finish those in progress within the session's own timeout.

        The loop calls it once, while the connection is up, and closes the connection afterwards.
        """
        ...

    async def drain_disconnected(self) -> None:
        """Accept no more messages after the connection was lost; return once those in progress are committed.

        The loop calls it instead of `stop`, in the background, closes the connection afterwards, and may cancel it when
        the process ends. The broker redelivers what was not acknowledged. A cancelled loop calls it, too, also during
        `stop`, and closes the connection meanwhile.
        """
        ...


async def retry_connect(
    service: str, connect: Callable[[], Awaitable[T]], log: Log, *, already_reported: bool = False
) -> T:
    """Call `connect` until it succeeds, with exponential backoff and without a time limit; return its result.

    The backoff doubles from 0.2 s to 5 s, with jitter. Log one warning when the service is missing and one line when it
    is back.

    Args:
        service: Name of the service for the log.
        connect: One attempt to connect; retried if it raises BrokerUnavailable or StoreUnavailable.
        log: Structured logger.
        already_reported: Log no warning, because the caller has logged that the service is missing.

    Raises:
        Exception: `connect` raised another exception than those two; it is not retried.
    """
    backoff_s = INITIAL_BACKOFF_S
    while True:
        try:
            connection = await connect()
        except (BrokerUnavailable, StoreUnavailable) as error:
            if not already_reported:
                log.warning("service_missing", service=service, error=str(error))
            already_reported = True
            # Jitter, so that processes do not reconnect all at once.
            await asyncio.sleep(backoff_s * random.uniform(0.5, 1))
            backoff_s = min(2 * backoff_s, MAX_BACKOFF_S)
        else:
            if already_reported:
                log.info("service_back", service=service)
            return connection


class ReconnectLoop:
    """Keeps one session running over successive connections."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Transport]],
        build: Callable[[Transport], ConnectionSession],
        log: Log,
        on_ready: Callable[[], None],
        drain_timeout_s: float = 10.0,
    ) -> None:
        """Configure the loop; `run` starts it.

        Args:
            connect: One attempt to connect.
            build: Creates the session of a connection.
            log: Structured logger.
            on_ready: Called each time a session has started.
            drain_timeout_s: Seconds that sessions of lost connections get at the end. A running session has its own
                timeout.
        """
        self._drain_timeout_s = drain_timeout_s
        self._connect = connect
        self._build = build
        self._log = log
        self._on_ready = on_ready
        self._draining: dict[asyncio.Task[None], None] = {}
        self._established: tuple[ConnectionSession, Transport] | None = None

    async def run(self, stop: asyncio.Event) -> None:
        """Connect and run a session, again after each lost connection, until `stop` is set.

        Then stop the session, close its connection and return; sessions of lost connections get `drain_timeout_s`.
        While the broker is unavailable it retries without a time limit. Set `stop` rather than cancel: a cancelled run
        closes the connection without waiting for messages in progress, which are cancelled and delivered again.

        Raises:
            BrokerMisconfigured: The first connection was rejected. Later rejections are retried: a broker that is
                starting may reject what it accepted before.
            Exception: `connect` or a session's `start` raised another exception.
        """
        stopping = asyncio.create_task(stop.wait())
        connect = self._connect
        try:
            while established := await run_until(stopping, self._establish(connect)):
                connect = self._reconnect
                if not await self._run_session(established, stopping):
                    break
            else:
                await self._wait_for_drains()
        finally:
            stopping.cancel()
            await self._abandon_session()
            await self._cancel_drains()

    async def _establish(self, connect: Callable[[], Awaitable[Transport]]) -> tuple[ConnectionSession, Transport]:
        async def attempt() -> tuple[ConnectionSession, Transport]:
            transport = await connect()
            session = self._build(transport)
            try:
                await session.start()
            except BaseException as error:
                self._retire(session, transport)
                if isinstance(error, LookupError):
                    raise BrokerUnavailable(str(error)) from error  # a queue was deleted: connecting declares it again
                if isinstance(error, BrokerMisconfigured) and connect is not self._connect:
                    raise BrokerUnavailable(str(error)) from error
                raise
            self._established = session, transport
            return session, transport

        return await retry_connect("broker", attempt, self._log, already_reported=connect is not self._connect)

    async def _reconnect(self) -> Transport:
        """Connect again; a rejection is retried, because a broker that is starting may reject valid credentials."""
        try:
            return await self._connect()
        except BrokerMisconfigured as error:
            raise BrokerUnavailable(str(error)) from error

    async def _run_session(self, established: tuple[ConnectionSession, Transport], stopping: asyncio.Task[Any]) -> bool:
        """Run a session until its connection is lost (True) or the loop is to stop (False)."""
        session, transport = established
        self._on_ready()
        reason = await run_until(stopping, transport.wait_closed())
        if reason is None:
            await asyncio.gather(session.stop(), self._wait_for_drains())
            await transport.close()
            self._established = None
            return False
        self._log.warning("service_missing", service="broker", error=reason)
        self._established = None
        self._retire(session, transport)
        return True

    async def _abandon_session(self) -> None:
        """Close the connection of a session that was not stopped, which cancels its messages in progress."""
        if self._established is None:
            return
        session, transport = self._established
        drain = asyncio.create_task(session.drain_disconnected())
        await asyncio.sleep(0)  # so that it accepts no more messages
        await transport.close()
        await asyncio.wait((drain,), timeout=ABANDON_TIMEOUT_S)
        self._draining[drain] = None

    def _retire(self, session: ConnectionSession, transport: Transport) -> None:
        """Let a session finish its work in the background while the next one starts."""
        drain = asyncio.create_task(self._drain(session, transport))
        self._draining[drain] = None
        drain.add_done_callback(lambda task: self._draining.pop(task, None))

    async def _drain(self, session: ConnectionSession, transport: Transport) -> None:
        try:
            await session.drain_disconnected()
        finally:
            await transport.close()

    async def _wait_for_drains(self) -> None:
        """Give sessions of lost connections time to commit: their model calls may be paid for already."""
        if self._draining:
            await asyncio.wait(self._draining, timeout=self._drain_timeout_s)

    async def _cancel_drains(self) -> None:
        """Cancel sessions of lost connections: their messages are delivered again."""
        for task in self._draining:
            task.cancel()
        await asyncio.gather(*self._draining, return_exceptions=True)


async def run_until(stopping: "asyncio.Task[Any]", work: Coroutine[Any, Any, T]) -> T | None:
    """Run `work` in a task and return its result; if `stopping` ends first, cancel `work` and return None.

    How `stopping` ends (result, exception or cancellation) does not matter, and it is never cancelled here. If both
    have ended, the result of `work` counts. It returns once `work` has ended, also when it is cancelled itself.

    Raises:
        Exception: `work` raised it.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait((task, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
    return None if task.cancelled() else task.result()
