"""A program that follows a stream over a plain socket: it sees every byte, and nothing is retried or decoded for it."""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from negotiation.contracts.events import DemandClosed

PATIENCE = 30.0
_ID = re.compile(rb"^id: (.*)$", re.MULTILINE)
_EVENT = re.compile(rb"^event: (.*)$", re.MULTILINE)


class RawStream:
    """An answer as it comes. `blocks` are frames and whatever else ends with an empty line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._held = b""
        self._chunked = False
        self.status = 0
        self.headers: dict[str, str] = {}

    async def begin(self) -> None:
        """Read the head."""
        async with asyncio.timeout(PATIENCE):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        self.status = int(first.split(" ")[1])
        self.headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        self._chunked = self.headers.get("transfer-encoding") == "chunked"

    async def body(self) -> bytes:
        """All of a short answer."""
        return await self._reader.readexactly(int(self.headers.get("content-length", "0")))

    async def block(self, patience: float = PATIENCE) -> bytes:
        """The next block with its empty line; b"" at the end. Raises TimeoutError when none comes."""
        async with asyncio.timeout(patience):
            while b"\n\n" not in self._held:
                more = await self._chunk()
                if not more:
                    assert not self._held, f"it ended within a frame: {self._held!r}"
                    return b""
                self._held += more
        block, _, self._held = self._held.partition(b"\n\n")
        return block + b"\n\n"

    async def frame(self, patience: float = PATIENCE) -> bytes:
        """The next frame of an event; b"" at the end."""
        while block := await self.block(patience):
            if b"event: " in block:
                return block
        return b""

    async def frames(self, most: int | None = None) -> list[bytes]:
        """All frames to the end, or so many of them."""
        found: list[bytes] = []
        while (most is None or len(found) < most) and (frame := await self.frame()):
            found.append(frame)
        return found

    async def _chunk(self) -> bytes:
        """One chunk of the body; b"" at its end. Raises asyncio.IncompleteReadError when the line is cut."""
        size = int(await self._reader.readuntil(b"\r\n"), 16)
        return (await self._reader.readexactly(size + 2))[:-2]


def id_of(frame: bytes) -> str:
    """The cursor that a frame gives."""
    found = _ID.search(frame)
    assert found is not None, frame
    return found[1].decode()


def type_of(frame: bytes) -> str:
    """The event's type."""
    found = _EVENT.search(frame)
    assert found is not None, frame
    return found[1].decode()


def is_last(frame: bytes) -> bool:
    """Whether nothing follows it."""
    return type_of(frame) == DemandClosed.type


def stream_path(demand_id: str, after: str | int | None = None) -> str:
    """Where a demand's stream is."""
    return f"/api/v1/events/negotiations/{demand_id}/stream" + ("" if after is None else f"?after={after}")


@asynccontextmanager
async def open_stream(
    url: str, path: str, *, cursor: str | None = None, headers: Mapping[str, str] | None = None, method: str = "GET"
) -> AsyncGenerator[RawStream]:
    """A stream of the gateway at `url`, from `cursor` on (Last-Event-ID); the line is cut at the end."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=2**22)
    try:
        lines = {"Host": place.netloc, **(headers or {}), **({} if cursor is None else {"Last-Event-ID": cursor})}
        asked = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(asked.encode() + b"\r\n")
        stream = RawStream(reader, writer)
        await stream.begin()
        yield stream
    finally:
        writer.transport.abort()
