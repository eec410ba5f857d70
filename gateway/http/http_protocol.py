"""HTTP protocol of the gateway's connections: limits of request heads, and time limits (FAULTS § 5, 24, 25).

Connections on which no complete request head arrives in time are closed before a route is called, and those whose
client does not accept its response in time; a head that is too large is refused with status 431. The parser itself
would keep a head of any size, and join a long header from its parts in quadratic time.
"""

import asyncio
from functools import partial
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from gateway.http.accept_language import preferred_language
from gateway.http.connection_limit import ConnectionLimit
from gateway.http.error_handling import error_response, logged_path
from gateway.http.rate_limited_log import RateLimitedLog
from gateway.http.tcp_connection import ClientConnection, connection_of, scope_extensions
from shared.core.api_error import ApiError, PlatformErrorCode

HEAD_TIMEOUT_S = 10.0
"""Time within which the head of a request must arrive."""

MAX_HEAD_BYTES = 32 * 1024
"""Size limit of a request head: the request line and all header fields, with the empty line after them."""

MAX_HEADER_FIELDS = 100
"""Header fields of one request, the trailer fields of a chunked body included."""

MAX_PIPELINED_REQUESTS = 16
"""Complete requests that a client may send before the response to an earlier one is complete."""

LINGER_S = 1.0
"""Time in which a refused client may read its response; closing at once would reset the connection before that."""

LINGER_BYTES = 256 * 1024
"""Bytes that are still received, and dropped, from a refused client in that time."""

SEND_TIMEOUT_S = 30.0
"""Time in which a client must accept a complete response; event streams have a timeout of their own."""

_PARSED_PART_BYTES = 4 * 1024
"""Received bytes are parsed in parts of this size, so that the size of a head is known while it is parsed."""


class _LimitExceeded(Exception):
    """A request exceeds a limit; raised inside the parser, which stops and reports it as invalid input."""


