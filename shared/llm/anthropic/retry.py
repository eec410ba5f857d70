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
    """Return the reply of `send`, which is called again after a TransientError, up to MAX_ATTEMPTS times (3) in all.

    Before each repetition it waits for a random time below a limit that doubles from 0.5 s (at most 8 s), plus the
    error's `retry_after_s`.

    Args:
        send: Sends the request; its argument is the number of the attempt, from 1.
        deadline: Time (s) of the event loop's clock from which no attempt is repeated; the first one always starts. A
            running attempt is not cut off.

    Raises:
        TransientError: The last attempt raised it, or the wait for the next one would end after `deadline`.
        Exception: `send` raised another exception; it is not called again.
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
    """Rate limit of a process's requests, evenly spaced."""

    def __init__(self, settings: ModelSettings) -> None:
        per_minute = settings.llm_max_requests_per_minute
        # One at a time, evenly spaced: endpoints apply a limit per minute to each second, too.
        self._limiter = AsyncLimiter(1, 60 / per_minute) if per_minute else None

    async def acquire(self) -> None:
        """Wait, without a time limit, until the process may send its next request; nothing has to be released.

        Requests are spaced evenly by `llm_max_requests_per_minute`; if that is 0, return at once.
        """
        if self._limiter is not None:
            await self._limiter.acquire()
