"""Similarities by vectors: the vectors of ledger § 15, identical texts, invalid vectors, and the properties of a matrix."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.core.position_similarity import (
    InvalidVector,
    check_texts,
    compare_vectors,
    cosine,
    similarity_matrix,
    summarize_matrix,
)

COMPONENTS = st.floats(-1e3, 1e3).filter(lambda value: abs(value) > 1e-6)
VECTORS = st.lists(st.lists(COMPONENTS, min_size=4, max_size=4), min_size=2, max_size=5)


def test_the_matrix_of_the_seed_has_its_mean_and_its_pair() -> None:
    matrix = ((1.0, 0.92, 0.88), (0.92, 1.0, 0.81), (0.88, 0.81, 1.0))
    assert summarize_matrix(matrix) == (0.87, (1, 2), 0.81)


def test_of_equally_different_pairs_the_first_is_named() -> None:
    matrix = ((1.0, 0.5, 0.5), (0.5, 1.0, 0.5), (0.5, 0.5, 1.0))
    assert summarize_matrix(matrix)[1] == (0, 1)


def test_vectors_of_known_angles_give_their_cosines() -> None:
    compared = compare_vectors(["a", "b", "c"], [(1, 0), (1, 1), (0, 2)])
    half = round(math.sqrt(0.5), 6)
    assert compared.similarity_matrix == ((1.0, half, 0.0), (half, 1.0, half), (0.0, half, 1.0))
    assert compared.mean_similarity == round(2 * half / 3, 6)
    assert (compared.most_different_pair, compared.most_different_similarity) == ((0, 2), 0.0)
    assert compared.embeddings == ((1, 0), (1, 1), (0, 2))


def test_identical_texts_are_exactly_alike_whatever_their_vectors() -> None:
    vector = tuple(0.1 for _ in range(512))
    assert similarity_matrix(["x", "x"], [vector, vector]) == ((1.0, 1.0), (1.0, 1.0))
    assert similarity_matrix(["x", "x"], [(1.0, 0.0), (0.9999, 0.02)])[0][1] == 1.0


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_texts_are_an_error(count: int) -> None:
    failure = check_texts(["a"] * count)
    assert failure is not None
    assert (failure.success, failure.error) == (False, "need_at_least_two_texts")


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_an_empty_text_is_an_error(text: str) -> None:
    failure = check_texts(["a", text])
    assert failure is not None
    assert (failure.error, failure.message) == ("empty_text", "text 2 is empty")


@pytest.mark.parametrize(
    ("first", "second"),
    [([0.0, 0.0], [1.0, 0.0]), ([math.nan, 1.0], [1.0, 0.0]), ([math.inf, 1.0], [1.0, 0.0]), ([1.0], [1.0, 0.0])],
)
def test_a_vector_that_is_no_direction_is_refused(first: list[float], second: list[float]) -> None:
    for pair in ((first, second), (second, first)):
        with pytest.raises(InvalidVector):
            cosine(*pair)


@given(VECTORS)
def test_a_matrix_is_symmetric_with_ones_and_its_mean_lies_between_its_ends(vectors: list[list[float]]) -> None:
    texts = [str(number) for number in range(len(vectors))]
    compared = compare_vectors(texts, vectors)
    matrix = compared.similarity_matrix
    for row in range(len(texts)):
        assert matrix[row][row] == 1.0
        assert all(
            matrix[row][column] == matrix[column][row] and -1 <= matrix[row][column] <= 1
            for column in range(len(texts))
        )
    others = [matrix[row][column] for row in range(len(texts)) for column in range(row)]
    assert compared.most_different_similarity == min(others)
    assert min(others) - 1e-6 <= compared.mean_similarity <= max(others) + 1e-6


@given(st.lists(COMPONENTS, min_size=3, max_size=3), st.floats(1e-3, 1e3))
def test_length_does_not_count(vector: list[float], factor: float) -> None:
    assert cosine(vector, [factor * one for one in vector]) == 1.0
    assert cosine(vector, [-factor * one for one in vector]) == -1.0
