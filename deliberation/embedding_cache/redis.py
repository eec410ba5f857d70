"""Embedding cache in Redis, shared by all processes of a system.

| key | type | content | life |
|---|---|---|---|
| `<namespace>:{embedding:<sha256 of the text>}:<model>` | string | components in single precision | TTL_MS |

Every command touches one key, so it works on a cluster, too.
"""

import asyncio
from collections.abc import Mapping, Sequence

from typing_extensions import override

from deliberation.embedding_cache.port import TTL_MS, EmbeddingCache, Vector, digest_text, from_bytes, to_bytes
from shared.embedding.model import EmbeddingModel
from shared.runtime.application import CommandClient


class RedisEmbeddingCache(EmbeddingCache):
    """The EmbeddingCache port over Redis. Keys start with `namespace`."""

    def __init__(self, commands: CommandClient, namespace: str) -> None:
        self._commands = commands
        self._namespace = namespace

    @override
    async def get_vectors(self, model: EmbeddingModel, texts: Sequence[str]) -> dict[str, Vector]:
        found = await asyncio.gather(*(self._commands.call("GET", self._key(model, text)) for text in texts))
        vectors = (
            (text, None if data is None else from_bytes(data, model)) for text, data in zip(texts, found, strict=True)
        )
        return {text: vector for text, vector in vectors if vector is not None}

    @override
    async def put_vectors(self, model: EmbeddingModel, vectors: Mapping[str, Vector]) -> None:
        await asyncio.gather(
            *(
                self._commands.call("SET", self._key(model, text), to_bytes(vector), "PX", TTL_MS)
                for text, vector in vectors.items()
            )
        )

    def _key(self, model: EmbeddingModel, text: str) -> str:
        return f"{self._namespace}:{{embedding:{digest_text(text)}}}:{model}"
