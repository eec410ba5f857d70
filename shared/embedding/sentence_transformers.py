"""Embedder with a model of the library sentence-transformers, an optional dependency (an extra of the project)."""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.embedding.port import Vectors, normalize

EXTRA = "sentence-transformers"
BATCH = 64
"""Texts in one pass of the model."""


class SentenceTransformersEmbedder:
    """Embedder in this process. Calls run one after the other in a thread."""

    def __init__(self, model: EmbeddingModel) -> None:
        """Load nothing yet.

        Args:
            model: Name of the model at the Hugging Face Hub, or the path of its folder, and its dimension. The first
                call downloads a model that is not in the local cache.
        """
        self._model = model
        self._lock = asyncio.Lock()

    @property
    def model(self) -> EmbeddingModel:
        """The model, under the name it was configured with."""
        return self._model

    @cached_property
    def _encoder(self) -> Any:
        try:
            library: Any = import_module("sentence_transformers")  # takes seconds
        except ImportError as error:
            raise EmbeddingUnavailable(
                f"the package sentence-transformers is not installed: pip install 'towow[{EXTRA}]'"
            ) from error
        try:
            return library.SentenceTransformer(self._model.name)
        except (OSError, ValueError) as error:
            raise EmbeddingUnavailable(f"the model {self._model.name} cannot be loaded: {error}") from error

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts, BATCH of them in one pass.

        Raises:
            EmbeddingUnavailable: The package or the model is missing, or the model has another dimension.
        """
        if not texts:
            return np.empty((0, self._model.dimension), dtype=np.float32)
        async with self._lock:
            return await asyncio.to_thread(self._encode, list(texts))

    def _encode(self, texts: list[str]) -> Vectors:
        rows = self._encoder.encode(texts, batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True)
        return normalize(np.asarray(rows, dtype=np.float32), self._model)

    async def close(self) -> None:
        """Nothing: the model's memory is the process's."""
