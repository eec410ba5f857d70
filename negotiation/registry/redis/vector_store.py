"""Vector store in Redis, shared by all processes of a system: one hash for each model.

| key | type | content | why no TTL |
|---|---|---|---|
| `<namespace>:{registry}:vectors:<model>/<dimension>` | hash | text digest → stored vector | see docs/operations.md |
"""

from collections.abc import Mapping, Sequence
from typing import cast

from redis.asyncio import Redis
from typing_extensions import override

from negotiation.registry.redis.connection import build_client, translate_errors
from negotiation.registry.vector_serialization import decode_vector, encode_vector
from negotiation.registry.vector_store import VectorStore
from shared.embedding.model import EmbeddingModel

PAGE_SIZE = 1000
"""Vectors in one call: half a megabyte with 512 components."""


def vectors_key(namespace: str, model: EmbeddingModel) -> str:
    """Return the key of the hash that holds a model's vectors."""
    return f"{namespace}:{{registry}}:vectors:{model}"


def open_vector_store(url: str, namespace: str) -> "RedisVectorStore":
    """Return the vector store of a namespace, which connects at its first call; the caller closes it with `close`.

    Raises:
        StoreMisconfigured: The URL is invalid.
    """
    return RedisVectorStore(build_client(url), url, namespace)


class RedisVectorStore(VectorStore):
    """The VectorStore port over Redis; every call raises StoreUnavailable or StoreMisconfigured."""

    def __init__(self, client: Redis, url: str, namespace: str) -> None:
        self._client = client
        self._url = url
        self._namespace = namespace

    async def close(self) -> None:
        """Close the connections; the store must not be used afterwards."""
        await self._client.aclose()

    @override
    async def get(self, model: EmbeddingModel, digests: Sequence[bytes]) -> Mapping[bytes, bytes]:
        key, vectors = vectors_key(self._namespace, model), dict[bytes, bytes]()
        for start in range(0, len(digests), PAGE_SIZE):
            page = list(digests[start : start + PAGE_SIZE])
            with translate_errors(self._url):
                rows = cast("list[bytes | None]", await self._client.hmget(key, page))  # pyright: ignore[reportArgumentType]
            for digest, row in zip(page, rows, strict=True):
                vector = decode_vector(model, digest, row)
                if vector is not None:
                    vectors[digest] = vector
        return vectors

    @override
    async def put(self, model: EmbeddingModel, vectors: Mapping[bytes, bytes]) -> None:
        key = vectors_key(self._namespace, model)
        rows = [(digest, encode_vector(model, digest, vector)) for digest, vector in vectors.items()]
        for start in range(0, len(rows), PAGE_SIZE):
            with translate_errors(self._url):
                await self._client.hset(key, mapping=dict(rows[start : start + PAGE_SIZE]))  # pyright: ignore[reportArgumentType]

    @override
    async def count(self, model: EmbeddingModel) -> int:
        with translate_errors(self._url):
            return int(await self._client.hlen(vectors_key(self._namespace, model)))
