"""An embedder without a model, whose vectors count letters and whose failures a test decides."""

from collections.abc import Callable, Sequence
from zlib import crc32

import numpy as np

from shared.embedding.port import EmbeddingModel, EmbeddingUnavailable, Vectors, normalize

LETTER_MODEL = EmbeddingModel("letters", 16)


class LetterEmbedder:
    """Embedder that notes what it was asked. `fails` is asked before each call with the number of earlier ones."""

    def __init__(self, fails: Callable[[int], bool] = lambda _: False, model: EmbeddingModel = LETTER_MODEL) -> None:
        self.fails = fails
        self.calls = 0
        self.texts: list[str] = []
        self.is_closed = False
        self._model = model

    @property
    def model(self) -> EmbeddingModel:
        return self._model

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        if self.fails(self.calls - 1):
            raise EmbeddingUnavailable("the embedder is away")
        self.texts += texts
        rows = np.zeros((len(texts), self._model.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text:
                row[crc32(letter.encode()) % self._model.dimension] += 1
        return normalize(rows, self._model)

    async def close(self) -> None:
        self.is_closed = True
