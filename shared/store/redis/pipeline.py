"""Client that sends the calls of many concurrent steps in pipelines.

Calls made while a pipeline is in flight are sent together in the next one. Pipelines run in tasks of their own, so that
a cancelled caller affects neither the other calls nor the connection (FAULTS § 5, 18–20).
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

import hiredis
from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.store.redacted_url import redact
from shared.store.redis.availability_report import AvailabilityListener, AvailabilityReporter
from shared.store.redis.errors import ForeignKeyType, translate_error

CONNECT_TIMEOUT_S = 1.0
REPLY_TIMEOUT_S = 1.5
"""Time for all replies of a pipeline. The client never repeats a call: that is the caller's decision."""

MAX_BATCH_CALLS = 256
MAX_BATCH_BYTES = 1024 * 1024
CONNECTION_COUNT = 2
"""Two, so that one pipeline is packed while the server executes the other."""

CommandArgument = str | bytes | int | float

_pack = cast(Callable[[tuple[CommandArgument, ...]], bytes], hiredis.pack_command)
"""Encode a command for the wire. Text is UTF-8."""


class StoreAccessRevoked(StoreUnavailable):
    """The server rejects calls that it accepted before: password or rights were changed. Nothing was executed."""


class RedisConnection(Protocol):
    """Part of redis-py's connection that is used here."""

    @property
    def is_connected(self) -> bool:
        """Whether the connection is open on this side; the server may have closed it."""
        ...

    async def connect(self) -> None:
        """Open the connection and log in with the user and password of its URL; do nothing if it is open.

        Raises AuthenticationError (login rejected), ConnectionError or TimeoutError of `redis.exceptions`.
        """
        ...

    async def can_read(self) -> bool:
        """Return at once whether unread data has arrived, or the server has closed the connection.

        Raises ConnectionError of `redis.exceptions` if the connection is not open.
        """
        ...

    async def send_packed_command(self, command: Sequence[bytes], check_health: bool = True) -> None:
        """Send commands that are encoded for the wire, without waiting for their replies; connect first if necessary.

        `check_health` allows a PING before them. Raises ConnectionError or TimeoutError of `redis.exceptions`; the
        connection is closed then.
        """
        ...

    async def read_response(self, *, timeout: float | None = None, disconnect_on_error: bool = True) -> Any:
        """Wait for the next reply and return it parsed: an integer, bytes, None, or a list of these.

        Args:
            timeout: Seconds after which None is returned; infinity for no limit. None is the connection's own limit,
                after which TimeoutError is raised.
            disconnect_on_error: Close the connection if it breaks or its own limit is exceeded.

        Raises:
            ResponseError: The reply is an error (of `redis.exceptions`, as the others).
            ConnectionError: The connection broke.
            TimeoutError: No reply came within the connection's own limit.
        """
        ...

    async def disconnect(self, nowait: bool = False) -> None:
        """Close the connection; do nothing if it is closed. `nowait` does not wait until the socket is closed.

        Raises TimeoutError of `redis.exceptions` if the socket is not closed within the limit for connecting.
        """
        ...


class PipelinedClient:
    """Client of one server. A call that raises StoreUnavailable may or may not have been executed."""

    def __init__(self, url: str) -> None:
        """Create a client for a redis://, rediss:// or unix:// URL; it connects at the first call.

        Raises:
            StoreMisconfigured: The URL is invalid.
        """
        self._is_ready = False
        self.redacted_url = redact(url)
        self._availability = AvailabilityReporter(None)
        self._pending: deque[_Call] = deque()
        self._connections = [
            _PipelinedConnection(connection, self.redacted_url, self._pending)
            for connection in _create_connections(url)
        ]
        self._closed = False

    def mark_ready(self, on_change: AvailabilityListener | None) -> None:
        """Mark start-up as complete; from now on report availability changes to `on_change` (None: to nobody).

        A misconfiguration that appears later was caused by an operator and can be undone: calls then raise
        StoreAccessRevoked, which callers retry as they do for an unavailable server.
        """
        self._is_ready = True
        self._availability = AvailabilityReporter(on_change)

    def report_foreign_key(self, error: ForeignKeyType) -> None:
        """Report to the listener that a call skipped a key with foreign data; `error` describes the key."""
        self._availability.report_failure(error, rejected=True)

    async def call(self, *command: CommandArgument) -> Any:
        """Send one command with its arguments and return its reply: an integer, bytes, None or a list of them.

        The command of a cancelled call may be executed all the same.

        Raises:
            StoreUnavailable: No reply came (the command may have been executed), the server rejects calls for now, or
                this client is closed.
            StoreMisconfigured: The server rejects the call; after `mark_ready` only as ForeignKeyType, otherwise
                StoreAccessRevoked (a StoreUnavailable) is raised instead.
            FunctionMissing: The called function is not loaded.
            FunctionsAlreadyLoaded: The library to load is loaded already.
        """
        if self._closed:
            raise StoreUnavailable(f"the connections to {self.redacted_url} are closed")
        call = _Call(command)
        self._pending.append(call)
        self._start_pipeline()
        try:
            reply = await call.reply
        except StoreUnavailable as error:
            self._availability.report_failure(error)
            raise
        except ForeignKeyType:
            raise
        except StoreMisconfigured as error:
            if not self._is_ready:
                raise
            self._availability.report_failure(error, rejected=True)
            raise StoreAccessRevoked(*error.args) from error
        self._availability.report_success()
        return reply

    async def close(self) -> None:
        """Fail unsent calls with StoreUnavailable, wait for the replies to sent ones, and close the connections.

        Later calls raise StoreUnavailable. Errors while closing are ignored.
        """
        self._closed = True
        while self._pending:
            self._pending.popleft().fail(StoreUnavailable(f"the connections to {self.redacted_url} are closed"))
        for connection in self._connections:
            await connection.close()

    def _start_pipeline(self) -> None:
        """Start an idle connection, unless one is about to start: it will send all pending calls."""
        idle = None
        for connection in self._connections:
            if connection.starting:
                return
            if connection.idle:
                idle = connection
        if idle is not None:
            idle.start()


