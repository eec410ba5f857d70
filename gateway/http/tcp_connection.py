"""TCP connection behind a request: buffer limits, disconnect callback, rest of a response, abort (FAULTS 5, 24, 25)."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from typing import Any, cast

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.flow_control import FlowControl

_SCOPE_EXTENSION = "towow.connection"

WRITE_BUFFER_BYTES = 8 * 1024
"""Bytes buffered in this process for one slow client before writes block."""

SEND_BUFFER_BYTES = 128 * 1024
"""Kernel send buffer of one client (sent and not yet acknowledged); the kernel's default grows to megabytes."""

_LINGER_ZERO = struct.pack("ii", 1, 0)


class ClientConnection:
    """TCP connection to a client."""

    def __init__(self, transport: asyncio.Transport, flow: FlowControl) -> None:
        self.is_closed = False
        self._transport = transport
        self._flow = flow
        self._disconnect_callback: Callable[[], object] | None = None
        self._rest: Callable[[Receive, Send], Awaitable[None]] | None = None
        self._socket = cast("socket.socket | None", transport.get_extra_info("socket"))

    @property
    def is_write_blocked(self) -> bool:
        """Whether the write buffer is full, so that the next send would wait."""
        return self._flow.write_paused

    def limit_kernel_buffer(self, timeout_s: float) -> None:
        """Shrink the kernel's send buffer to SEND_BUFFER_BYTES, also what it keeps after this process has closed it.

        Args:
            timeout_s: Seconds without an acknowledgement from the client after which the kernel closes the connection.
                Ignored where the operating system lacks TCP_USER_TIMEOUT.
        """
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # elsewhere only the send timeout applies
            self._set_socket_option(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(timeout_s * 1000))

    def limit_buffers(self, timeout_s: float) -> None:
        """Shrink the write buffer to WRITE_BUFFER_BYTES, too, before a long response.

        The limits stay for the rest of the connection, which must not be closed yet.

        Args:
            timeout_s: As of `limit_kernel_buffer`, whose value it replaces.
        """
        self._transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
        self.limit_kernel_buffer(timeout_s)
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def on_disconnect(self, callback: Callable[[], object] | None) -> None:
        """Set the callback that is called when the connection ends, whichever side closed it; None removes it.

        There is one callback: a new one replaces the previous one. It is called without arguments, in the event loop,
        and never for a connection that has ended before: check `is_closed` first.
        """
        self._disconnect_callback = callback

    def send_later(self, rest: Callable[[Receive, Send], Awaitable[None]]) -> None:
        """Have the rest of a response sent once the application has returned, in the same task.

        A stream that lasts for hours thus holds neither the frames of the middleware nor what a route has built. The
        application must have sent the start of the response. `rest` gets the server's own `receive` and `send`, so no
        middleware sees what it sends. It is not called if the application raises, which ends the connection.
        """
        self._rest = rest

    async def send_rest(self, receive: Receive, send: Send) -> None:
        """Send what `send_later` has left; nothing without it. Called by `HttpProtocol`."""
        rest, self._rest = self._rest, None
        if rest is not None:
            await rest(receive, send)

    def connection_lost(self) -> None:
        """Set `is_closed` and call the disconnect callback. Called by `HttpProtocol`."""
        self.is_closed = True
        if self._disconnect_callback is not None:
            self._disconnect_callback()

    def abort(self) -> None:
        """Close the connection with a TCP reset, discarding buffered data here and in the kernel.

        Returns at once; the disconnect callback is called afterwards. No effect if the connection has ended.
        """
        if self.is_closed:
            return
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_ZERO)
        self._transport.abort()

    def _set_socket_option(self, level: int, option: int, value: int | bytes) -> None:
        if self._socket is not None and self._socket.family in (socket.AF_INET, socket.AF_INET6):
            self._socket.setsockopt(level, option, value)


def scope_extensions(connection: ClientConnection) -> dict[str, Any]:
    """Return the value of `extensions` in the ASGI scope of a request on a connection, for `connection_of`."""
    return {_SCOPE_EXTENSION: {"line": connection}}


def connection_of(scope: Scope) -> ClientConnection | None:
    """Return the connection of a request, given its ASGI scope; None if the server's protocol is not `HttpProtocol`."""
    extension = scope.get("extensions", {}).get(_SCOPE_EXTENSION)
    return None if extension is None else extension["line"]
