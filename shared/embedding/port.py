"""Embedder port: texts to vectors whose angles compare their meanings (DESIGN § 6)."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable

Vectors = NDArray[np.float32]
"""One row a text, each of length 1."""


class Embedder(Protocol):
    """Maker of vectors by one model."""

    @property
    def model(self) -> EmbeddingModel:
        """The model of all its vectors."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts of any language, in the order of `texts`.

        A text has the same vector whichever others it is embedded with, up to the precision of floating point.

        Raises:
            EmbeddingUnavailable: There is no answer, or none that fits `model`.
        """
        ...

    async def close(self) -> None:
        """Release what the embedder holds; it is not used any more."""
        ...


def normalize(rows: Vectors, model: EmbeddingModel) -> Vectors:
    """Return rows scaled to length 1; a row of zeros stays one.

    Raises:
        EmbeddingUnavailable: `rows` are not vectors of `model`: another dimension, or a component that is no number.
    """
    if rows.ndim != 2 or rows.shape[1] != model.dimension:
        raise EmbeddingUnavailable(f"vectors of shape {rows.shape} are not vectors of {model}")
    if not np.isfinite(rows).all():
        raise EmbeddingUnavailable(f"{model} gave a vector with a component that is no number")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths == 0, 1, lengths), dtype=np.float32)
