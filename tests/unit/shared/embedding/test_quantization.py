"""Vectors as 8-bit integers."""

import numpy as np
import pytest

from shared.embedding.port import EmbeddingModel, EmbeddingUnavailable, Vectors, normalize
from shared.embedding.quantization import from_bytes, quantize, similarities, to_bytes

MODEL = EmbeddingModel("m", 512)


def random_vectors(count: int) -> Vectors:
    return normalize(np.random.default_rng(7).normal(size=(count, 512)).astype(np.float32), MODEL)


def test_similarities_differ_from_the_exact_ones_by_less_than_a_hundredth() -> None:
    vectors = random_vectors(300)
    rows = quantize(vectors)
    for number in (0, 150, 299):
        assert similarities(rows[number], rows) == pytest.approx(vectors @ vectors[number], abs=0.01)
        assert similarities(rows[number], rows)[number] == 1


def test_a_row_of_zeros_is_similar_to_nothing() -> None:
    rows = quantize(normalize(np.zeros((2, 512), dtype=np.float32), MODEL))
    assert list(similarities(rows[0], rows)) == [0, 0]


def test_vectors_survive_as_bytes() -> None:
    rows = quantize(random_vectors(3))
    assert (from_bytes(to_bytes(rows), 512) == rows).all()
    assert from_bytes([], 512).shape == (0, 512)


def test_bytes_that_are_cut_off_are_refused() -> None:
    whole, cut = to_bytes(quantize(random_vectors(2)))
    with pytest.raises(ValueError, match="511 bytes"):
        from_bytes([whole, cut[:-1]], 512)


def test_vectors_of_another_dimension_are_refused() -> None:
    with pytest.raises(EmbeddingUnavailable, match="not vectors of m/512"):
        normalize(np.ones((2, 511), dtype=np.float32), MODEL)
