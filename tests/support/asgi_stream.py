"""Client of an event stream over ASGI, in virtual time: reads frames while the response is open, and disconnects."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Self

from starlette.types import ASGIApp, Message


class AsgiStream:
    """One request whose response is read frame by frame. Use it with `async with`; leaving it disconnects."""

    def __init__(
        self,
        app: ASGIApp,
        path: str,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        query: str = "",
    ) -> None:
        sent = {"host": "gateway", **({} if body is None else {"content-type": "application/json"}), **(headers or {})}
        self._app = app
        self._scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("gateway", 80),
        }
        self._body = b"" if body is None else json.dumps(body).encode()
        self._has_sent_body = False
        self._gone = asyncio.Event()
        self._started = asyncio.Event()
        self._buffer = b""
        self._chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.status = 0
        self.headers: dict[str, str] = {}

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        await self._started.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        await asyncio.wait_for(self._task, 60)

    async def _run(self) -> None:
        try:
            await self._app(self._scope, self._receive, self._send)
        finally:
            self._started.set()
            self._chunks.put_nowait(None)

    async def _receive(self) -> Message:
        if not self._has_sent_body:
            self._has_sent_body = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self._started.set()
        elif message.get("body"):
            self._chunks.put_nowait(message["body"])

    async def frame(self) -> bytes | None:
        """Return the next frame without its blank line; None after the last one."""
        while b"\n\n" not in self._buffer:
            chunk = await asyncio.wait_for(self._chunks.get(), 3600)
            if chunk is None:
                return None
            self._buffer += chunk
        frame, _, self._buffer = self._buffer.partition(b"\n\n")
        return frame

    async def frames(self, amount: int | None = None) -> list[bytes]:
        """Return the next frames with data, `amount` of them or all up to the end of the response."""
        found: list[bytes] = []
        while amount is None or len(found) < amount:
            frame = await self.frame()
            if frame is None:
                break
            if b"data: " in frame:
                found.append(frame)
        return found

    async def json(self) -> Any:
        """Return the whole body as JSON."""
        while (chunk := await asyncio.wait_for(self._chunks.get(), 60)) is not None:
            self._buffer += chunk
        return json.loads(self._buffer)


def frame_object(frame: bytes) -> dict[str, Any]:
    """Return the object in a frame of a session's stream, after a check that its id is the object's `seq`."""
    identifier, data = frame.split(b"\n")
    found: dict[str, Any] = json.loads(data.removeprefix(b"data: "))
    assert identifier == b"id: %d" % found["seq"]
    return found
