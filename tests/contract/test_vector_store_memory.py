"""The contract of vector stores over memory."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from negotiation.registry.memory_vector_store import MemoryVectorStore
from shared.embedding.model import EmbeddingModel
from tests.contract.vector_store_contract import OpenedVectorStore, VectorStoreContract


class TestMemoryVectorStore(VectorStoreContract):
    @asynccontextmanager
    async def open_vectors(self) -> AsyncGenerator[OpenedVectorStore]:
        store = MemoryVectorStore()
        rows = store._rows  # pyright: ignore[reportPrivateUsage] - what a fault would change

        async def replace(model: EmbeddingModel, digest: bytes, data: bytes) -> None:
            rows[model][digest] = data

        async def read(model: EmbeddingModel, digest: bytes) -> bytes:
            return rows[model][digest]

        yield OpenedVectorStore(store, replace, read)
