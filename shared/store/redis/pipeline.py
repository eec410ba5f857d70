"""How the calls of many concurrent steps reach the server: gathered into pipelines, each sent as a whole.

Calls made while a pipeline is on its way go out together with the next one. Pipelines run in tasks of their own,
so a caller that is cancelled harms neither the others nor the connection (FAULTS § 5, 18–20).
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
from shared.store.redis.availability import AvailabilityListener, AvailabilityReporter
from shared.store.redis.errors import ForeignKeyType, translate_error

CONNECT_TIMEOUT_S = 1.0
REPLY_TIMEOUT_S = 1.5
"""Seconds for a pipeline to come back. Nothing here is ever sent twice: who called decides that."""

MAX_BATCH_CALLS = 256
MAX_BATCH_BYTES = 1024 * 1024
CONNECTIONS = 2
"""While the server works on one pipeline, the next one is packed."""

CommandArgument = str | bytes | int | float

_pack = cast(Callable[[tuple[CommandArgument, ...]], bytes], hiredis.pack_command)
"""A command as the server reads it. Text is UTF-8."""


class StoreAccessRevoked(StoreUnavailable):
    """A store that did its work refuses it now: its password or our rights were changed. Nothing was executed."""


class RedisConnection(Protocol):
    """What is used of a connection of redis-py."""

    @property
    def is_connected(self) -> bool: ...
    async def connect(self) -> None: ...
    async def can_read(self) -> bool: ...
    async def send_packed_command(self, command: Sequence[bytes], check_health: bool = True) -> None: ...
    async def read_response(self, *, timeout: float | None = None, disconnect_on_error: bool = True) -> Any: ...
    async def disconnect(self, nowait: bool = False) -> None: ...


class PipelinedClient:
    """Calls to one server. A call that raises StoreLost may have been executed or not."""

    def __init__(self, url: str) -> None:
        """`url`: redis://, rediss:// or unix://. Raises StoreMisconfigured when it is none."""
        self._was_ready = False
        self.redacted_url = redact(url)
        self._presence = AvailabilityReporter(None)
        self._waiting: deque[_Call] = deque()
        self._lanes = [
            _PipelinedConnection(connection, self.redacted_url, self._waiting) for connection in _connections(url)
        ]
        self._closed = False

    def mark_ready(self, on_change: AvailabilityListener | None) -> None:
        """It is all there: from now on let `on_change` hear when the server is lost, and when it is back.

        What is wrong from now on, somebody changed and can change again: it is waited for like a server that is away.
        """
        self._was_ready = True
        self._presence = AvailabilityReporter(on_change)

    def report_foreign_key(self, error: ForeignKeyType) -> None:
        """Tell of a key that is not ours, when others go on without it."""
        self._presence.report_failure(error, refused=True)

    async def call(self, *words: CommandArgument) -> Any:
        """The reply to one command. Raises StoreLost, StoreMisconfigured, FunctionMissing or FunctionsThere.

        Once it was ready, StoreMisconfigured is only raised for what one key holds (KeyMisused).
        """
        if self._closed:
            raise StoreUnavailable(f"the connections to {self.redacted_url} were closed")
        call = _Call(words)
        self._waiting.append(call)
        self._start_one()
        try:
            reply = await call.reply
        except StoreUnavailable as error:
            self._presence.report_failure(error)
            raise
        except ForeignKeyType:
            raise
        except StoreMisconfigured as error:
            if not self._was_ready:
                raise
            self._presence.report_failure(error, refused=True)
            raise StoreAccessRevoked(*error.args) from error
        self._presence.report_success()
        return reply

    async def close(self) -> None:
        """Let what is on its way come back, refuse the rest, and disconnect."""
        self._closed = True
        while self._waiting:
            self._waiting.popleft().fail(StoreUnavailable(f"the connections to {self.redacted_url} were closed"))
        for lane in self._lanes:
            await lane.close()

    def _start_one(self) -> None:
        """Calls of the same turn of the loop travel together, so one lane about to start is enough."""
        idle = None
        for lane in self._lanes:
            if lane.starting:
                return
            if lane.idle:
                idle = lane
        if idle is not None:
            idle.start()


class _Call:
    """One command, packed, and its reply to come."""

    __slots__ = ("packed", "reply")

    def __init__(self, words: tuple[CommandArgument, ...]) -> None:
        self.packed = _pack(words)
        self.reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def succeed(self, reply: Any) -> None:
        if not self.reply.done():  # else its caller was cancelled
            self.reply.set_result(reply)

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)


class _PipelinedConnection:
    """One connection, and the task that sends one pipeline after the other over it while there is something."""

    def __init__(self, connection: RedisConnection, where: str, waiting: deque[_Call]) -> None:
        self._connection = connection
        self._where = where
        self._waiting = waiting
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
            while self._waiting:
                self.starting = False
                if batch := _next_batch(self._waiting):
                    await self._send(batch)
        except asyncio.CancelledError:  # the loop ends, and with it everybody who waits
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
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            with suppress(RedisError, OSError, TimeoutError):
                await self._connection.disconnect(nowait=True)
            for call in batch:
                call.fail(translate_error(error, self._where))

    async def _connect(self) -> None:
        connection = self._connection
        if connection.is_connected and await connection.can_read():  # something unasked for: the server hung up
            await connection.disconnect(nowait=True)
        if not connection.is_connected:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                await connection.connect()

    async def _read(self, call: _Call) -> None:
        try:
            call.succeed(await self._connection.read_response(timeout=math.inf))
        except ResponseError as error:
            call.fail(translate_error(error, self._where))


def _next_batch(waiting: deque[_Call]) -> list[_Call]:
    batch: list[_Call] = []
    size = 0
    while waiting and len(batch) < MAX_BATCH_CALLS and size < MAX_BATCH_BYTES:
        call = waiting.popleft()
        if not call.reply.done():  # its caller was cancelled before it was sent
            batch.append(call)
            size += len(call.packed)
    return batch


def _connections(url: str) -> Sequence[RedisConnection]:
    try:
        pool = ConnectionPool.from_url(  # pyright: ignore[reportUnknownMemberType]
            url, protocol=2, socket_timeout=None, socket_connect_timeout=CONNECT_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0), driver_info=None,
        )  # fmt: skip
        make: Callable[[], RedisConnection] = pool.make_connection
        return [make() for _ in range(CONNECTIONS)]
    except (ValueError, TypeError):  # its words may be the password's
        raise StoreMisconfigured(f"what follows the ? of TOWOW_STORE_URL ({redact(url)}) cannot be read") from None
