"""How a stream is sent to one client: counted, and dropped when it takes nothing in time (FAULTS § 1.11)."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing, asynccontextmanager, contextmanager

from sse_starlette import EventSourceResponse
from starlette.types import Message, Receive, Scope, Send

from gateway.http.client_connection import ClientConnection, line_of
from negotiation.contracts.error_codes import ApiError, ErrorCode
from shared.telemetry.metrics import Metrics

HEADERS = {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
"""Without a charset: it is UTF-8 anyway. The response adds `Connection` and `X-Accel-Buffering` (TW-107)."""

AGAIN = 10
"""Seconds after which a user with too many streams may try again."""


HURRY = 1.0
"""Seconds that a client gets to take what it is sent when the gateway stops: less than uvicorn's own grace."""


class StreamSlots:
    """How many streams are open, and how many each signed-in user has."""

    def __init__(self, metrics: Metrics, most: int) -> None:
        """`most` of one user; 0 = no limit."""
        self._metrics = metrics
        self._most = most
        self._taken: Counter[str] = Counter()
        self._limits: set[asyncio.Timeout] = set()
        self._in_a_hurry = False

    @contextmanager
    def acquire(self, user_id: str | None) -> Generator[None]:
        """One is taken meanwhile; `user_id` None: by somebody who is not signed in. Raises ToWowError (E017)."""
        if user_id is not None:
            if self._most and self._taken[user_id] >= self._most:
                raise ApiError(ErrorCode.E017, f"at most {self._most} streams at a time", after=AGAIN)
            self._taken[user_id] += 1
        self._metrics.sse_client(1)
        try:
            yield
        finally:
            self._metrics.sse_client(-1)
            if user_id is not None:
                self._taken[user_id] -= 1
                self._taken += Counter()  # forgets those who have none

    @asynccontextmanager
    async def send_deadline(self, timeout: float) -> AsyncGenerator[None]:
        """Somebody waits for a client meanwhile. Raises TimeoutError after `timeout` s, or soon after `hurry`."""
        async with asyncio.timeout(HURRY if self._in_a_hurry else timeout) as limit:
            self._limits.add(limit)
            try:
                yield
            finally:
                self._limits.discard(limit)

    def shorten_deadlines(self) -> None:
        """The gateway is about to stop: wait for no client much longer."""
        self._in_a_hurry = True
        at = asyncio.get_running_loop().time() + HURRY
        for limit in self._limits:
            limit.reschedule(min(at, limit.when() or at))


class SseResponse(EventSourceResponse):
    """A stream to one client. `chunks` are whole frames; pings are among them.

    The library runs three tasks for each client. Here, where the line itself tells that the client is gone, one does:
    of 2,000 clients that is a third of the memory and of the time.
    """

    def __init__(self, chunks: AsyncGenerator[bytes], seats: StreamSlots, user_id: str | None, timeout: float) -> None:
        """`timeout`: s in which the client must take what it is sent."""
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - the library says dict, of nothing in particular
            chunks, headers=HEADERS, ping=0, sep="\n", send_timeout=timeout
        )
        self._chunks = chunks
        self._seats = seats
        self._user_id = user_id
        self._timeout = timeout

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. Raises ToWowError (E017) before anything is sent."""
        if scope["method"] == "HEAD":
            await super().__call__(scope, receive, send)
            return
        with self._seats.acquire(self._user_id):
            line = line_of(scope)
            if line is None:
                await super().__call__(scope, receive, send)
            else:
                await self._over(line, receive, send)

    async def _over(self, line: ClientConnection, receive: Receive, send: Send) -> None:
        """Send it over a line that tells when it is gone."""
        task = asyncio.current_task()
        assert task is not None
        if line.gone:
            return
        line.limit_buffers(self._timeout)
        line.on_disconnect(task.cancel)
        try:
            async with aclosing(self._chunks):
                await self._send_all(line, send)
        except TimeoutError:
            line.on_disconnect(None)
            line.abort()
            while (await receive())["type"] != "http.disconnect":
                """It is told once the connection is gone: then nobody misses the rest of the answer."""
        except asyncio.CancelledError:
            if not line.gone:
                raise
            task.uncancel()
        finally:
            line.on_disconnect(None)

    async def _send_all(self, line: ClientConnection, send: Send) -> None:
        """Raises TimeoutError when the client does not take it in time."""
        begin: Message = {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        await self._send(line, send, begin)
        async for chunk in self._chunks:
            await self._send(line, send, {"type": "http.response.body", "body": chunk, "more_body": True})
        await self._send(line, send, {"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, line: ClientConnection, send: Send, message: Message) -> None:
        if not line.write_blocked:  # then it does not wait, and needs no watching
            await send(message)
            return
        async with self._seats.send_deadline(self._timeout):
            await send(message)
