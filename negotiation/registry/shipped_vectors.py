"""Vectors of the shipped profiles by the local embedder, computed once and shipped beside them.

The file holds a line of JSON (name and dimension of the model), then for each text its digest and the stored vector.
`python -m negotiation.registry.shipped_vectors` writes it anew after a change to the profiles or the model.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from negotiation.registry import profile_import
from negotiation.registry.profile_texts import DIGEST_BYTES
from negotiation.registry.vector_backfill import collect_texts
from negotiation.registry.vector_serialization import CHECKSUM_BYTES, decode_vector, encode_vector
from shared.embedding.model import EmbeddingModel
from shared.telemetry.log import Log

FILE_NAME = "vectors.bin"


def load_shipped_vectors(add: Callable[[EmbeddingModel, Mapping[bytes, bytes]], None], log: Log) -> None:
    """Pass the vectors of the shipped profiles to `add`; only log a line if the file is unreadable or damaged."""
    try:
        add(*read_shipped_vectors())
    except (OSError, ValueError) as error:
        log.warning("shipped_vectors_unreadable", error=str(error))


def read_shipped_vectors() -> tuple[EmbeddingModel, Mapping[bytes, bytes]]:
    """Return the model, and the vectors of the shipped profiles' texts by digest.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file is damaged.
    """
    return parse_vectors((profile_import.shipped_profiles_folder() / FILE_NAME).read_bytes())


def parse_vectors(data: bytes) -> tuple[EmbeddingModel, Mapping[bytes, bytes]]:
    """Return the model, and the vectors by text digest, of the bytes that `render_vectors` returned.

    Raises:
        ValueError: The bytes are damaged, or others.
    """
    head, _, rows = data.partition(b"\n")
    try:
        model = EmbeddingModel(**json.loads(head))
    except (TypeError, ValueError):
        raise ValueError("the file of vectors is damaged: its first line names no model") from None
    size = DIGEST_BYTES + CHECKSUM_BYTES + model.dimension
    vectors: dict[bytes, bytes] = {}
    for start in range(0, len(rows), size):
        digest = rows[start : start + DIGEST_BYTES]
        vector = decode_vector(model, digest, rows[start + DIGEST_BYTES : start + size])
        if vector is None:
            raise ValueError(f"the file of vectors is damaged, from vector {start // size} on")
        vectors[digest] = vector
    return model, vectors


def render_vectors(model: EmbeddingModel, vectors: Mapping[bytes, bytes]) -> bytes:
    """Return the content of a file of vectors by text digest."""
    head = json.dumps({"name": model.name, "dimension": model.dimension}).encode()
    rows = (digest + encode_vector(model, digest, vector) for digest, vector in sorted(vectors.items()))
    return head + b"\n" + b"".join(rows)


async def compute_vectors() -> bytes:
    """Return the content of a new file, by the local embedder."""
    from shared.embedding.local import LocalEmbedder  # takes a second to load
    from shared.embedding.quantization import quantize, to_bytes

    profiles = profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    texts, embedder = await collect_texts(profiles), LocalEmbedder()
    rows = to_bytes(quantize(await embedder.embed(list(texts.values()))))
    return render_vectors(embedder.model, dict(zip(texts, rows, strict=True)))


if __name__ == "__main__":
    Path(profile_import.shipped_profiles_folder() / FILE_NAME).write_bytes(asyncio.run(compute_vectors()))
