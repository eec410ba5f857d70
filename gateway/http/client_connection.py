"""How a route gets hold of the line to its client: to bound what waits in it, and to cut it (FAULTS § 5, 24, 25).

A line on which no whole request head arrives in time is cut before a route knows of it.
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
"""Bytes that may wait in this process for one slow client."""

SEND_BUFFER_BYTES = 128 * 1024
"""Bytes that the system holds for one client: what was sent and not acknowledged. By itself it takes megabytes."""

HEAD_TIMEOUT_S = 10.0
"""Seconds in which the head of a request must have arrived."""

_LINGER_ZERO = struct.pack("ii", 1, 0)


class ClientConnection:
    """The TCP connection to a client."""

    def __init__(self, transport: asyncio.Transport, flow: FlowControl) -> None:
        self.is_closed = False
        self._transport = transport
        self._flow = flow
        self._disconnect_callback: Callable[[], object] | None = None
        self._socket = cast("socket.socket | None", transport.get_extra_info("socket"))

    @property
    def is_write_blocked(self) -> bool:
        """Whether so much waits in it that whoever sends must wait, too."""
        return self._flow.write_paused

    def limit_buffers(self, timeout_s: float) -> None:
        """Let little wait in it, and end it when the other end takes nothing, or is gone, for `timeout` s."""
        self._transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # where there is none, the send timeout does it alone
            self._set_socket_option(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(timeout_s * 1000))

    def on_disconnect(self, callback: Callable[[], object] | None) -> None:
        """Call this when the other end, or we, have ended it; None: call nothing any more."""
        self._disconnect_callback = callback

    def connection_lost(self) -> None:
        """It was ended."""
        self.is_closed = True
        if self._disconnect_callback is not None:
            self._disconnect_callback()

    def abort(self) -> None:
        """End it at once: what waits is thrown away, here and in the system, and the other end hears of it."""
        self._set_socket_option(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_ZERO)
        self._transport.abort()

    def _set_socket_option(self, level: int, option: int, value: int | bytes) -> None:
        if self._socket is not None and self._socket.family in (socket.AF_INET, socket.AF_INET6):
            self._socket.setsockopt(level, option, value)


class HttpProtocol(HttpToolsProtocol):
    """What speaks HTTP with one client: each of its requests knows the line that it came over."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as its base does
        """Somebody connects."""
        super().connection_made(transport)
        self._client_connection = ClientConnection(transport, self.flow)
        self._head_timer: asyncio.TimerHandle | None = None
        self._start_head_timer()

    def data_received(self, data: bytes) -> None:
        """Something arrives. What belongs to no request under way is the next one's head, and may not take for ever."""
        super().data_received(data)
        if self._head_timer is None and (not self.cycle or self.cycle.response_complete):
            self._start_head_timer()

    def on_headers_complete(self) -> None:
        """The head of a request is there: no clock runs while it is answered, however long that takes."""
        self._stop_head_timer()
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.scope["extensions"] = {_SCOPE_EXTENSION: {"line": self._client_connection}}

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
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
    """The line that a request came over; None when it came over none, or over another server's."""
    extension = scope.get("extensions", {}).get(_SCOPE_EXTENSION)
    return None if extension is None else extension["line"]