class _Call:
    """Encoded command and its future reply."""

    __slots__ = ("packed", "reply")

    def __init__(self, command: tuple[CommandArgument, ...]) -> None:
        self.packed = _pack(command)
        self.reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def succeed(self, reply: Any) -> None:
        if not self.reply.done():  # its caller was cancelled
            self.reply.set_result(reply)

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)


class _PipelinedConnection:
    """Connection and the task that sends pipelines over it, one after the other, while calls are pending."""

    def __init__(self, connection: RedisConnection, url: str, pending: deque[_Call]) -> None:
        self._connection = connection
        self._url = url
        self._pending = pending
        self._task: asyncio.Task[None] | None = None
        self.starting = False

    @property
    def idle(self) -> bool:
        return self._task is None or self._task.done()

    def start(self) -> None:
        self.starting = True
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._task is not None and not self.idle:
            await asyncio.wait({self._task})
        with suppress(RedisError, OSError, TimeoutError):
            await self._connection.disconnect()

    async def _run(self) -> None:
        try:
            while self._pending:
                self.starting = False
                if batch := _next_batch(self._pending):
                    await self._send(batch)
        except asyncio.CancelledError:  # the loop ends, and with it every caller
            await self._connection.disconnect(nowait=True)
            raise
        finally:
            self.starting = False

    async def _send(self, batch: Sequence[_Call]) -> None:
        try:
            await self._connect()
            async with asyncio.timeout(REPLY_TIMEOUT_S):
                await self._connection.send_packed_command([call.packed for call in batch], check_health=False)
                for call in batch:
                    await self._read(call)
        except Exception as error:  # noqa: BLE001 - every error must reach the callers
            with suppress(RedisError, OSError, TimeoutError):
                await self._connection.disconnect(nowait=True)
            for call in batch:
                call.fail(translate_error(error, self._url))

    async def _connect(self) -> None:
        connection = self._connection
        if (
            connection.is_connected and await connection.can_read()
        ):  # unsolicited data: the server closed the connection
            await connection.disconnect(nowait=True)
        if not connection.is_connected:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                await connection.connect()

    async def _read(self, call: _Call) -> None:
        try:
            call.succeed(await self._connection.read_response(timeout=math.inf))
        except ResponseError as error:
            call.fail(translate_error(error, self._url))


def _next_batch(pending: deque[_Call]) -> list[_Call]:
    batch: list[_Call] = []
    size = 0
    while pending and len(batch) < MAX_BATCH_CALLS and size < MAX_BATCH_BYTES:
        call = pending.popleft()
        if not call.reply.done():  # otherwise its caller was cancelled
            batch.append(call)
            size += len(call.packed)
    return batch


def _create_connections(url: str) -> Sequence[RedisConnection]:
    try:
        pool = ConnectionPool.from_url(  # pyright: ignore[reportUnknownMemberType]
            url, protocol=2, socket_timeout=None, socket_connect_timeout=CONNECT_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0), driver_info=None,
        )  # fmt: skip
        make: Callable[[], RedisConnection] = pool.make_connection
        return [make() for _ in range(CONNECTION_COUNT)]
    except (ValueError, TypeError):  # without the cause, whose text may contain the password
        raise StoreMisconfigured(
            f"the query of TOWOW_STORE_URL ({redact(url)}) is invalid: remove what follows the ?"
        ) from None
