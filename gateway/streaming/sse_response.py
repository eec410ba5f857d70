"""SSE response with a send timeout (FAULTS § 1.11)."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack, aclosing
from functools import partial

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from gateway.http.tcp_connection import ClientConnection, connection_of
from gateway.streaming.stream_slots import StreamSlots

SSE_HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache",
    "Connection": "keep-alive",
    "X-Accel-Buffering": "no",
}
"""Headers of every event stream (TW-107); no charset, since event streams are always UTF-8."""


class SseResponse(StreamingResponse):
    """Event stream to one client; `chunks` yields whole frames, pings included.

    Where the connection itself reports a disconnect, one task per client is enough. With 2,000 clients that takes a
    third of the memory and CPU time of the three tasks that a library needs. There the application returns after the
    start of the response, and the connection sends the rest.
    """

    def __init__(
        self,
        chunks: AsyncGenerator[bytes],
        slots: StreamSlots,
        user_id: str | None,
        send_timeout_s: float,
        headers: Mapping[str, str] | None = None,
        slot: ExitStack | None = None,
    ) -> None:
        """Create the response.

        Args:
            chunks: Whole frames.
            slots: Counter of open streams, and deadlines of sends.
            user_id: The signed-in user, None for an anonymous client.
            send_timeout_s: A client that does not accept a chunk within so many seconds is disconnected.
            headers: Additional headers.
            slot: Slot of `slots` that is already acquired, released after the stream; None = acquire one when sent.
        """
        super().__init__(chunks, headers={**SSE_HEADERS, **(headers or {})})
        self._chunks = chunks
        self._slots = slots
        self._user_id = user_id
        self._send_timeout_s = send_timeout_s
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or its start, if the connection sends the rest.

        Raises:
            ApiError: E017 or E018, ahead of the response, if no slot was acquired before.
        """
        if scope["method"] == "HEAD":
            await send(self._start_message)
            await send({"type": "http.response.body", "body": b""})
            return
        with ExitStack() as slot:
            slot.enter_context(self._slot or self._slots.acquire(self._user_id, scope))
            connection = connection_of(scope)
            if connection is None:
                async with aclosing(self._chunks):
                    await super().__call__(scope, receive, send)
            elif not connection.is_closed:
                connection.limit_buffers(self._send_timeout_s)
                try:
                    await self._send(connection, send, self._start_message)
                except TimeoutError:
                    await _drop(connection, receive)
                else:
                    held = slot.pop_all()
                    connection.on_disconnect(held.close)
                    connection.send_later(partial(self._send_over_connection, connection, held))

    @property
    def _start_message(self) -> Message:
        return {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}

    async def _send_over_connection(
        self, connection: ClientConnection, slot: ExitStack, receive: Receive, send: Send
    ) -> None:
        """Send all chunks over a connection that reports its end, then release the slot."""
        task = asyncio.current_task()
        assert task is not None
        with slot:
            if not connection.is_closed:
                await self._send_until_disconnect(connection, task, receive, send)

    async def _send_until_disconnect(
        self, connection: ClientConnection, task: "asyncio.Task[object]", receive: Receive, send: Send
    ) -> None:
        connection.on_disconnect(task.cancel)
        try:
            async with aclosing(self._chunks):
                await self._send_all(connection, send)
        except TimeoutError:
            connection.on_disconnect(None)
            await _drop(connection, receive)
        except asyncio.CancelledError:
            if not connection.is_closed:
                raise
            task.uncancel()
        finally:
            connection.on_disconnect(None)

    async def _send_all(self, connection: ClientConnection, send: Send) -> None:
        """Send all chunks. Raises TimeoutError if the client does not accept one in time."""
        async for chunk in self._chunks:
            await self._send(connection, send, {"type": "http.response.body", "body": chunk, "more_body": True})
        await self._send(connection, send, {"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, connection: ClientConnection, send: Send, message: Message) -> None:
        if not connection.is_write_blocked:  # the send returns at once and needs no timeout
            await send(message)
            return
        async with self._slots.send_deadline(self._send_timeout_s):
            await send(message)


async def _drop(connection: ClientConnection, receive: Receive) -> None:
    """Close the connection; returning before its end would count as an incomplete response."""
    connection.abort()
    while (await receive())["type"] != "http.disconnect":
        """Wait for the disconnect."""
