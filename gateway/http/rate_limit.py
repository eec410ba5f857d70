"""Rate limit per user or IP address, over a moving window of one minute (FAULTS § 4 T13).

Each gateway process counts on its own: the limit protects a process from a single caller and is not a quota.
"""

import math
import time
from collections.abc import Callable
from typing import Literal

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.auth.authentication import client_identity, is_anonymous
from gateway.auth.origin_check import SAFE_METHODS
from gateway.http.accept_language import localized_text
from shared.core.api_error import ApiError, PlatformErrorCode


class RateLimit:
    """Limit of a number of operations per minute and identity."""

    def __init__(self, per_minute: int, unit: Literal["changes", "renewals", "wrong_keys", "wrong_links"]) -> None:
        """Create a limit of `per_minute` operations (0 = no limit), each one a `unit`."""
        self._limit = RateLimitItemPerMinute(per_minute) if per_minute else None
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._unit = unit

    async def acquire(self, identity: str, headers: Headers) -> None:
        """Count one operation of `identity`.

        Raises:
            ApiError: E017, with Retry-After and in the language of `headers`, if `identity` has reached the limit.
        """
        if self._limit is None or await self._limiter.hit(self._limit, identity):
            return
        reset_at, _ = await self._limiter.get_window_stats(self._limit, identity)
        raise ApiError(
            PlatformErrorCode.E017,
            localized_text(headers, f"limit.{self._unit}", limit=self._limit.amount),
            after=max(1, math.ceil(reset_at - time.time())),
        )


class RateLimitMiddleware:
    """Middleware that refuses changes beyond a limit: one per signed-in user, a higher one per anonymous address.

    Many people may share an address. Renewals of leases have limits of their own, so that a client with many leases can
    still make changes.
    """

    def __init__(
        self,
        app: ASGIApp,
        per_minute: int,
        per_address: int,
        is_renewal: Callable[[Scope], bool],
        is_exempt: Callable[[Scope], bool],
    ) -> None:
        """Build the middleware.

        Args:
            app: What it protects.
            per_minute: Requests of each kind per signed-in user; 0 = no limit, for nobody.
            per_address: The same of all anonymous clients of an address; 0 = no limit for them.
            is_renewal: Whether a request, as an ASGI scope, only renews a lease.
            is_exempt: Whether a request is not limited here.
        """
        self._app = app
        self._is_renewal = is_renewal
        self._is_exempt = is_exempt
        per_address = per_address if per_minute else 0
        self._of_users = RateLimit(per_minute, "changes"), RateLimit(per_minute, "renewals")
        self._of_addresses = RateLimit(per_address, "changes"), RateLimit(per_address, "renewals")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Raises ApiError (E017) if it exceeds the limit."""
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS and not self._is_exempt(scope):
            changes, renewals = self._of_addresses if is_anonymous(scope) else self._of_users
            limit = renewals if self._is_renewal(scope) else changes
            await limit.acquire(client_identity(scope), Headers(scope=scope))
        await self._app(scope, receive, send)
