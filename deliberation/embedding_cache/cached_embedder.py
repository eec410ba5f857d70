"""Embedder that asks for the vectors of new texts only (DL-157, DL-159)."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from deliberation.embedding_cache.port import EmbeddingCache, Vector, normalize_text
from shared.embedding.model import EmbeddingModel
from shared.store.port import StoreUnavailable

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder


class CachedEmbedder:
    """Embedder before which a cache is asked. A cache that is away costs time, but no vector."""

    def __init__(self, embedder: "Embedder", cache: EmbeddingCache) -> None:
        self._embedder = embedder
        self._cache = cache

    @property
    def model(self) -> EmbeddingModel:
        """The model of all vectors."""
        return self._embedder.model

    async def embed(self, texts: Sequence[str]) -> dict[str, Vector]:
        """Return the vector of each text; all new ones are embedded in one call.

        Raises:
            EmbeddingUnavailable: The embedder gave no vectors for the new texts.
        """
        normal = {text: normalize_text(text) for text in texts}
        distinct = tuple(dict.fromkeys(normal.values()))
        vectors: dict[str, Vector] = {}
        with suppress(StoreUnavailable):
            vectors = await self._cache.get_vectors(self.model, distinct)
        missing = [text for text in distinct if text not in vectors]
        if missing:
            rows = (await self._embedder.embed(missing)).tolist()
            new = {text: tuple(map(float, row)) for text, row in zip(missing, rows, strict=True)}
            with suppress(StoreUnavailable):
                await self._cache.put_vectors(self.model, new)
            vectors = vectors | new
        return {text: vectors[plain] for text, plain in normal.items()}
