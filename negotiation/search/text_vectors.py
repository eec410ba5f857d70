"""Vectors of the texts of one index segment, and how near in meaning each text is to the needs of a demand.

A text is compared directly and by way of the known skills: short phrases of two languages are often nearer to a skill's
many names than to each other. Both halves are rounded before they are combined, so that scores do not depend on the
processor.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shared.embedding.quantization import DECIMALS, QuantizedVectors

Scores = NDArray[np.float64]

SKILLS_PER_TEXT = 3
"""Number of known skills that a text is compared by."""

FULL_SIMILARITY = 0.65
"""Similarity of a text to a skill from which on it counts as that skill; below it counts in proportion."""

OTHER_SKILL_WEIGHT = 0.8
"""Weight of the second and third skill of a text, relative to the first."""

DIRECT_WEIGHT = 0.3
"""Weight of the direct similarity, relative to that by way of a skill."""

BLOCK_ROWS = 256
"""Rows that are multiplied at a time: a block and its product stay in the processor's cache."""

MAX_EXACT_DIMENSION = 1040
"""Number of components up to which sums of products of 8-bit integers are exact in 32-bit floating point."""


@dataclass(frozen=True, slots=True, eq=False)
class NeedVector:
    """Vector of a need, and what it has to do with each known skill.

    Attributes:
        row: Shape (dimension,).
        skill_scores: How near it is to each skill, at most 1, shape (skills,).
        skill_probabilities: How probably it asks for each skill (0 to 1), shape (skills,).
    """

    row: QuantizedVectors
    skill_scores: Scores
    skill_probabilities: Scores


@dataclass(frozen=True, slots=True, eq=False)
class TextSkills:
    """The nearest skills of each text: their numbers and weights, both of shape (texts, SKILLS_PER_TEXT)."""

    numbers: NDArray[np.int16]
    weights: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class TextVectors:
    """Vectors of the texts of a segment, in the order of its text table; a row of zeros stands for a missing one.

    Attributes:
        rows: Shape (texts, dimension); may be memory-mapped.
        skills: The nearest skills of each row (`nearest_skills`).
    """

    rows: QuantizedVectors
    skills: TextSkills

    @cached_property
    def lengths(self) -> NDArray[np.float32]:
        """Length of each row; 0 for a missing one."""
        return row_lengths(self.rows)

    @property
    def missing_count(self) -> int:
        """Number of texts without a vector."""
        return int(np.count_nonzero(self.lengths == 0))

    def scores(self, needs: Sequence[NeedVector], numbers: slice | NDArray[np.int64]) -> Scores:
        """Return how near texts are to each need, at most 1, shape (texts, needs); 0 for texts without a vector.

        Args:
            needs: The needs, at least one.
            numbers: Numbers of the texts.
        """
        direct = cosine_similarities(self.rows[numbers], np.stack([need.row for need in needs]), self.lengths[numbers])
        return combine(direct, TextSkills(self.skills.numbers[numbers], self.skills.weights[numbers]), needs)


def combine(direct: Scores, skills: TextSkills, needs: Sequence[NeedVector]) -> Scores:
    """Return the scores (texts, needs) from the direct similarities and the skills of the texts."""
    scores = np.empty(direct.shape)
    for number, need in enumerate(needs):
        by_skill = np.max(need.skill_scores[skills.numbers] * skills.weights, axis=1)
        scores[:, number] = (by_skill + DIRECT_WEIGHT * direct[:, number]) / (1 + DIRECT_WEIGHT)
    return np.round(scores, DECIMALS)


def nearest_skills(rows: QuantizedVectors, skills: QuantizedVectors) -> TextSkills:
    """Return the SKILLS_PER_TEXT skills that each text is nearest to; at least that many must be known."""
    numbers = np.empty((len(rows), SKILLS_PER_TEXT), dtype=np.int16)
    weights = np.empty((len(rows), SKILLS_PER_TEXT), dtype=np.float32)
    for start in range(0, len(rows), BLOCK_ROWS):
        block = slice(start, start + BLOCK_ROWS)
        similarities = cosine_similarities(rows[block], skills)
        nearest = np.argsort(-similarities, axis=1, kind="stable")[:, :SKILLS_PER_TEXT]
        near = np.clip(np.take_along_axis(similarities, nearest, axis=1) / FULL_SIMILARITY, 0, 1)
        near[:, 1:] *= OTHER_SKILL_WEIGHT
        numbers[block], weights[block] = nearest, np.round(near, DECIMALS)
    return TextSkills(numbers, weights)


def cosine_similarities(
    rows: QuantizedVectors, vectors: QuantizedVectors, lengths: NDArray[np.float32] | None = None
) -> Scores:
    """Return the similarities (-1 to 1, DECIMALS decimals), shape (rows, vectors); 0 for a row of zeros.

    Products and sums are exact, because they are of integers that the floating point type holds.

    Args:
        rows: Shape (rows, dimension).
        vectors: Shape (vectors, dimension).
        lengths: `row_lengths` of `rows`; None: they are computed.
    """
    number_type = np.float32 if rows.shape[1] <= MAX_EXACT_DIMENSION else np.float64
    right = np.ascontiguousarray(vectors.T, dtype=number_type)
    products = np.empty((len(rows), len(vectors)), dtype=number_type)
    buffer = np.empty((min(BLOCK_ROWS, len(rows)), rows.shape[1]), dtype=number_type)
    for start in range(0, len(rows), BLOCK_ROWS):
        part = rows[start : start + BLOCK_ROWS]
        left = buffer[: len(part)]
        np.copyto(left, part)
        np.matmul(left, right, out=products[start : start + len(part)])
    left_lengths = (row_lengths(rows) if lengths is None else lengths).astype(np.float64)
    scale = np.outer(left_lengths, row_lengths(vectors))
    return np.round(products / np.where(scale == 0, 1, scale), DECIMALS)


def row_lengths(rows: QuantizedVectors) -> NDArray[np.float32]:
    """Return the length of each row; 0 for a row of zeros."""
    squares = np.empty(len(rows))
    for start in range(0, len(rows), BLOCK_ROWS):
        part = rows[start : start + BLOCK_ROWS].astype(np.float64)
        squares[start : start + len(part)] = np.einsum("ij,ij->i", part, part)
    return np.sqrt(squares).astype(np.float32)
