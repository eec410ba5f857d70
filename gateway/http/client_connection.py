"""Access to the TCP connection behind a request: buffer limits, disconnect callback, abort (FAULTS § 5, 24, 25).

Connections on which no complete request head arrives in time are closed before a route is called.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_SCOPE_EXTENSION = "towow.connection"

WRITE_BUFFER_BYTES = 8 * 1024
"""Bytes buffered in this process for one slow client before writes block."""

SEND_BUFFER_BYTES = 128 * 1024
"""Kernel send buffer of one client (sent and not yet acknowledged); the kernel's default grows to megabytes."""

HEAD_TIMEOUT_S = 10.0
"""Time within which the head of a request must arrive."""

_LINGER_ZERO = struct.pack("ii", 1, 0)


class ClientConnection:
    """TCP connection to a client."""

    def __init__(self, transport: asyncio.Transport, flow: FlowControl) -> None:
        self.is_closed = False
        self._transport = transport
        self._flow = flow
        self._disconnect_callback: Callable[[], object] | None = None
        self._socket = cast("socket.socket | None", transport.get_extra_info("socket"))

    @property
    def is_write_blocked(self) -> bool:
        """Whether the write buffer is full, so that the next send would wait."""
        return self._flow.write_paused

    def limit_buffers(self, timeout_s: float) -> None:
        """Shrink the write buffer to WRITE_BUFFER_BYTES and the kernel's to SEND_BUFFER_BYTES, before a long response.

        The limits stay for the rest of the connection, which must not be closed yet.

        Args:
            timeout_s: Seconds without an acknowledgement from the client after which the kernel closes the connection.
                Ignored where the operating system lacks TCP_USER_TIMEOUT.
        """
        self._transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # elsewhere only the send timeout applies
            self._set_socket_option(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(timeout_s * 1000))

    def on_disconnect(self, callback: Callable[[], object] | None) -> None:
        """Set the callback that is called when the connection ends, whichever side closed it; None removes it.

        There is one callback: a new one replaces the previous one. It is called without arguments, in the event loop,
        and never for a connection that has ended before: check `is_closed` first.
        """
        self._disconnect_callback = callback

    def connection_lost(self) -> None:
        """Set `is_closed` and call the disconnect callback. Called by `HttpProtocol`."""
        self.is_closed = True
        if self._disconnect_callback is not None:
            self._disconnect_callback()

    def abort(self) -> None:
        """Close the connection with a TCP reset, discarding buffered data here and in the kernel.

        Returns at once; the disconnect callback is called afterwards. The connection must not be closed yet.
        """
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_ZERO)
        self._transport.abort()

    def _set_socket_option(self, level: int, option: int, value: int | bytes) -> None:
        if self._socket is not None and self._socket.family in (socket.AF_INET, socket.AF_INET6):
            self._socket.setsockopt(level, option, value)


class HttpProtocol(HttpToolsProtocol):
    """HTTP protocol of one client connection; adds the connection to the scope of each request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as its base does
        """Create the ClientConnection of a new TCP connection, which must send a request head within HEAD_TIMEOUT_S."""
        super().connection_made(transport)
        self._client_connection = ClientConnection(transport, self.flow)
        self._head_timer: asyncio.TimerHandle | None = None
        self._start_head_timer()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; restart the head timeout if they begin the next request."""
        super().data_received(data)
        if self._head_timer is None and (not self.cycle or self.cycle.response_complete):
            self._start_head_timer()

    def on_headers_complete(self) -> None:
        """Stop the head timeout and let the application handle the request; the response may take any time."""
        self._stop_head_timer()
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        """Add the ClientConnection to the ASGI scope of the new request, for `connection_of`."""
        super().on_message_begin()
        self.scope["extensions"] = {_SCOPE_EXTENSION: {"line": self._client_connection}}

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the head timeout and call the disconnect callback; `exc` is None after a regular end."""
        super().connection_lost(exc)
        self._stop_head_timer()
        self._client_connection.connection_lost()

    def _start_head_timer(self) -> None:
        if not self.transport.is_closing():
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT_S, self.transport.abort)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def connection_of(scope: Scope) -> ClientConnection | None:
    """Return the connection of a request, given its ASGI scope; None if the server's protocol is not `HttpProtocol`."""
    extension = scope.get("extensions", {}).get(_SCOPE_EXTENSION)
    return None if extension is None else extension["line"]
