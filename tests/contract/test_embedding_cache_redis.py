"""The contract of embedding caches over Redis, and what only a server shows: keys, their lives, faults, its absence."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from deliberation.embedding_cache.cached_embedder import CachedEmbedder
from deliberation.embedding_cache.port import TTL_MS, digest_text
from deliberation.embedding_cache.redis import RedisEmbeddingCache
from shared.store.port import StoreUnavailable
from shared.store.redis.connect import connect, delete_namespace
from shared.store.redis.store import RedisStore
from tests.contract.embedding_cache_contract import OTHER, VECTOR, EmbeddingCacheContract, OpenedCache
from tests.services.redis import fresh_store, list_keys, private_cluster, private_redis, private_valkey, store_url
from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder

pytestmark = pytest.mark.requires("services")


def over(store: RedisStore) -> RedisEmbeddingCache:
    return RedisEmbeddingCache(store.client, store.namespace)


@asynccontextmanager
async def two(url: str | None = None) -> AsyncGenerator[tuple[OpenedCache, RedisStore]]:
    """Two processes on one namespace. Time passes for a key when its life is cut down to its last millisecond."""
    async with fresh_store(url) as store:
        other = await connect(url or store_url(), store.namespace)

        async def pass_(milliseconds: int) -> None:
            for key in await list_keys(store):
                left = await store.client.call("PTTL", key)
                assert 0 < left <= milliseconds
                await store.client.call("PEXPIRE", key, 0)

        try:
            yield OpenedCache(over(store), over(other), pass_), store
        finally:
            await other.close()


class TestRedisEmbeddingCache(EmbeddingCacheContract):
    @asynccontextmanager
    async def open_cache(self) -> AsyncGenerator[OpenedCache]:
        async with two() as (opened, _):
            yield opened


async def test_a_key_names_model_and_digest_but_no_text_and_lives_for_seven_days() -> None:
    async with two() as (opened, store):
        await opened.here.put_vectors(LETTER_MODEL, {"a secret plan": VECTOR})
        (key,) = await list_keys(store)
        assert key == f"{store.namespace}:{{embedding:{digest_text('a secret plan')}}}:letters/16"
        assert TTL_MS - 5000 < await store.client.call("PTTL", key) <= TTL_MS


async def test_a_value_of_another_size_is_no_vector() -> None:
    async with two() as (opened, store):
        await opened.here.put_vectors(LETTER_MODEL, {"a": VECTOR})
        (key,) = await list_keys(store)
        await store.client.call("SET", key, b"\x00" * 7)
        assert await opened.there.get_vectors(LETTER_MODEL, ["a"]) == {}


async def test_the_embedding_cache_works_on_a_redis_cluster_and_on_valkey() -> None:
    for private in (private_cluster, private_valkey):
        with private() as server:
            async with two(server.url) as (opened, _):
                await opened.here.put_vectors(LETTER_MODEL, {"a": VECTOR, "b": OTHER})
                assert await opened.there.get_vectors(LETTER_MODEL, ["a", "b"]) == {"a": VECTOR, "b": OTHER}


async def test_an_outage_of_the_cache_costs_no_vector() -> None:
    with private_redis() as server:
        store = await connect(server.url, "test")
        embedder = LetterEmbedder()
        cached = CachedEmbedder(embedder, over(store))
        vectors = await cached.embed(["a"])
        server.kill()
        with pytest.raises(StoreUnavailable):
            await over(store).get_vectors(LETTER_MODEL, ["a"])
        assert await cached.embed(["a"]) == vectors
        assert embedder.texts == ["a", "a"]
        await store.close()


async def test_deleting_a_namespace_deletes_its_vectors() -> None:
    async with two() as (opened, store):
        await opened.here.put_vectors(LETTER_MODEL, {"a": VECTOR})
        await delete_namespace(store_url(), store.namespace)
        assert await list_keys(store) == []
