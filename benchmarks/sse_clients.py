"""The clients of the stream's benchmark: `python -m benchmarks.sse_clients`, configured by JSON on stdin.

First line in: the options (ClientOptions). First line out: `ready`, once every reader has its answer's head. The second
line in ends it. Last line out: what was seen (Seen).
"""

import asyncio
import json
import re
import select
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

_FRAME = re.compile(rb"id: (\d+)\nevent: [^\n]*\ndata: ([^\n]*)\n\n")
_AT = re.compile(rb'"at": ?(\d+)')
CONNECT_BATCH = 50
"""Connections that are made at the same time."""

POLL_INTERVAL_S = 0.05
"""Seconds between two looks at those who stall."""


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """`readers` follow from `after` on, `stalled` ask for the log from event 1 and never read."""

    host: str
    port: int
    path: str
    readers: int
    stalled: int
    after: int


@dataclass(frozen=True, slots=True)
class ClientResult:
    """Result of one client process.

    Attributes:
        latencies: Seconds from just before the commit to the receipt, for every event and reader.
        got: Number of the last event of each reader.
        disordered: Number of events that were not the next one.
        dropped: Seconds after which each stalled client was disconnected.
    """

    latencies: Sequence[float]
    got: Sequence[int]
    disordered: int
    dropped: Sequence[float]


class FrameReader(asyncio.Protocol):
    """A client that takes what comes, and counts."""

    def __init__(self, request: bytes, after: int, latencies: list[float]) -> None:
        self.started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.last = after
        self.disordered = 0
        self._request = request
        self._latencies = latencies
        self._held = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Parse complete frames, ignoring chunk sizes and pings between them."""
        now = time.monotonic_ns()
        held, end = self._held + data, 0
        for frame in _FRAME.finditer(held):
            end = frame.end()
            seq = int(frame[1])
            self.disordered += seq != self.last + 1
            self.last = max(seq, self.last)
            if at := _AT.search(frame[2]):
                self._latencies.append((now - int(at[1])) / 1e9)
        self._held = held[end:]
        if not self.started.done() and b"retry: " in held:
            assert b" 200 " in held.partition(b"\r\n")[0], held
            self.started.set_result(None)


class StalledClients:
    """Clients that asked and never read. That they were dropped they only see by their connections' end."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._begun: dict[int, tuple[socket.socket, float]] = {}
        self.dropped: list[float] = []

    def start(self, wanted: ClientOptions, request: bytes) -> None:
        """One more."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((wanted.host, wanted.port))
        line.sendall(request)
        self._poll.register(line, 0)  # nothing but its end
        self._begun[line.fileno()] = line, time.monotonic()

    def check(self) -> None:
        """Note who was dropped since."""
        for number, _ in self._poll.poll(0):
            line, begun = self._begun.pop(number)
            self.dropped.append(time.monotonic() - begun)
            self._poll.unregister(line)
            line.close()


def _request(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: benchmark\r\n\r\n".encode()


async def _watch(wanted: ClientOptions) -> ClientResult:
    loop = asyncio.get_running_loop()
    latencies: list[float] = []
    readers = [
        FrameReader(_request(f"{wanted.path}?after={wanted.after}"), wanted.after, latencies)
        for _ in range(wanted.readers)
    ]
    for first in range(0, len(readers), CONNECT_BATCH):
        some = readers[first : first + CONNECT_BATCH]
        for reader in some:
            await loop.create_connection(lambda reader=reader: reader, wanted.host, wanted.port)
        await asyncio.gather(*(reader.started for reader in some))
    stalled = StalledClients()
    for _ in range(wanted.stalled):
        stalled.start(wanted, _request(wanted.path))
    print("ready", flush=True)
    ended = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
    while not ended.done():
        stalled.check()
        await asyncio.wait((ended,), timeout=POLL_INTERVAL_S)
    got = [reader.last - wanted.after for reader in readers]
    return ClientResult(latencies, got, sum(reader.disordered for reader in readers), stalled.dropped)


def main() -> None:
    """Do what stdin says."""
    wanted = ClientOptions(**json.loads(sys.stdin.readline()))
    print(json.dumps(asdict(asyncio.run(_watch(wanted)))), flush=True)


if __name__ == "__main__":
    main()
