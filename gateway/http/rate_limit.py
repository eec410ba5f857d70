"""Rate limit per user or IP address, over a moving window of one minute (FAULTS § 4 T13).

Each gateway process counts on its own: the limit protects a process from a single caller and is not a quota.
"""

import math
import time
from collections.abc import Callable

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.auth.authentication import client_identity
from gateway.auth.origin_check import SAFE_METHODS
from shared.core.api_error import ApiError, PlatformErrorCode


class RateLimit:
    """Limit of a number of operations per minute and identity."""

    def __init__(self, per_minute: int, unit: str) -> None:
        """Create a limit of `per_minute` operations (0 = no limit); `unit` names them in the error message."""
        self._limit = RateLimitItemPerMinute(per_minute) if per_minute else None
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._unit = unit

    async def check(self, identity: str) -> None:
        """Raise ApiError (E017) if `identity` has reached the limit within the last minute; count nothing.

        Args:
            identity: Any text that names the caller, such as the result of `client_identity`.
        """
        if self._limit is not None and not await self._limiter.test(self._limit, identity):
            raise await self._exceeded_error(self._limit, identity)

    async def acquire(self, identity: str) -> None:
        """Count one operation of `identity`, unless it has reached the limit within the last minute.

        Args:
            identity: Any text that names the caller, such as the result of `client_identity`.

        Raises:
            ApiError: E017, with Retry-After, if the limit is reached; the refused operation is not counted.
        """
        if self._limit is not None and not await self._limiter.hit(self._limit, identity):
            raise await self._exceeded_error(self._limit, identity)

    async def _exceeded_error(self, limit: RateLimitItemPerMinute, identity: str) -> ApiError:
        reset_at, _ = await self._limiter.get_window_stats(limit, identity)
        retry_after_s = max(1, math.ceil(reset_at - time.time()))
        return ApiError(PlatformErrorCode.E017, f"at most {limit.amount} {self._unit} per minute", after=retry_after_s)


class RateLimitMiddleware:
    """Middleware that refuses changes beyond a limit.

    Renewals of leases have a limit of their own, so that a client with many leases can still make changes.
    """

    def __init__(self, app: ASGIApp, per_minute: int, is_renewal: Callable[[Scope], bool]) -> None:
        """Build the middleware.

        Args:
            app: What it protects.
            per_minute: Requests of each kind that one caller may make; 0 = no limit.
            is_renewal: Whether a request, as an ASGI scope, only renews a lease.
        """
        self._app = app
        self._is_renewal = is_renewal
        self._changes = RateLimit(per_minute, "changes")
        self._renewals = RateLimit(per_minute, "renewals")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Raises ApiError (E017) if it exceeds the limit."""
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            await (self._renewals if self._is_renewal(scope) else self._changes).acquire(client_identity(scope))
        await self._app(scope, receive, send)
