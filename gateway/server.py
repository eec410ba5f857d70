"""How a gateway is served: the port is taken before it says that it is ready, and streams end before it stops."""

import asyncio
import gc
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import cast

import uvicorn
from fastapi import FastAPI

from gateway.http.client_connection import HttpProtocol

BACKLOG = 4096
"""Connections that may wait to be accepted: a hall of viewers arrives at once."""

GRACE = 5
"""Seconds that open requests get when it stops."""

COLLECTIONS = (20_000, 20, 100)
"""When Python looks for garbage in cycles. An event that is told to thousands of clients makes thousands of objects:
to look at those of all clients again and again meanwhile takes almost as long as the telling.
"""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 = any. Raises OSError when the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that the loop switches Nagle's delay off: else every answer's body comes 40 ms after its head.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except BaseException:
        found.close()
        raise
    return found


def url_of(listener: socket.socket) -> str:
    """What one types into a browser to reach it."""
    host, port = cast("tuple[str, int]", listener.getsockname()[:2])
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _UvicornServer(uvicorn.Server):
    """Signals are the command's affair, not uvicorn's; and it says when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answering = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self.answering.set()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave them as they are."""
        yield


@asynccontextmanager
async def serving(app: FastAPI, listener: socket.socket, leaving: asyncio.Event) -> AsyncGenerator[None]:
    """The app answers on `listener` meanwhile. `leaving` is set at the end, before open requests are waited for."""
    config = uvicorn.Config(
        app,
        http=HttpProtocol,
        log_config=None,
        access_log=False,
        lifespan="on",
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        date_header=True,
    )
    server = _UvicornServer(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        started = asyncio.create_task(server.answering.wait())
        await asyncio.wait((started, running), return_when=asyncio.FIRST_COMPLETED)
        started.cancel()
        if running.done():
            await running
        with _fewer_collections():
            yield
    finally:
        leaving.set()
        server.should_exit = True
        await running


@contextmanager
def _fewer_collections() -> Generator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
