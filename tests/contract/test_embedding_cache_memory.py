"""The contract of embedding caches over memory, and the limit of its size."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from deliberation.embedding_cache.memory import MemoryEmbeddingCache
from tests.contract.embedding_cache_contract import OTHER, VECTOR, EmbeddingCacheContract, OpenedCache
from tests.support.letter_embedder import LETTER_MODEL
from tests.support.manual_clock import ManualClock


class TestMemoryEmbeddingCache(EmbeddingCacheContract):
    @asynccontextmanager
    async def open_cache(self) -> AsyncGenerator[OpenedCache]:
        clock = ManualClock()
        cache = MemoryEmbeddingCache(clock)

        async def pass_(milliseconds: int) -> None:
            clock.at += milliseconds

        yield OpenedCache(cache, cache, pass_)


async def test_the_least_recently_used_vector_is_dropped_first() -> None:
    cache = MemoryEmbeddingCache(ManualClock(), max_vectors=2)
    await cache.put_vectors(LETTER_MODEL, {"a": VECTOR, "b": VECTOR})
    await cache.get_vectors(LETTER_MODEL, ["a"])
    await cache.put_vectors(LETTER_MODEL, {"c": OTHER})
    assert await cache.get_vectors(LETTER_MODEL, ["a", "b", "c"]) == {"a": VECTOR, "c": OTHER}


async def test_a_vector_is_still_there_a_millisecond_before_its_end() -> None:
    clock = ManualClock()
    cache = MemoryEmbeddingCache(clock)
    await cache.put_vectors(LETTER_MODEL, {"a": VECTOR})
    clock.at += 7 * 86_400_000 - 1
    assert await cache.get_vectors(LETTER_MODEL, ["a"]) == {"a": VECTOR}
