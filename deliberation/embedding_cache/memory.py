"""In-memory embedding cache for embedded systems and tests."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from typing_extensions import override

from deliberation.embedding_cache.port import TTL_MS, EmbeddingCache, Vector, digest_text, from_bytes, to_bytes
from shared.core.clock import Clock
from shared.embedding.model import EmbeddingModel

MAX_VECTORS = 4096
"""Vectors in the cache, some 2 KB each; the least recently used ones are dropped."""


class MemoryEmbeddingCache(EmbeddingCache):
    """The EmbeddingCache port in one process, with the time of `clock`."""

    def __init__(self, clock: Clock, max_vectors: int = MAX_VECTORS) -> None:
        self._clock = clock
        self._max_vectors = max_vectors
        self._rows: OrderedDict[tuple[str, str], tuple[int, bytes]] = OrderedDict()

    @override
    async def get_vectors(self, model: EmbeddingModel, texts: Sequence[str]) -> dict[str, Vector]:
        found = ((text, self._get(model, text)) for text in texts)
        return {text: vector for text, vector in found if vector is not None}

    @override
    async def put_vectors(self, model: EmbeddingModel, vectors: Mapping[str, Vector]) -> None:
        expires_at = self._clock.now() + TTL_MS
        for text, vector in vectors.items():
            key = str(model), digest_text(text)
            self._rows[key] = expires_at, to_bytes(vector)
            self._rows.move_to_end(key)
        while len(self._rows) > self._max_vectors:
            self._rows.popitem(last=False)

    def _get(self, model: EmbeddingModel, text: str) -> Vector | None:
        key = str(model), digest_text(text)
        if key not in self._rows:
            return None
        expires_at, data = self._rows[key]
        if expires_at <= self._clock.now():
            del self._rows[key]
            return None
        self._rows.move_to_end(key)
        return from_bytes(data, model)
