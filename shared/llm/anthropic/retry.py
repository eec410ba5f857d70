"""Retry of requests (at most three attempts, exponential backoff with jitter) and their rate limit."""

import asyncio
from collections.abc import Awaitable, Callable

from aiolimiter import AsyncLimiter
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type
from tenacity.wait import wait_random_exponential

from shared.llm.anthropic.errors import TransientError
from shared.llm.anthropic.stream import ModelReply
from shared.llm.settings import ModelSettings

MAX_ATTEMPTS = 3
_JITTERED_BACKOFF = wait_random_exponential(multiplier=0.5, max=8)


async def request_with_retry(send: Callable[[int], Awaitable[ModelReply]], deadline: float) -> ModelReply:
    """Return the reply of `send`, called up to MAX_ATTEMPTS times (3) as long as it raises TransientError.

    Between attempts it waits with exponential backoff, and for as long as the endpoint asks.

    Args:
        send: Sends the request; its argument is the number of the attempt, from 1.
        deadline: Time (s) of the event loop's clock after which no attempt is started.

    Raises:
        TransientError: The last attempt failed with it. Other exceptions of `send` are raised at once.
    """
    loop = asyncio.get_running_loop()

    def is_exhausted(state: RetryCallState) -> bool:
        return state.attempt_number >= MAX_ATTEMPTS or loop.time() + state.upcoming_sleep >= deadline

    retrying = AsyncRetrying(
        stop=is_exhausted,
        wait=_backoff_s,
        retry=retry_if_exception_type(TransientError),
        sleep=asyncio.sleep,
        reraise=True,
    )
    async for attempt in retrying:
        with attempt:
            return await send(attempt.retry_state.attempt_number)
    raise AssertionError("unreachable: the retry loop neither returned nor raised")


def _backoff_s(state: RetryCallState) -> float:
    """Return the seconds to wait: what the endpoint asks for, plus a backoff with jitter that grows."""
    error = state.outcome.exception() if state.outcome else None
    requested = error.retry_after_s if isinstance(error, TransientError) else None
    return _JITTERED_BACKOFF(state) + (requested or 0.0)


class RateLimiter:
    """Rate limit of a process's requests. The wait does not count towards a time limit."""

    def __init__(self, settings: ModelSettings) -> None:
        per_minute = settings.llm_max_requests_per_minute
        # One at a time, evenly spaced: endpoints apply a limit per minute to each second, too.
        self._limiter = AsyncLimiter(1, 60 / per_minute) if per_minute else None

    async def acquire(self) -> None:
        """Wait until the next request may be sent; return at once when the settings have no limit."""
        if self._limiter is not None:
            await self._limiter.acquire()
