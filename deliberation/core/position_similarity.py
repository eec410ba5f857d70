"""Similarity of texts by their vectors: cosines of all pairs, their mean, and the pair that differs most (DL-82…88)."""

import math
from collections.abc import Sequence
from itertools import combinations
from operator import mul

from deliberation.contracts.tools import PositionComparison, ToolResult

Vector = Sequence[float]
Matrix = tuple[tuple[float, ...], ...]

DECIMALS = 6
"""Decimals of a similarity; further ones are noise of the arithmetic (DL-121)."""


class InvalidVector(ValueError):
    """A vector that nothing can be compared with: of length 0, of another dimension, or with what is no number."""


def check_texts(texts: Sequence[str]) -> ToolResult | None:
    """Return the failure of a comparison that these texts do not allow; None if they do (DL-88)."""
    if len(texts) < 2:
        return ToolResult(success=False, error="need_at_least_two_texts", message=f"{len(texts)} texts were given")
    empty = next((number for number, text in enumerate(texts, 1) if not text.strip()), None)
    if empty is not None:
        return ToolResult(success=False, error="empty_text", message=f"text {empty} is empty")
    return None


def compare_vectors(texts: Sequence[str], vectors: Sequence[Vector]) -> PositionComparison:
    """Return the similarities of texts.

    Args:
        texts: Two or more; two that are the same have the similarity 1.
        vectors: One a text, all of one dimension and of any length but 0.

    Raises:
        InvalidVector: A vector cannot be compared.
    """
    matrix = similarity_matrix(texts, vectors)
    mean, pair, lowest = summarize_matrix(matrix)
    return PositionComparison(
        embeddings=tuple(tuple(vector) for vector in vectors),
        similarity_matrix=matrix,
        mean_similarity=mean,
        most_different_pair=pair,
        most_different_similarity=lowest,
    )


def summarize_matrix(matrix: Matrix) -> tuple[float, tuple[int, int], float]:
    """Return mean over all pairs, the least similar pair (of equal ones the first) and its similarity, of 2 or more."""
    pairs = {(row, column): matrix[row][column] for row, column in combinations(range(len(matrix)), 2)}
    lowest = min(pairs, key=lambda pair: (pairs[pair], pair))
    return round(math.fsum(pairs.values()) / len(pairs), DECIMALS), lowest, pairs[lowest]


def similarity_matrix(texts: Sequence[str], vectors: Sequence[Vector]) -> Matrix:
    """Return the cosine similarity of each pair of texts, -1 to 1: symmetric, with ones on the diagonal.

    Raises:
        InvalidVector: A vector cannot be compared.
    """
    rows = [[1.0] * len(texts) for _ in texts]
    for one, two in combinations(range(len(texts)), 2):
        similarity = cosine(vectors[one], vectors[two])
        rows[one][two] = rows[two][one] = 1.0 if texts[one] == texts[two] else similarity
    return tuple(tuple(row) for row in rows)


def cosine(first: Vector, second: Vector) -> float:
    """Return the cosine similarity of two vectors, -1 to 1, rounded to DECIMALS.

    Raises:
        InvalidVector: They are not of one dimension, or one of them is no direction.
    """
    if len(first) != len(second):
        raise InvalidVector(f"vectors of {len(first)} and {len(second)} components cannot be compared")
    lengths = [math.sqrt(math.fsum(map(mul, vector, vector))) for vector in (first, second)]
    if not all(length > 0 and math.isfinite(length) for length in lengths):
        raise InvalidVector("a vector is of length 0, or has a component that is no number")
    # Scaled before they are multiplied, so that small components do not vanish.
    product = math.fsum((one / lengths[0]) * (two / lengths[1]) for one, two in zip(first, second, strict=True))
    return max(-1.0, min(1.0, round(product, DECIMALS)))
