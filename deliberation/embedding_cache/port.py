"""Port of the embedding cache: vectors of texts that were embedded before (DL-157)."""

import hashlib
import unicodedata
from array import array
from collections.abc import Mapping, Sequence
from typing import Protocol

from shared.embedding.model import EmbeddingModel

TTL_MS = 7 * 24 * 3_600_000
"""Life of a vector in the cache: 7 days from when it was stored."""

Vector = tuple[float, ...]


class EmbeddingCache(Protocol):
    """Vectors by model and text. Texts that differ only in their white space or in the width of characters are one."""

    async def get_vectors(self, model: EmbeddingModel, texts: Sequence[str]) -> dict[str, Vector]:
        """Return the vectors that are stored for texts, by text; others are left out.

        Remote caches raise StoreUnavailable (shared.store.port) if the store does not answer, StoreMisconfigured if it
        rejects the call.
        """
        ...

    async def put_vectors(self, model: EmbeddingModel, vectors: Mapping[str, Vector]) -> None:
        """Store vectors by text, for TTL_MS from now.

        Remote caches raise StoreUnavailable if the store does not answer (the call may be repeated),
        StoreMisconfigured if it rejects the call.
        """
        ...


def normalize_text(text: str) -> str:
    """Return a text with characters of normal width and single spaces; its lines stay apart."""
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFKC", text).splitlines())
    return "\n".join(line for line in lines if line)


def digest_text(text: str) -> str:
    """Return the SHA-256 of a normalized text, as 64 hexadecimal digits."""
    return hashlib.sha256(normalize_text(text).encode("utf-8", "surrogatepass")).hexdigest()


def to_bytes(vector: Vector) -> bytes:
    """Return a vector as its components in single precision."""
    return array("f", vector).tobytes()


def from_bytes(data: bytes, model: EmbeddingModel) -> Vector | None:
    """Return the vector of `to_bytes`; None if it does not have the dimension of the model."""
    components = array("f")
    if len(data) != model.dimension * components.itemsize:
        return None
    components.frombytes(data)
    return tuple(components)