class HttpProtocol(HttpToolsProtocol):
    """HTTP protocol of one client connection; bounds request heads and adds the connection to each request's scope."""

    def __init__(
        self,
        limit: ConnectionLimit,
        refusals: RateLimitedLog,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Create the protocol of one connection.

        Args:
            limit: Limit of connections.
            refusals: Log of the connections and requests that are refused here.
            config: The server's configuration.
            server_state: What all connections of the server share.
            app_state: State of the application's lifespan.
        """
        super().__init__(config, server_state, app_state, _loop)
        self._running: RequestResponseCycle | None = None
        self._limit = limit
        self._refusals = refusals
        self._head_timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None
        self._is_refused = False
        self._dropped_bytes = 0
        self._unfinished_bytes = 0
        self._has_progress = False
        self._refusal: tuple[str, str] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as its base does
        """Create the ClientConnection of a new TCP connection, which must send a request head within HEAD_TIMEOUT_S.

        A connection beyond the limit is closed at once.
        """
        super().connection_made(transport)
        self._client_connection = ClientConnection(transport, self.flow)
        if self._limit.acquire(self._client_address):
            self._client_connection.limit_kernel_buffer(SEND_TIMEOUT_S)
            self._start_head_timer()
        else:
            self._refusals.warning("connection_refused", client=self._client_address)
            self._client_connection.abort()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; restart the head timeout if they begin the next request.

        Every byte that is neither body nor the end of a head or body counts towards MAX_HEAD_BYTES: those of a head,
        and around a chunked body those of chunk extensions and trailer fields, which the parser keeps, too.
        """
        rest = memoryview(data)
        while rest and not (self._is_refused or self.transport.is_closing()):
            if self._unfinished_bytes >= MAX_HEAD_BYTES:
                self._refuse("head_too_large", f"the request head must have at most {MAX_HEAD_BYTES} bytes")
                break
            part = rest[: min(_PARSED_PART_BYTES, MAX_HEAD_BYTES - self._unfinished_bytes)]
            rest = rest[len(part) :]
            self._has_progress = False
            super().data_received(bytes(part))
            self._unfinished_bytes = 0 if self._has_progress else self._unfinished_bytes + len(part)
        if self._is_refused:
            self._drop(len(rest))
        elif self._head_timer is None and (not self.cycle or self.cycle.response_complete):
            self._start_head_timer()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header field, or a trailer field, to the request; the parser fails beyond MAX_HEADER_FIELDS."""
        if len(self.headers) >= MAX_HEADER_FIELDS:
            self._refusal = ("head_too_large", f"the request must have at most {MAX_HEADER_FIELDS} header fields")
            raise _LimitExceeded
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop the head timeout and let the application handle the request; the response may take any time."""
        self._has_progress = True
        self._stop_head_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Pass a part of the body to the application."""
        self._has_progress = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Tell the application that the body is complete."""
        self._has_progress = True
        super().on_message_complete()

    def on_message_begin(self) -> None:
        """Add the ClientConnection to the ASGI scope of the new request, for `connection_of`.

        The parser fails beyond MAX_PIPELINED_REQUESTS.
        """
        if self.transport.get_write_buffer_size() == 0:
            self._stop_send_timer()
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            self._refusal = ("too_many_pipelined", "wait for responses before sending further requests")
            raise _LimitExceeded
        super().on_message_begin()
        self.scope["extensions"] = scope_extensions(self._client_connection)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that the parser rejects: with status 431 if it exceeds a limit, else 400."""
        if self._refusal is not None:
            self._refuse(*self._refusal)
        else:
            self._refusals.warning("invalid_request", client=self._client_address)
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        """Start the next request, if there is one; the client must accept the rest within SEND_TIMEOUT_S."""
        self._expect_acceptance()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeouts and call the disconnect callback; `exc` is None after a regular end."""
        super().connection_lost(exc)
        if self._running is not None and self._running is not self.cycle:
            # The base class ends the newest request only, which may still be waiting behind the running one.
            self._running.disconnected = not self._running.response_complete
            self._running.message_event.set()
        self._limit.release(self._client_address)
        self._stop_head_timer()
        self._stop_send_timer()
        self._client_connection.connection_lost()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        respond: Any = partial(_respond, app, self._refusals)
        super()._start_asgi_task(cycle, respond)

    @property
    def _client_address(self) -> str:
        return self.client[0] if self.client else "unknown"

    def _refuse(self, event: str, details: str) -> None:
        """Respond with status 431 and end the connection; only end it if another response is being sent."""
        self._is_refused = True
        self._refusals.warning(event, client=self._client_address, details=details)
        self._stop_head_timer()
        if self.cycle and not self.cycle.response_complete:
            self.transport.close()
            self._expect_acceptance()
            return
        headers = Headers(raw=self.headers or [])
        language = preferred_language(headers.get("accept-language", ""))
        response = error_response(ApiError(PlatformErrorCode.E016, details), language, {"Connection": "close"})
        lines = [b"HTTP/1.1 431 Request Header Fields Too Large"]
        lines += [name + b": " + value for name, value in (*self.server_state.default_headers, *response.raw_headers)]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + bytes(response.body))
        self.transport.write_eof()
        self._head_timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def _drop(self, size: int) -> None:
        """Count received bytes of a refused client, which are not parsed."""
        self._dropped_bytes += size
        if self._dropped_bytes > LINGER_BYTES:
            self.transport.abort()

    def _expect_acceptance(self) -> None:
        """Start the send timeout if something is buffered for the client."""
        if self._send_timer is None and self.transport.get_write_buffer_size() > 0:
            self._send_timer = self.loop.call_later(SEND_TIMEOUT_S, self._on_send_timeout)

    def _on_send_timeout(self) -> None:
        self._send_timer = None
        if self.transport.get_write_buffer_size() > 0:
            self._refusals.warning("response_not_read", client=self._client_address)
            self._client_connection.abort()

    def _stop_send_timer(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None

    def _start_head_timer(self) -> None:
        if not self.transport.is_closing():
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT_S, self.transport.abort)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


async def _respond(app: ASGIApp, failures: RateLimitedLog, scope: Scope, receive: Receive, send: Send) -> None:
    """Call the application, and then send the rest of its response, if it has left one to the connection."""
    await app(scope, receive, send)
    connection = connection_of(scope)
    if connection is None:
        return
    try:
        await connection.send_rest(receive, send)
    except Exception as error:
        failures.warning("stream_failed", path=logged_path(scope), exc_info=error)
        raise
