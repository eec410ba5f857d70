"""The contract of interpretation caches over memory, and the limit of its size."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.interpretation_cache.port import TTL_MS
from tests.contract.interpretation_cache_contract import (
    OTHER,
    OURS,
    InterpretationCacheContract,
    OpenedInterpretations,
)
from tests.support.manual_clock import ManualClock


class TestMemoryInterpretationCache(InterpretationCacheContract):
    @asynccontextmanager
    async def open_cache(self) -> AsyncGenerator[OpenedInterpretations]:
        clock = ManualClock()
        cache = MemoryInterpretationCache(clock)

        async def pass_(milliseconds: int) -> None:
            clock.at += milliseconds

        yield OpenedInterpretations(cache, cache, pass_)


async def test_what_was_stored_first_is_dropped_first() -> None:
    cache = MemoryInterpretationCache(ManualClock(), max_interpretations=2)
    for key in ("a", "b", "a", "c"):
        await cache.put_interpretation(key, OURS)
    found = [key for key in "abc" if await cache.get_interpretation(key)]
    assert found == ["a", "c"]


async def test_an_interpretation_is_still_there_a_millisecond_before_its_end() -> None:
    clock = ManualClock()
    cache = MemoryInterpretationCache(clock)
    await cache.put_interpretation("a", OTHER)
    clock.at += TTL_MS - 1
    assert await cache.get_interpretation("a") == OTHER
