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

LISTEN_BACKLOG = 4096
"""Connections that may wait to be accepted: a hall of viewers arrives at once."""

SHUTDOWN_TIMEOUT_S = 5
"""Seconds that open requests get when it stops."""

GC_THRESHOLDS = (20_000, 20, 100)
"""When Python looks for garbage in cycles. An event that is told to thousands of clients makes thousands of objects:
to look at those of all clients again and again meanwhile takes almost as long as the telling.
"""


def open_listener(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 = any. Raises OSError when the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that the loop switches Nagle's delay off: else every answer's body comes 40 ms after its head.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(LISTEN_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


def listener_url(listener: socket.socket) -> str:
    """What one types into a browser to reach it."""
    host, port = cast("tuple[str, int]", listener.getsockname()[:2])
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _UvicornServer(uvicorn.Server):
    """Signals are the command's affair, not uvicorn's; and it says when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_started = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self.is_started.set()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave them as they are."""
        yield


@asynccontextmanager
async def serve_app(app: FastAPI, listener: socket.socket, shutting_down: asyncio.Event) -> AsyncGenerator[None]:
    """The app answers on `listener` meanwhile. `leaving` is set at the end, before open requests are waited for."""
    config = uvicorn.Config(
        app,
        http=HttpProtocol,
        log_config=None,
        access_log=False,
        lifespan="on",
        backlog=LISTEN_BACKLOG,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        server_header=False,
        date_header=True,
    )
    server = _UvicornServer(config)
    serve_task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        started_task = asyncio.create_task(server.is_started.wait())
        await asyncio.wait((started_task, serve_task), return_when=asyncio.FIRST_COMPLETED)
        started_task.cancel()
        if serve_task.done():
            await serve_task
        with _raised_gc_thresholds():
            yield
    finally:
        shutting_down.set()
        server.should_exit = True
        await serve_task


@contextmanager
def _raised_gc_thresholds() -> Generator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*GC_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
