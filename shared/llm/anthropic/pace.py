"""How many requests a minute? Of this process alone: workers do not know of each other."""

from aiolimiter import AsyncLimiter

from shared.llm.settings import ModelSettings


class RateLimiter:
    """Who may ask now. Waiting for it is nobody's silence: it begins no time limit."""

    def __init__(self, settings: ModelSettings) -> None:
        most = settings.llm_max_requests_per_minute
        # One at a time, evenly spaced: endpoints hold a limit per minute to its seconds as well.
        self._limiter = AsyncLimiter(1, 60 / most) if most else None

    async def turn(self) -> None:
        """Return when the next request may be made."""
        if self._limiter is not None:
            await self._limiter.acquire()
