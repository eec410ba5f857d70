"""An endpoint of ours that speaks the Messages API on this machine: what it does with each request is written down."""

import asyncio
import json
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from types import TracebackType
from typing import Any, Self

TOKENS = {
    "input_tokens": 120,
    "output_tokens": 40,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
}
ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
NOTHING: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """What becomes of one request: a tool's input (`tool`, or as it stands in `raw`), a `text`, or an error.

    `blocks`: texts and calls of tools (name and input) in order, in place of `text` and `tool`.

    `silent_after` and `cut_after`: so many events are sent, then nothing more, or the line is cut (0: before any byte).
    `error_after`: so many events are sent, then the `error`. `body`: this, whatever it is, of the type `kind`.
    """

    tool: Mapping[str, Any] | None = None
    raw: str | None = None
    text: str | None = None
    blocks: Sequence[str | tuple[str, Mapping[str, Any]]] = ()
    name: str | None = None
    stop: str | None = "tool_use"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    said: str = "no"
    error: str | None = None
    error_after: int = 0
    body: bytes | None = None
    kind: str = "application/json"
    silent_after: int | None = None
    cut_after: int | None = None
    whole: bool = False
    tokens: Mapping[str, int | None] | None = field(default_factory=lambda: dict(TOKENS))


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """A request as it came, and when (s of the server's clock)."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    at: float


Script = Callable[[RecordedRequest], ScriptedReply]


def replies_in_order(*turns: ScriptedReply) -> Script:
    """The n-th request meets the n-th turn, and every later one the last."""
    left = list(turns)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


class _Silence(Exception):
    """From here on nothing is said."""


class FakeMessagesApi:
    """The endpoint. Use it as `async with`; `asked` is what came, in order."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.asked: list[RecordedRequest] = []
        self._lines: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=2**24)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for line in list(self._lines):
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        """What ANTHROPIC_BASE_URL shall be."""
        port: int = self._server.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    @property
    def lines(self) -> int:
        """How many connections are open."""
        return len(self._lines)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line is not None
        self._lines.add(line)
        try:
            await self._converse(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # whoever asked has gone, or the test is over
        finally:
            self._lines.discard(line)
            writer.transport.abort()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while asked := await _read(reader):
                self.asked.append(asked)
                await self._answer(asked, writer)
        except _Silence:
            await reader.read()  # until whoever asked has gone

    async def _answer(self, asked: RecordedRequest, writer: asyncio.StreamWriter) -> None:
        turn = self._script(asked)
        if turn.cut_after == 0:
            raise ConnectionResetError
        if turn.silent_after == 0:
            raise _Silence
        if turn.body is not None:
            length = {"content-length": str(len(turn.body)), "content-type": turn.kind}
            writer.write(_head(turn, length) + turn.body)
            return await writer.drain()
        if turn.status != 200:
            kind = turn.error or ERRORS.get(turn.status, "api_error")
            return _send(writer, turn, {"type": "error", "error": {"type": kind, "message": turn.said}})
        if asked.method == "GET":
            return _send(writer, turn, _model(asked.path.rpartition("/")[2]))
        if turn.whole:
            return _send(writer, turn, _message(turn, asked))
        return await _stream(writer, turn, asked)


@contextmanager
def in_the_background(script: Script) -> Generator[FakeMessagesApi]:
    """The endpoint in a thread of its own, for whoever starts processes."""
    api, loop, ready = FakeMessagesApi(script), asyncio.new_event_loop(), threading.Event()

    async def serve() -> None:
        async with api:
            stop.append(asyncio.Event())
            ready.set()
            await stop[0].wait()

    stop: list[asyncio.Event] = []
    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    ready.wait()
    try:
        yield api
    finally:
        loop.call_soon_threadsafe(stop[0].set)
        thread.join()
        loop.close()


async def _read(reader: asyncio.StreamReader) -> RecordedRequest | None:
    with suppress(asyncio.IncompleteReadError):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in head[1:] if row)}
        data = await reader.readexactly(int(headers.get("content-length", "0")))
        at = asyncio.get_running_loop().time()
        return RecordedRequest(method, path, headers, json.loads(data) if data else None, at)
    return None


