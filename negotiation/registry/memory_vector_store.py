"""In-memory vector store."""

from collections.abc import Mapping, Sequence

from typing_extensions import override

from negotiation.registry.vector_serialization import decode_vector, encode_vector
from negotiation.registry.vector_store import VectorStore
from shared.embedding.model import EmbeddingModel


class MemoryVectorStore(VectorStore):
    """The VectorStore port in one process."""

    def __init__(self) -> None:
        self._rows: dict[EmbeddingModel, dict[bytes, bytes]] = {}

    @override
    async def get(self, model: EmbeddingModel, digests: Sequence[bytes]) -> Mapping[bytes, bytes]:
        rows = self._rows.get(model, {})
        vectors = ((digest, decode_vector(model, digest, rows.get(digest))) for digest in digests)
        return {digest: vector for digest, vector in vectors if vector is not None}

    @override
    async def put(self, model: EmbeddingModel, vectors: Mapping[bytes, bytes]) -> None:
        self.add(model, vectors)

    @override
    async def count(self, model: EmbeddingModel) -> int:
        return len(self._rows.get(model, {}))

    def add(self, model: EmbeddingModel, vectors: Mapping[bytes, bytes]) -> None:
        """Store vectors as `put` does, without a running event loop; raises ValueError as `put` does."""
        rows = {digest: encode_vector(model, digest, vector) for digest, vector in vectors.items()}
        self._rows.setdefault(model, {}).update(rows)
