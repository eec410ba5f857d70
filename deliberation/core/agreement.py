"""Agreement of two positions: whether they speak of the same, and whether their conclusions exclude each other.

Cosine similarity alone does not see a negation or another number in the same sentence. What decides is what differs:
two conclusions in one frame with different words in it, given for different reasons, are two choices. The weights are
fitted to labelled pairs (`python -m benchmarks.fit_agreement`).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from deliberation.contracts.position import PositionDraft, comparison_text
from deliberation.core.contradiction import find_contradictions
from deliberation.core.position_similarity import Vector, cosine
from deliberation.core.statement_words import compare_words, load_table

MIN_CONTRADICTION = 0.85
"""Probability from which the model calls two conclusions contradictory without a reason of `find_contradictions`."""

MIN_FRAME = 0.3
"""Share of words that two conclusions must then have in common."""

WORDS_SHOWN = 40
"""Characters of each side that a reason of the model quotes."""


@dataclass(frozen=True, slots=True)
class PartSimilarities:
    """Cosine similarities of two positions, part by part.

    Attributes:
        texts: Of the texts that are compared (`comparison_text`).
        conclusions: Of the conclusions.
        reasons: Mean over the reasons of both, each with the one of the other position that is most like it.
        differences: Of what each conclusion has that the other lacks; 1 if one has nothing of its own.
    """

    texts: float
    conclusions: float
    reasons: float
    differences: float


@dataclass(frozen=True, slots=True)
class AgreementWeights:
    """Bias and weights of two logistic regressions, for the vectors of one embedder."""

    related: tuple[float, ...]
    contradiction: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class AgreementEstimate:
    """Estimate of two positions.

    Attributes:
        related: Probability that they speak of the same.
        contradiction: Probability that their conclusions exclude each other, if they do.
        reasons: Why they exclude each other, as codes with the differing words; empty if that is not likely enough.
    """

    related: float
    contradiction: float
    reasons: tuple[str, ...]

    @property
    def score(self) -> float:
        """Probability that both hold the same."""
        return self.related * (1 - self.contradiction)


@cache
def agreement_weights(model: str) -> AgreementWeights | None:
    """Return the weights for the vectors of an embedding model, by its name; None if there are none for it."""
    row = load_table("agreement_weights").get(model)
    return AgreementWeights(tuple(row["related"]), tuple(row["contradiction"])) if row else None


def own_texts(position: PositionDraft) -> tuple[str, ...]:
    """Return the texts of a position whose vectors its comparisons need."""
    return (comparison_text(position), position.conclusion, *position.key_reasons)


def difference_texts(first: PositionDraft, second: PositionDraft) -> tuple[str, ...]:
    """Return what each conclusion has that the other lacks; empty if one has nothing of its own."""
    difference = compare_words(first.conclusion, second.conclusion)
    texts = " ".join(difference.only_first), " ".join(difference.only_second)
    return texts if all(texts) else ()


def measure_similarities(
    first: PositionDraft, second: PositionDraft, vectors: Mapping[str, Vector]
) -> PartSimilarities:
    """Return the similarities of two positions by the vectors of `own_texts` and `difference_texts`.

    Raises:
        InvalidVector: A vector cannot be compared.
    """

    def similarity(one: str, two: str) -> float:
        return 1.0 if one == two else cosine(vectors[one], vectors[two])

    rows = [[similarity(one, two) for two in second.key_reasons] for one in first.key_reasons]
    nearest = (_mean([max(row) for row in rows]) + _mean([max(column) for column in zip(*rows, strict=True)])) / 2
    differences = difference_texts(first, second)
    return PartSimilarities(
        similarity(comparison_text(first), comparison_text(second)),
        similarity(first.conclusion, second.conclusion),
        nearest,
        similarity(*differences) if differences else 1.0,
    )


def related_features(similarities: PartSimilarities) -> tuple[float, ...]:
    """Return what tells positions on one question from others."""
    return similarities.texts, similarities.conclusions, similarities.reasons


def contradiction_features(
    first: PositionDraft, second: PositionDraft, similarities: PartSimilarities
) -> tuple[float, ...]:
    """Return what tells contradictory conclusions from equal ones.

    These are the share of common words if both have others, too; that share times the distance of these others; the
    similarity of the reasons; and whether a rule finds a contradiction.
    """
    frame = compare_words(first.conclusion, second.conclusion).shared if difference_texts(first, second) else 0.0
    is_found = bool(find_contradictions(first, second))
    return frame, frame * (1 - similarities.differences), similarities.reasons, float(is_found)


def estimate_agreement(
    first: PositionDraft, second: PositionDraft, similarities: PartSimilarities, weights: AgreementWeights
) -> AgreementEstimate:
    """Return whether two positions agree, by the weights for the embedder that made their vectors."""
    features = contradiction_features(first, second, similarities)
    related = _probability(weights.related, related_features(similarities))
    contradiction = _probability(weights.contradiction, features)
    reasons = find_contradictions(first, second)
    if not reasons and contradiction >= MIN_CONTRADICTION and features[0] >= MIN_FRAME:
        own, other = (text[:WORDS_SHOWN] for text in difference_texts(first, second))
        reasons = (f"slot: {own} / {other}",)
    return AgreementEstimate(related, contradiction, reasons)


def _probability(weights: Sequence[float], features: Sequence[float]) -> float:
    return 1 / (1 + math.exp(-weights[0] - math.fsum(w * f for w, f in zip(weights[1:], features, strict=True))))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