def _send(writer: asyncio.StreamWriter, turn: ScriptedReply, body: Mapping[str, Any]) -> None:
    data = json.dumps(body).encode()
    length = {"content-length": str(len(data)), "content-type": "application/json"}
    writer.write(_head(turn, length) + data)


def _head(turn: ScriptedReply, more: Mapping[str, str]) -> bytes:
    headers = {"request-id": "req_1", **turn.headers, **more}
    rows = [f"HTTP/1.1 {turn.status} Said", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join((*rows, "", "")).encode()


async def _stream(writer: asyncio.StreamWriter, turn: ScriptedReply, asked: RecordedRequest) -> None:
    writer.write(_head(turn, {"content-type": "text/event-stream", "transfer-encoding": "chunked"}))
    for number, event in enumerate(_until_error(turn, _events(turn, asked))):
        if number == turn.cut_after:
            await writer.drain()
            raise ConnectionResetError
        if number == turn.silent_after:
            raise _Silence
        data = f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
        writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await writer.drain()
    writer.write(b"0\r\n\r\n")


def _until_error(turn: ScriptedReply, events: Iterator[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    if not turn.error:
        yield from events
        return
    yield from islice(events, turn.error_after)
    yield {"type": "error", "error": {"type": turn.error, "message": turn.said}}


def _events(turn: ScriptedReply, asked: RecordedRequest) -> Iterator[Mapping[str, Any]]:
    message = _message(turn, asked)
    blocks: Sequence[Mapping[str, Any]] = message["content"]
    begun: dict[str, Any] = {**message, "content": [], "stop_reason": None}
    yield {"type": "message_start", "message": begun}
    yield {"type": "ping"}
    for index, block in enumerate(blocks):
        yield from _block(index, block, turn)
    if turn.stop is not None:
        usage = {"output_tokens": turn.tokens["output_tokens"]} if turn.tokens else None
        yield {"type": "message_delta", "delta": {"stop_reason": turn.stop}, "usage": usage}
        yield {"type": "message_stop"}


def _block(index: int, block: Mapping[str, Any], turn: ScriptedReply) -> Iterator[Mapping[str, Any]]:
    empty: dict[str, Any]
    if block["type"] == "text":
        empty, said, kind, key = {**block, "text": ""}, block["text"], "text_delta", "text"
    else:
        said = turn.raw if turn.raw is not None else json.dumps(block["input"], ensure_ascii=False)
        empty, kind, key = {**block, "input": NOTHING}, "input_json_delta", "partial_json"
    yield {"type": "content_block_start", "index": index, "content_block": empty}
    for bit in _bits(said):
        yield {"type": "content_block_delta", "index": index, "delta": {"type": kind, key: bit}}
    yield {"type": "content_block_stop", "index": index}


def _bits(text: str, count: int = 8) -> list[str]:
    size = max(1, -(-len(text) // count))
    return [text[at : at + size] for at in range(0, len(text), size)]


def _message(turn: ScriptedReply, asked: RecordedRequest) -> dict[str, Any]:
    content: list[dict[str, Any]] = [_content_block(*numbered) for numbered in enumerate(turn.blocks, 1)]
    if turn.text is not None:
        content.append({"type": "text", "text": turn.text})
    if turn.tool is not None or turn.raw is not None:
        name = turn.name or asked.body["tools"][0]["name"]
        content.append({"type": "tool_use", "id": "toolu_1", "name": name, "input": dict(turn.tool or {})})
    model = asked.body["model"]
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": content}
    return {**message, "stop_reason": turn.stop, "stop_sequence": None, "usage": dict(turn.tokens or {})}


def _content_block(number: int, block: str | tuple[str, Mapping[str, Any]]) -> dict[str, Any]:
    if isinstance(block, str):
        return {"type": "text", "text": block}
    name, given = block
    return {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": dict(given)}


def _model(name: str) -> dict[str, Any]:
    made = "2026-02-17T00:00:00Z"
    return {"id": name, "type": "model", "display_name": name, "created_at": made, "lifecycle": "active"}
