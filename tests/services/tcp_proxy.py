"""A line to a service that can be cut in the middle of a message, or fall silent: a TCP proxy."""

import asyncio
from types import TracebackType
from typing import Self

from yarl import URL


class TcpProxy:
    """Forwards to the service of `url`, until told otherwise. Use it as `async with`."""

    def __init__(self, url: str, default_port: int = 5672) -> None:
        self._target = URL(url)
        self._port = self._target.port or default_port
        self._lines: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._budget: int | None = None
        self._withhold_every = 0
        self._answers = 0
        self.withheld = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        await self._server.wait_closed()
        await asyncio.sleep(0)  # connections that were accepted just now become lines
        self.cut()
        lines, writers = list(self._lines), list(self._writers)
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, *(writer.wait_closed() for writer in writers), return_exceptions=True)

    @property
    def url(self) -> str:
        """The service's URL by way of this proxy."""
        port: int = self._server.sockets[0].getsockname()[1]
        return str(self._target.with_host("127.0.0.1").with_port(port))

    def cut(self) -> None:
        """Abort every connection there is."""
        for writer in list(self._writers):
            writer.transport.abort()

    def cut_after(self, size: int) -> None:
        """Let `size` more bytes go to the service, then cut: in the middle of whatever is being sent."""
        self._budget = size

    def withhold(self, every: int) -> None:
        """Keep back each `every`-th answer of the service and abort the connection it was for; 0 = none any more.

        What was asked has been done by then (FAULTS F9). `withheld` counts them.
        """
        self._withhold_every = every

    def stall(self) -> None:
        """Let nothing through any more, but keep the connections."""
        self._flowing.clear()

    def resume(self) -> None:
        """Let everything through again."""
        self._flowing.set()

    def _is_withheld(self) -> bool:
        """Whether the answer that just came is one of those that never arrive."""
        self._answers += 1
        kept_back = self._withhold_every > 0 and self._answers % self._withhold_every == 0
        self.withheld += kept_back
        return kept_back

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line is not None
        ends = [writer]
        self._lines.add(line)
        self._writers.add(writer)
        try:
            there, back = await asyncio.open_connection(self._target.host, self._port)
            ends.append(back)
            self._writers.add(back)
            await asyncio.gather(self._forward(reader, back, limited=True), self._forward(there, writer))
        except (OSError, asyncio.CancelledError):
            pass  # cut; the one who is connected hears of it
        finally:
            for end in ends:
                end.transport.abort()
                self._writers.discard(end)
            self._lines.discard(line)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, limited: bool = False) -> None:
        while data := await reader.read(65536):
            await self._flowing.wait()
            if limited and self._budget is not None:
                data = data[: self._budget]
                self._budget -= len(data)
            if not limited and self._is_withheld():
                break
            writer.write(data)
            await writer.drain()
            if limited and self._budget == 0:
                self._budget = None
                self.cut()
        writer.transport.abort()
