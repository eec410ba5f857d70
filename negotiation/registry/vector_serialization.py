"""Stored form of a vector: a checksum, which also covers model and text digest, and the components."""

from zlib import crc32

from negotiation.registry.profile_texts import DIGEST_BYTES
from shared.embedding.model import EmbeddingModel

CHECKSUM_BYTES = 4


def encode_vector(model: EmbeddingModel, digest: bytes, vector: bytes) -> bytes:
    """Return the stored form of a vector: `CHECKSUM_BYTES + model.dimension` bytes.

    Args:
        model: Model that made it.
        digest: Digest of its text.
        vector: Its components, one byte each.

    Raises:
        ValueError: The vector has not `model.dimension` bytes, or the digest not DIGEST_BYTES.
    """
    if len(vector) != model.dimension:
        raise ValueError(f"a vector of {len(vector)} bytes is not of the model {model}")
    if len(digest) != DIGEST_BYTES:
        raise ValueError(f"a digest has {DIGEST_BYTES} bytes, not {len(digest)}")
    return _checksum(model, digest, vector) + vector


def decode_vector(model: EmbeddingModel, digest: bytes, data: bytes | None) -> bytes | None:
    """Return the components of a stored vector; None if there is none, or if `data` is not this model's and text's."""
    if data is None or len(data) != CHECKSUM_BYTES + model.dimension:
        return None
    vector = data[CHECKSUM_BYTES:]
    return vector if data[:CHECKSUM_BYTES] == _checksum(model, digest, vector) else None


def _checksum(model: EmbeddingModel, digest: bytes, vector: bytes) -> bytes:
    return crc32(vector, crc32(digest, crc32(str(model).encode()))).to_bytes(CHECKSUM_BYTES, "big")
