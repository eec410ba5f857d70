"""A peer on a real socket that answers what a test wrote down, byte for byte, and keeps what it was asked."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


@dataclass
class RawHttpServer:
    """Answers one request a connection, in this order; the last answer again and again."""

    answers: Sequence[bytes]
    url: str = ""
    asked: list[str] = field(default_factory=list[str])
    bodies: list[bytes] = field(default_factory=list[bytes])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read a request, write the next answer, close."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next((line.split(":")[1] for line in head.lower().splitlines() if "content-length" in line), "0")
        self.bodies.append(await reader.readexactly(int(length)))
        self.asked.append(head)
        writer.write(self.answers[min(len(self.asked), len(self.answers)) - 1])
        await writer.drain()
        writer.close()


@asynccontextmanager
async def raw_http_server(*answers: bytes) -> AsyncGenerator[RawHttpServer]:
    """A peer that listens meanwhile."""
    found = RawHttpServer(answers)
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    found.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield found
    finally:
        server.close()


def answer(status: int, body: bytes, **headers: str) -> bytes:
    """A whole answer."""
    lines = [f"HTTP/1.1 {status} X", f"content-length: {len(body)}", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chunk(data: bytes) -> bytes:
    """A piece of an answer that goes on."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def error(code: str, details: str = '"why"') -> bytes:
    """An error's body."""
    return b'{"error_code":"%b","message":"m","details":%b}' % (code.encode(), details.encode())


def frame(identifier: str, event: str = "towow.x", text: str = "x") -> bytes:
    """An event of a stream."""
    data = (
        f'{{"event_id":"evt-00000{identifier[-1]}","event_type":"{event}","timestamp":"t","payload":{{"t":"{text}"}}}}'
    )
    return f"id: {identifier}\nevent: {event}\ndata: {data}\n\n".encode()
