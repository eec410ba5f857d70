"""How often may one user, or one address, change something? A moving window of a minute (FAULTS § 4 T13).

Each gateway counts for itself: the limit keeps one caller from taking all of it, it is no quota.
"""

import math
import time

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.callers import SAFE, identity
from shared.contracts.errors import ErrorCode, ToWowError


class Limiting:
    """Middleware: refuses changes beyond the limit."""

    def __init__(self, app: ASGIApp, per_minute: int) -> None:
        """`per_minute`: 0 = no limit."""
        self._app = app
        self._limit = RateLimitItemPerMinute(per_minute) if per_minute else None
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises ToWowError (E017)."""
        if self._limit is not None and scope["type"] == "http" and scope["method"] not in SAFE:
            who = identity(scope)
            if not await self._limiter.hit(self._limit, who):
                until, _ = await self._limiter.get_window_stats(self._limit, who)
                after = max(1, math.ceil(until - time.time()))
                raise ToWowError(ErrorCode.E017, f"at most {self._limit.amount} changes in a minute", after=after)
        await self._app(scope, receive, send)
