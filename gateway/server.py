"""HTTP server (uvicorn) of a gateway: reports readiness after it listens, ends streams before it stops."""

import asyncio
import gc
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import cast

import uvicorn
from fastapi import FastAPI

from gateway.context import GatewayContext
from gateway.http.connection_limit import ConnectionLimit
from gateway.http.forwarded_headers import TrustedProxies
from gateway.http.http_protocol import HttpProtocol
from gateway.http.rate_limited_log import RateLimitedLog

LISTEN_BACKLOG = 4096
"""Connections that may wait to be accepted, for many viewers who connect at once."""

ACCEPT_BATCH = 16
"""Connections that asyncio accepts at once, before those beyond a limit are closed; fewer than RESERVED_FILES."""

SHUTDOWN_TIMEOUT_S = 5
"""Time that open requests have to finish during shutdown."""

GC_THRESHOLDS = (20_000, 20, 100)
"""Thresholds of the garbage collector. Sending an event to thousands of clients creates thousands of objects; with the
default thresholds the collector would traverse all of them repeatedly and take almost as long as the sending.
"""


def open_listener(host: str, port: int) -> socket.socket:
    """Open a listening TCP socket; the caller closes it, unless `serve_app` does.

    Args:
        host: IPv4 address, IPv6 address (without brackets), or host name, of which an IPv4 address is used.
        port: Port number; 0 selects a free port.

    Raises:
        OSError: If the address is not available or the host name is unknown.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # IPPROTO_TCP makes the event loop disable Nagle's algorithm, which would delay each response body by 40 ms.
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
    """Return the URL under which a browser on this machine reaches the listener, such as `http://127.0.0.1:8080`.

    It has no trailing slash. A listener on all addresses is reached by its loopback address.
    """
    host, port = cast("tuple[str, int]", listener.getsockname()[:2])
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _UvicornServer(uvicorn.Server):
    """Server that leaves signal handling to the command and reports when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.startup_complete = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start and set the event."""
        await super().startup(sockets)
        self.startup_complete.set()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Install no signal handlers."""
        yield


@asynccontextmanager
async def serve_app(app: FastAPI, listener: socket.socket, context: GatewayContext) -> AsyncGenerator[None]:
    """Context manager that serves the application on `listener`; it is entered once requests are accepted.

    On exit it sets the context's `shutdown`, closes the listener, waits at most SHUTDOWN_TIMEOUT_S for open requests,
    and cancels the rest. It installs no signal handlers.

    Args:
        app: The application, as built by `create_app`.
        listener: Listening socket, as opened by `open_listener`.
        context: The application's context: its settings limit connections, its log names those that are refused.
    """
    limit, refusals = ConnectionLimit(TrustedProxies(context.settings.trusted_proxies)), RateLimitedLog(context.log)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(HttpProtocol, limit, refusals)),
        ws="none",
        proxy_headers=False,
        log_config=None,
        log_level="error",
        access_log=False,
        lifespan="on",
        backlog=ACCEPT_BATCH,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        server_header=False,
        date_header=True,
    )
    server = _UvicornServer(config)
    serve_task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        started_task = asyncio.create_task(server.startup_complete.wait())
        await asyncio.wait((started_task, serve_task), return_when=asyncio.FIRST_COMPLETED)
        started_task.cancel()
        if serve_task.done():
            await serve_task
        listener.listen(LISTEN_BACKLOG)  # asyncio has set the backlog to its batch
        with _raised_gc_thresholds():
            yield
    finally:
        context.shutdown.set()
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
