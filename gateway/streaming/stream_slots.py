"""Limits of concurrent event streams: per signed-in user, per address of anonymous clients, and in all (FAULTS § 1.11).

Each stream holds an open file. The total stays below the limit of open files, so that ordinary requests can connect,
and an address has at most a share of the total, so that it cannot shut out others.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

from starlette.datastructures import Headers
from starlette.types import Scope

from gateway.http.accept_language import localized_text
from gateway.http.forwarded_headers import TrustedProxies, client_address
from gateway.http.rate_limited_log import RateLimitedLog
from gateway.settings import GatewaySettings
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.telemetry.metrics import Metrics

RETRY_AFTER_S = 10
"""`Retry-After` of a request beyond a limit of streams."""

SHUTDOWN_SEND_TIMEOUT_S = 1.0
"""Send timeout during shutdown; less than uvicorn's own shutdown timeout."""

RESERVED_FILES_SHARE, MIN_RESERVED_FILES = 10, 64
"""Open files that no stream takes: one in ten, and at least so many."""

ADDRESS_SHARE, PROXY_SHARE = 4, 2
"""Of all streams an address has at most one in ADDRESS_SHARE, and a proxy that names no client one in PROXY_SHARE."""


def max_streams(setting: int, open_files: int) -> int:
    """Return how many streams this process may have open.

    Args:
        setting: The setting `max_streams`.
        open_files: Soft limit of open files of this process; RLIM_INFINITY for none.
    """
    if open_files == resource.RLIM_INFINITY:
        return setting
    return max(1, min(setting, open_files - max(open_files // RESERVED_FILES_SHARE, MIN_RESERVED_FILES)))


class StreamSlots:
    """Counts open streams and refuses those beyond the limits."""

    def __init__(
        self, metrics: Metrics, settings: GatewaySettings, proxies: TrustedProxies, refusals: RateLimitedLog
    ) -> None:
        """Create the counter; it reads this process's limit of open files.

        Args:
            metrics: Metrics, in which open streams are counted.
            settings: Settings with the limits.
            proxies: Proxies, for a limit of their own of streams for which they name no client.
            refusals: Log of refused streams.
        """
        self._metrics = metrics
        self._proxies = proxies
        self._refusals = refusals
        self._max = max_streams(settings.max_streams, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        self._max_per_user = settings.max_streams_per_user
        self._max_per_address = _share(settings.max_streams_per_address, self._max // ADDRESS_SHARE)
        self._max_per_proxy = _share(settings.max_streams_per_proxy, self._max // PROXY_SHARE)
        self._open = 0
        self._acquired: Counter[str] = Counter()
        self._deadlines: set[asyncio.Timeout] = set()
        self._is_shutting_down = False

    @contextmanager
    def acquire(self, user_id: str | None, scope: Scope) -> Generator[None]:
        """Context manager that counts one open stream, and releases it on exit.

        Args:
            user_id: The signed-in user, whose streams are limited; None for an anonymous client, whose address's are.
            scope: ASGI scope of the request.

        Raises:
            ApiError: E017 if the user or the address has the maximum number of open streams, E018 if all clients
                together have.
        """
        owner = self._check(user_id, scope)
        self._open += 1
        self._acquired[owner] += 1
        self._metrics.add_sse_clients(1)
        try:
            yield
        finally:
            self._metrics.add_sse_clients(-1)
            self._open -= 1
            self._acquired[owner] -= 1
            if not self._acquired[owner]:
                del self._acquired[owner]

    def _check(self, user_id: str | None, scope: Scope) -> str:
        """Return the owner of a stream, the user or else the address; raise ApiError if it may not open another."""
        headers, address = Headers(scope=scope), client_address(scope)
        owner = f"address {address}" if user_id is None else f"user {user_id}"
        if user_id is not None:
            limit, per = self._max_per_user, "user"
        else:
            is_proxy = scope.get("client") is not None and scope["client"][0] in self._proxies
            limit = self._max_per_proxy if is_proxy else self._max_per_address
            per = "address"
        if limit and self._acquired[owner] >= limit:
            self._refusals.warning("stream_refused", client=address, limit=limit, per=per)
            details = localized_text(headers, f"streams.{per}", limit=limit)
            raise ApiError(PlatformErrorCode.E017, details, after=RETRY_AFTER_S)
        if self._open >= self._max:
            self._refusals.warning("streams_full", client=address, limit=self._max)
            details = localized_text(headers, "streams.full", limit=self._max)
            raise ApiError(PlatformErrorCode.E018, details, after=RETRY_AFTER_S)
        return owner

    @asynccontextmanager
    async def send_deadline(self, timeout_s: float) -> AsyncGenerator[None]:
        """Context manager that limits one send to `timeout_s` seconds; during shutdown to SHUTDOWN_SEND_TIMEOUT_S.

        A shutdown that begins meanwhile shortens the rest to at most SHUTDOWN_SEND_TIMEOUT_S.

        Raises:
            TimeoutError: If the body did not finish in time; it is cancelled.
        """
        async with asyncio.timeout(SHUTDOWN_SEND_TIMEOUT_S if self._is_shutting_down else timeout_s) as deadline:
            self._deadlines.add(deadline)
            try:
                yield
            finally:
                self._deadlines.discard(deadline)

    def shorten_deadlines(self) -> None:
        """Begin shutdown: give sends in progress at most SHUTDOWN_SEND_TIMEOUT_S more, and each later send as much."""
        self._is_shutting_down = True
        latest = asyncio.get_running_loop().time() + SHUTDOWN_SEND_TIMEOUT_S
        for deadline in self._deadlines:
            deadline.reschedule(min(latest, deadline.when() or latest))


def _share(setting: int, share: int) -> int:
    """Return a limit that is at most `share`; 0 = no limit of its own."""
    return max(1, min(setting or share, share))
