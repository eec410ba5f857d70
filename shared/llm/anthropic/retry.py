"""How often is a request made? At most three times, with pauses that grow and differ, or last as the endpoint asks."""

import asyncio
from collections.abc import Awaitable, Callable

from aiolimiter import AsyncLimiter
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type
from tenacity.wait import wait_random_exponential

from shared.llm.anthropic.errors import TransientError
from shared.llm.anthropic.stream import ModelReply
from shared.llm.settings import ModelSettings

MAX_ATTEMPTS = 3
_GROWING = wait_random_exponential(multiplier=0.5, max=8)


async def request_with_retry(ask: Callable[[int], Awaitable[ModelReply]], give_up_at: float) -> ModelReply:
    """The reply to `ask(attempt)`, from 1. Raises the last NoReply; what else `ask` raises it does not catch.

    It does not wait for what would come after `give_up_at`, an instant of the loop's clock.
    """
    loop = asyncio.get_running_loop()

    def enough(state: RetryCallState) -> bool:
        return state.attempt_number >= MAX_ATTEMPTS or loop.time() + state.upcoming_sleep >= give_up_at

    retrying = AsyncRetrying(
        stop=enough,
        wait=_pause,
        retry=retry_if_exception_type(TransientError),
        sleep=asyncio.sleep,
        reraise=True,
    )
    async for attempt in retrying:
        with attempt:
            return await ask(attempt.retry_state.attempt_number)
    raise AssertionError("it neither returned nor raised")


def _pause(state: RetryCallState) -> float:
    """Seconds: what the endpoint asks for and a little more, so that not all come back at once; else ever longer."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.retry_after_s if isinstance(error, TransientError) else None
    return _GROWING(state) + (asked or 0.0)


class RateLimiter:
    """Who may ask now. Waiting for it is nobody's silence: it begins no time limit."""

    def __init__(self, settings: ModelSettings) -> None:
        most = settings.llm_max_requests_per_minute
        # One at a time, evenly spaced: endpoints hold a limit per minute to its seconds as well.
        self._limiter = AsyncLimiter(1, 60 / most) if most else None

    async def acquire(self) -> None:
        """Return when the next request may be made."""
        if self._limiter is not None:
            await self._limiter.acquire()
