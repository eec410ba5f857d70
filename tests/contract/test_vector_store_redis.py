"""The contract of vector stores over Redis, its key, and its absence."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from negotiation.registry.redis.vector_store import open_vector_store, vectors_key
from shared.embedding.model import EmbeddingModel
from shared.store.port import StoreMisconfigured, StoreUnavailable
from tests.contract.vector_store_contract import MODEL, OpenedVectorStore, VectorStoreContract, vectors
from tests.services.redis import fresh_store, list_keys, private_cluster, private_redis, private_valkey, store_url

pytestmark = pytest.mark.requires("services")


@asynccontextmanager
async def opened_vectors(url: str | None = None) -> AsyncGenerator[OpenedVectorStore]:
    async with fresh_store(url) as server:
        store = open_vector_store(url or store_url(), server.namespace)

        async def replace(model: EmbeddingModel, digest: bytes, data: bytes) -> None:
            await server.client.call("HSET", vectors_key(server.namespace, model), digest, data)

        async def read(model: EmbeddingModel, digest: bytes) -> bytes:
            found = await server.client.call("HGET", vectors_key(server.namespace, model), digest)
            assert isinstance(found, bytes)
            return found

        try:
            yield OpenedVectorStore(store, replace, read)
        finally:
            await store.close()


class TestRedisVectorStore(VectorStoreContract):
    @asynccontextmanager
    async def open_vectors(self) -> AsyncGenerator[OpenedVectorStore]:
        async with opened_vectors() as opened:
            yield opened


async def test_the_vectors_of_a_model_are_one_key_below_the_namespace() -> None:
    async with fresh_store() as server:
        store = open_vector_store(store_url(), server.namespace)
        await store.put(MODEL, vectors(2))
        assert await list_keys(server) == [f"{server.namespace}:{{registry}}:vectors:some-model/8"]
        other = open_vector_store(store_url(), "another-namespace")
        assert await other.count(MODEL) == 0
        await store.close()
        await other.close()


async def test_vectors_work_on_a_redis_cluster_and_on_valkey() -> None:
    for private in (private_cluster, private_valkey):
        with private() as server:
            async with opened_vectors(server.url) as opened:
                await opened.store.put(MODEL, vectors(3))
                assert await opened.store.get(MODEL, list(vectors(3))) == vectors(3)


async def test_calls_raise_while_the_server_is_away_and_vectors_survive_it() -> None:
    with private_redis("--appendonly", "yes", "--appendfsync", "always") as server:
        store = open_vector_store(server.url, "test")
        await store.put(MODEL, vectors(3))
        server.kill()
        for call in (store.get(MODEL, list(vectors(3))), store.put(MODEL, vectors(1)), store.count(MODEL)):
            with pytest.raises(StoreUnavailable):
                await call
        server.start()
        assert await store.get(MODEL, list(vectors(3))) == vectors(3)
        await store.close()


async def test_a_key_of_another_type_is_misconfigured() -> None:
    async with fresh_store() as server:
        await server.client.call("SET", vectors_key(server.namespace, MODEL), "text")
        store = open_vector_store(store_url(), server.namespace)
        with pytest.raises(StoreMisconfigured):
            await store.get(MODEL, list(vectors(1)))
        await store.close()
