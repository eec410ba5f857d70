"""How far apart are requests, and how long is the pause before the next attempt? In virtual time."""

import asyncio
from itertools import pairwise

import pytest

from shared.llm.anthropic.api_models import TokenCounts
from shared.llm.anthropic.errors import TransientError
from shared.llm.anthropic.retry import RateLimiter, request_with_retry
from shared.llm.anthropic.stream import ModelReply
from shared.llm.settings import ModelSettings
from shared.runtime.virtual_clock import VirtualClock
from tests.support.async_tests import START

REPLY = ModelReply((), (), None, TokenCounts())


async def test_the_rate_limiter_admits_at_most_its_limit_per_minute(clock: VirtualClock) -> None:
    pace = RateLimiter(ModelSettings(llm_max_requests_per_minute=30))
    at: list[int] = []
    for _ in range(61):
        await pace.acquire()
        at.append(clock.now() - START)
    assert at[-1] == 120_000
    assert all(sum(begin <= one < begin + 60_000 for one in at) <= 30 for begin in at)


async def test_a_rate_limiter_without_limit_admits_at_once(clock: VirtualClock) -> None:
    pace = RateLimiter(ModelSettings())
    for _ in range(1000):
        await pace.acquire()
    assert clock.now() == START


async def pauses(clock: VirtualClock, wait: float | None = None, *, within: float = 60) -> list[int]:
    """Milliseconds before the second and the third attempt at an endpoint that never answers."""
    at: list[int] = []

    async def ask(attempt: int) -> ModelReply:
        assert attempt == len(at) + 1
        at.append(clock.now())
        raise TransientError("529", retry_after_s=wait)

    with pytest.raises(TransientError):
        await request_with_retry(ask, asyncio.get_running_loop().time() + within)
    return [later - earlier for earlier, later in pairwise(at)]


async def test_retry_pauses_grow_and_are_jittered(clock: VirtualClock) -> None:
    seen = [await pauses(clock) for _ in range(200)]
    first, second = ([pair[at] for pair in seen] for at in (0, 1))
    assert all(len(pair) == 2 for pair in seen)
    assert max(first) <= 500
    assert 500 < max(second) <= 1000
    assert len(set(first)) > 100


async def test_the_retry_pause_is_at_least_retry_after(clock: VirtualClock) -> None:
    for pause in await pauses(clock, 7):
        assert 7_000 <= pause <= 8_000


async def test_no_retry_starts_after_the_time_limit(clock: VirtualClock) -> None:
    assert len(await pauses(clock, 7, within=10)) == 1
    before = clock.now()
    assert await pauses(clock, 90, within=60) == []
    assert clock.now() == before


async def test_a_reply_ends_the_retries(clock: VirtualClock) -> None:
    asked: list[int] = []

    async def ask(attempt: int) -> ModelReply:
        asked.append(attempt)
        if attempt == 1:
            raise TransientError("cut")
        return REPLY

    assert await request_with_retry(ask, 60) is REPLY
    assert asked == [1, 2]
