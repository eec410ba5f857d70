"""Vectors as 8-bit integers: a quarter of the memory, and similarities by exact arithmetic."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shared.embedding.port import Vectors

QuantizedVectors = NDArray[np.int8]
"""One row a text; the largest component of a row is 127 or -127."""

LIMIT = 127
DECIMALS = 3
"""Decimals of a similarity. Further ones depend on the processor that made the vectors."""


def quantize(vectors: Vectors) -> QuantizedVectors:
    """Return vectors as 8-bit integers, each row by a scale of its own, which similarities do not need."""
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=0)
    return np.rint(vectors / np.where(largest == 0, 1, largest) * LIMIT).astype(np.int8)


def similarities(vector: QuantizedVectors, rows: QuantizedVectors) -> NDArray[np.float64]:
    """Return the cosine similarity (-1 to 1, DECIMALS decimals) of one vector to each row; 0 to a row of zeros.

    Products and sums are of integers, and therefore exact.

    Args:
        vector: Shape (dimension,).
        rows: Shape (number of rows, dimension), of the same model.
    """
    wide = vector.astype(np.int32)
    products = np.einsum("ij,j->i", rows, wide, dtype=np.int32, casting="safe")
    squares = np.einsum("ij,ij->i", rows, rows, dtype=np.int32, casting="safe")
    lengths = np.sqrt(squares * float(wide @ wide))
    return np.asarray(np.round(products / np.where(lengths == 0, 1, lengths), DECIMALS), dtype=np.float64)


def to_bytes(vectors: QuantizedVectors) -> list[bytes]:
    """Return each row as the bytes of its components."""
    return [row.tobytes() for row in vectors]


def from_bytes(rows: Sequence[bytes], dimension: int) -> QuantizedVectors:
    """Return rows of `to_bytes` as vectors.

    Raises:
        ValueError: A row has not `dimension` bytes.
    """
    wrong: Any = next((len(row) for row in rows if len(row) != dimension), None)
    if wrong is not None:
        raise ValueError(f"a vector of {wrong} bytes has not {dimension} components")
    return np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), dimension)
