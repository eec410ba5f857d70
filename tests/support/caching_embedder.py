"""Local embedder that embeds each text once a test process."""

from collections.abc import Sequence

import numpy as np

from shared.embedding.local import LocalEmbedder
from shared.embedding.model import EmbeddingModel
from shared.embedding.port import Vectors

_LOCAL = LocalEmbedder()
_VECTORS: dict[str, Vectors] = {}


class CachingEmbedder:
    """Embedder with the vectors of the local one."""

    @property
    def model(self) -> EmbeddingModel:
        """The local model."""
        return _LOCAL.model

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts."""
        new = [text for text in dict.fromkeys(texts) if text not in _VECTORS]
        _VECTORS.update(zip(new, await _LOCAL.embed(new), strict=True))
        return np.stack([_VECTORS[text] for text in texts]) if texts else await _LOCAL.embed(texts)

    async def close(self) -> None:
        """Nothing."""
