"""Vector file of a disk segment: the vectors of its texts, memory-mapped by all processes of a machine.

The file lies in the segment's folder and is named after the model, so that vectors of another are never used. Its rows
follow the text table; a row of zeros stands for a vector that was not stored yet.
"""

import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import numpy as np

from negotiation.search.text_table import TextTable
from shared.embedding.model import EmbeddingModel
from shared.embedding.quantization import QuantizedVectors

PAGE_SIZE = 2000
"""Vectors read at a time: 1 MB with 512 components."""

ReadVectors = Callable[[Sequence[bytes]], Awaitable[Mapping[bytes, bytes]]]
"""Returns the stored vectors of one model by digest."""


def vector_path(folder: Path, model: EmbeddingModel) -> Path:
    """Return the path of a model's vector file in a segment's folder."""
    return folder / f"vectors-{blake2b(str(model).encode(), digest_size=8).hexdigest()}.npy"


def open_vector_file(folder: Path, model: EmbeddingModel, text_count: int) -> QuantizedVectors | None:
    """Map the vector file; None if there is none. One that is cut off or of another shape is deleted."""
    path = vector_path(folder, model)
    with suppress(FileNotFoundError):
        try:
            rows = np.load(path, mmap_mode="r", allow_pickle=False)
            if rows.dtype == np.int8 and rows.shape == (text_count, model.dimension):
                return rows
        except (ValueError, EOFError):
            pass
        path.unlink()
    return None


async def write_vector_file(
    folder: Path, model: EmbeddingModel, texts: TextTable, read: ReadVectors, known: QuantizedVectors | None = None
) -> int:
    """Write the vector file of the texts whose vectors are stored; return how many were read.

    It appears complete or not at all. Without any vector to add no file is written.

    Args:
        folder: Folder of the segment.
        model: Model of the vectors.
        texts: The segment's texts.
        read: Reader of the stored vectors.
        known: Rows of an earlier file, of which only those of zeros are read again.

    Raises:
        OSError: The file cannot be written.
        Others: What `read` raises.
    """
    wanted = np.arange(texts.text_count) if known is None else np.flatnonzero(~known.any(axis=1))
    descriptor, name = tempfile.mkstemp(prefix=".vectors-", dir=folder)
    os.close(descriptor)
    count = 0
    try:
        shape = (texts.text_count, model.dimension)
        rows = np.lib.format.open_memmap(name, mode="w+", dtype=np.int8, shape=shape)
        if known is not None:
            rows[:] = known
        for start in range(0, len(wanted), PAGE_SIZE):
            numbers = wanted[start : start + PAGE_SIZE]
            vectors = await read([texts.digest(int(number)) for number in numbers])
            for number in numbers:
                vector = vectors.get(texts.digest(int(number)))
                if vector is not None:
                    rows[number] = np.frombuffer(vector, dtype=np.int8)
                    count += 1
        rows.flush()
        del rows
        if count:
            _rename(name, vector_path(folder, model))
    finally:
        _delete(name)
    return count


def _rename(name: str, path: Path) -> None:
    Path(name).rename(path)


def _delete(name: str) -> None:
    Path(name).unlink(missing_ok=True)
