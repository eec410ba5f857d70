"""The contract of interpretation caches over Redis, and what only a server shows: keys, their lives, its absence."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from gamehive.interpretation_cache.port import TTL_MS
from gamehive.interpretation_cache.redis import RedisInterpretationCache
from shared.store.port import StoreUnavailable
from shared.store.redis.connect import connect, delete_namespace
from shared.store.redis.store import RedisStore
from tests.contract.interpretation_cache_contract import OURS, InterpretationCacheContract, OpenedInterpretations
from tests.services.redis import fresh_store, list_keys, private_redis, store_url

pytestmark = pytest.mark.requires("services")


def over(store: RedisStore) -> RedisInterpretationCache:
    return RedisInterpretationCache(store.client, store.namespace)


@asynccontextmanager
async def two() -> AsyncGenerator[tuple[OpenedInterpretations, RedisStore]]:
    """Two processes on one namespace. Time passes for a key when its life is cut down to its last millisecond."""
    async with fresh_store() as store:
        other = await connect(store_url(), store.namespace)

        async def pass_(milliseconds: int) -> None:
            for key in await list_keys(store):
                assert 0 < await store.client.call("PTTL", key) <= milliseconds
                await store.client.call("PEXPIRE", key, 0)

        try:
            yield OpenedInterpretations(over(store), over(other), pass_), store
        finally:
            await other.close()


class TestRedisInterpretationCache(InterpretationCacheContract):
    @asynccontextmanager
    async def open_cache(self) -> AsyncGenerator[OpenedInterpretations]:
        async with two() as (opened, _):
            yield opened


async def test_a_key_lives_for_seven_days_and_goes_with_its_namespace() -> None:
    async with two() as (opened, store):
        await opened.here.put_interpretation("a", OURS)
        assert await list_keys(store) == [f"{store.namespace}:{{interpretation:a}}"]
        (key,) = await list_keys(store)
        assert TTL_MS - 5000 < await store.client.call("PTTL", key) <= TTL_MS
        await delete_namespace(store_url(), store.namespace)
        assert await list_keys(store) == []


async def test_what_another_version_wrote_is_no_interpretation() -> None:
    async with two() as (opened, store):
        await store.client.call("SET", f"{store.namespace}:{{interpretation:a}}", b'{"rules": "other"}')
        assert await opened.here.get_interpretation("a") is None


async def test_a_store_that_is_away_says_so() -> None:
    with private_redis() as server:
        store = await connect(server.url, "test")
        server.kill()
        with pytest.raises(StoreUnavailable):
            await over(store).get_interpretation("a")
        await store.close()
