"""How far apart are requests, and how long is the pause before the next attempt? In virtual time."""

import asyncio
from itertools import pairwise

import pytest

from shared.llm.anthropic.api_models import TokenCounts
from shared.llm.anthropic.errors import TransientError
from shared.llm.anthropic.retry import RateLimiter, request_with_retry
from shared.llm.anthropic.stream import ModelReply
from shared.llm.settings import ModelSettings
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from tests.unit.shared.llm.scripted_model import START

REPLY = ModelReply("", None, None, TokenCounts())


def test_so_many_requests_a_minute_and_no_more() -> None:
    async def main(clock: VirtualClock) -> None:
        pace = RateLimiter(ModelSettings(llm_max_requests_per_minute=30))
        at: list[int] = []
        for _ in range(61):
            await pace.acquire()
            at.append(clock.now() - START)
        assert at[-1] == 120_000
        assert all(sum(begin <= one < begin + 60_000 for one in at) <= 30 for begin in at)

    run_virtually(main, START)


def test_without_a_limit_nobody_waits() -> None:
    async def main(clock: VirtualClock) -> None:
        pace = RateLimiter(ModelSettings())
        for _ in range(1000):
            await pace.acquire()
        assert clock.now() == START

    run_virtually(main, START)


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


def test_pauses_grow_and_no_two_are_alike() -> None:
    async def main(clock: VirtualClock) -> None:
        seen = [await pauses(clock) for _ in range(200)]
        first, second = ([pair[at] for pair in seen] for at in (0, 1))
        assert all(len(pair) == 2 for pair in seen)
        assert max(first) <= 500
        assert 500 < max(second) <= 1000
        assert len(set(first)) > 100

    run_virtually(main, START)


def test_what_the_endpoint_asks_for_is_the_least_that_is_waited() -> None:
    async def main(clock: VirtualClock) -> None:
        for pause in await pauses(clock, 7):
            assert 7_000 <= pause <= 8_000

    run_virtually(main, START)


def test_nobody_waits_for_an_attempt_that_would_come_too_late() -> None:
    async def main(clock: VirtualClock) -> None:
        assert len(await pauses(clock, 7, within=10)) == 1
        before = clock.now()
        assert await pauses(clock, 90, within=60) == []
        assert clock.now() == before

    run_virtually(main, START)


def test_an_answer_ends_it() -> None:
    async def main(clock: VirtualClock) -> None:
        asked: list[int] = []

        async def ask(attempt: int) -> ModelReply:
            asked.append(attempt)
            if attempt == 1:
                raise TransientError("cut")
            return REPLY

        assert await request_with_retry(ask, 60) is REPLY
        assert asked == [1, 2]

    run_virtually(main, START)
