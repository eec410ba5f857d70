"""The file of shipped vectors: complete, of the installed model, and refused when it is damaged."""

import numpy as np
import pytest

from negotiation.registry import profile_import
from negotiation.registry.shipped_vectors import parse_vectors, read_shipped_vectors, render_vectors
from negotiation.registry.vector_backfill import collect_texts
from shared.embedding.local import LocalEmbedder
from shared.embedding.model import EmbeddingModel
from shared.embedding.quantization import from_bytes, quantize, similarities
from tests.contract.vector_store_contract import MODEL, vectors

COMMAND = "python -m negotiation.registry.shipped_vectors"


async def test_every_text_of_the_shipped_profiles_has_the_installed_models_vector() -> None:
    profiles = profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    texts, embedder = await collect_texts(profiles), LocalEmbedder()
    model, shipped = read_shipped_vectors()
    assert model == embedder.model, f"run {COMMAND}"
    assert shipped.keys() == texts.keys(), f"run {COMMAND}"
    sample = sorted(texts)[::20]
    computed = quantize(await embedder.embed([texts[digest] for digest in sample]))
    stored = from_bytes([shipped[digest] for digest in sample], model.dimension)
    likeness = [similarities(one, other[None])[0] for one, other in zip(stored, computed, strict=True)]
    assert np.min(likeness) >= 0.99, f"run {COMMAND}"


def test_a_written_file_is_read_again() -> None:
    assert parse_vectors(render_vectors(MODEL, vectors(5))) == (MODEL, vectors(5))
    assert parse_vectors(render_vectors(EmbeddingModel("none", 4), {})) == (EmbeddingModel("none", 4), {})


@pytest.mark.parametrize("cut", [0, 10, 40, -1, -30])
def test_a_file_that_is_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(ValueError, match="is damaged"):
        parse_vectors(render_vectors(MODEL, vectors(5))[:cut])


def test_a_file_of_something_else_is_refused() -> None:
    for data in (b"", b"{}\n", b'{"name": "m"}\n', b"[1]\n", b"\xff\xfe", render_vectors(MODEL, vectors(2)) + b"x"):
        with pytest.raises(ValueError, match="is damaged"):
            parse_vectors(data)
