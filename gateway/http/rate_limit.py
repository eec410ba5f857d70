"""How often may one user, or one address, change something, or be wrong? A moving minute (FAULTS § 4 T13).

Each gateway counts for itself: the limit keeps one caller from taking all of it, it is no quota.
"""

import math
import time

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.auth.authentication import SAFE_METHODS, client_identity
from shared.core.api_error import ApiError, PlatformErrorCode


class RateLimit:
    """So many of something in a minute."""

    def __init__(self, per_minute: int, unit: str) -> None:
        """`per_minute`: 0 = no limit. `what`: of what, in a sentence."""
        self._limit = RateLimitItemPerMinute(per_minute) if per_minute else None
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._unit = unit

    async def check(self, identity: str) -> None:
        """Raises ToWowError (E017) when `who` has used them up."""
        if self._limit is not None and not await self._limiter.test(self._limit, identity):
            raise await self._exceeded_error(self._limit, identity)

    async def acquire(self, identity: str) -> None:
        """One of them. Raises ToWowError (E017) when there is none left."""
        if self._limit is not None and not await self._limiter.hit(self._limit, identity):
            raise await self._exceeded_error(self._limit, identity)

    async def _exceeded_error(self, limit: RateLimitItemPerMinute, identity: str) -> ApiError:
        reset_at, _ = await self._limiter.get_window_stats(limit, identity)
        retry_after_s = max(1, math.ceil(reset_at - time.time()))
        return ApiError(PlatformErrorCode.E017, f"at most {limit.amount} {self._unit} in a minute", after=retry_after_s)


class RateLimitMiddleware:
    """Middleware: refuses changes beyond the limit.

    That a person is still there is counted for itself: a page says so for each of their agents, and who looks after
    many is not to be kept from stating a demand.
    """

    def __init__(self, app: ASGIApp, per_minute: int) -> None:
        """`per_minute`: 0 = no limit."""
        self._app = app
        self._changes = RateLimit(per_minute, "changes")
        self._renewals = RateLimit(per_minute, "renewals")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises ToWowError (E017)."""
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            renewal = scope["method"] == "PUT" and scope["path"].endswith("/attendance")
            await (self._renewals if renewal else self._changes).acquire(client_identity(scope))
        await self._app(scope, receive, send)
