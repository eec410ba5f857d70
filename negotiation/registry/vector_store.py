"""Port of the vectors of profile texts, by model and text digest."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from shared.embedding.model import EmbeddingModel


class VectorStore(Protocol):
    """Vectors of texts as 8-bit integers (shared/embedding/quantization.py), one for each model and text.

    Profiles with the same text share its vector. Vectors of different models are kept apart. Remote stores raise
    StoreUnavailable and StoreMisconfigured (shared.store.port).
    """

    async def get(self, model: EmbeddingModel, digests: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return the stored vectors by digest; those without one, or with a damaged one, are absent.

        Args:
            model: Model that made the vectors.
            digests: Digests of texts (see `text_digest`), any number; they are read in pages.

        Returns:
            Vectors of `model.dimension` bytes each.

        Raises:
            StoreUnavailable, StoreMisconfigured: The store does not answer, or rejects the call.
        """
        ...

    async def put(self, model: EmbeddingModel, vectors: Mapping[bytes, bytes]) -> None:
        """Store vectors by the digests of their texts; existing ones are replaced.

        Not atomic: after an error some may be stored. Repeat the call unchanged.

        Raises:
            ValueError: A vector has not `model.dimension` bytes, or a digest has a wrong length; nothing is stored.
            StoreUnavailable, StoreMisconfigured: The store does not answer, or rejects the call.
        """
        ...

    async def count(self, model: EmbeddingModel) -> int:
        """Return the number of stored vectors of a model, also of texts that no profile has any more.

        Raises:
            StoreUnavailable, StoreMisconfigured: The store does not answer, or rejects the call.
        """
        ...
