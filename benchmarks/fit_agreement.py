"""Fit of the weights and thresholds by which positions are compared, to the open labelled pairs of both languages.

`python -m benchmarks.fit_agreement` writes `deliberation/core/agreement_weights.json` for the local embedder and prints
what a repeated cross-validation says of pairs that the weights have not seen: the areas under the ROC curve, and how
many pairs of each class would be called contradictory. It also prints the quantiles of the cosine similarity from which
the thresholds in `deliberation/host/thresholds.json` are chosen. The sealed pairs are not read.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.fit_weights import predict
from benchmarks.position_pairs import (
    LANGUAGES,
    LabelledPositions,
    PairClass,
    Selection,
    Values,
    area_under_curve,
    labelled,
    measure_pairs,
    read_pairs,
)
from deliberation.contracts.position import PositionDraft
from deliberation.core.agreement import (
    MIN_CONTRADICTION,
    MIN_FRAME,
    PartSimilarities,
    contradiction_features,
    related_features,
)
from shared.embedding.local import LocalEmbedder

WEIGHTS_FILE = Path("deliberation/core/agreement_weights.json")
FOLDS, REPETITIONS = 5, 10
STEPS = 60
PENALTIES = (0.3, 1.0)
"""Ridge penalties of the two regressions, relative to features of unit variance."""

CLASSES: tuple[PairClass, ...] = ("paraphrase", "partly", "contradiction", "unrelated")
OTHERS: tuple[tuple[PairClass, ...], ...] = (
    ("contradiction", "unrelated"),
    ("contradiction",),
    ("unrelated",),
    ("partly",),
)
"""Classes that paraphrases are told from."""


def fit_scaled(features: Values, labels: Values, penalty: float) -> Values:
    """Return bias and weights of a logistic regression whose ridge penalty does not depend on the features' scales."""
    middle, scale = features.mean(axis=0), features.std(axis=0)
    inputs = np.column_stack((np.ones(len(features)), (features - middle) / scale))
    weights, ridge = np.zeros(inputs.shape[1]), penalty * np.diag([0.0] + [1.0] * features.shape[1])
    for _ in range(STEPS):
        probabilities = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (probabilities - labels) + ridge @ weights
        curvature = (inputs.T * (probabilities * (1 - probabilities))) @ inputs + ridge
        weights = weights - np.linalg.solve(curvature, slope)
    return np.concatenate(([weights[0] - (weights[1:] * middle / scale).sum()], weights[1:] / scale))


class OpenPairs:
    """Features of labelled pairs and the two regressions over any part of them."""

    def __init__(self, pairs: Sequence[LabelledPositions], similarities: Sequence[PartSimilarities]) -> None:
        self.pairs = pairs
        self.related = np.array([related_features(one) for one in similarities])
        self.opposed = np.array(
            [contradiction_features(p.first, p.second, one) for p, one in zip(pairs, similarities, strict=True)]
        )

    def fit(self, chosen: Selection) -> tuple[Values, Values]:
        """Return the weights of both regressions, fitted to the chosen pairs."""
        is_used = chosen & labelled(self.pairs, "paraphrase", "contradiction", "unrelated")
        is_related = ~labelled(self.pairs, "unrelated")
        related = fit_scaled(self.related[is_used], is_related[is_used].astype(np.float64), PENALTIES[0])
        is_used = chosen & labelled(self.pairs, "paraphrase", "contradiction")
        is_opposed = labelled(self.pairs, "contradiction")
        return related, fit_scaled(self.opposed[is_used], is_opposed[is_used].astype(np.float64), PENALTIES[1])

    def cross_validate(self) -> tuple[Values, Values]:
        """Return both probabilities of each pair by weights that were fitted without it, averaged over repetitions."""
        sums = np.zeros((2, len(self.pairs)))
        for repetition in range(REPETITIONS):
            folds = np.random.default_rng(repetition).permutation(len(self.pairs)) % FOLDS
            for fold in range(FOLDS):
                weights, out = self.fit(folds != fold), folds == fold
                sums[0, out] += predict(weights[0], self.related[out])
                sums[1, out] += predict(weights[1], self.opposed[out])
        return sums[0] / REPETITIONS, sums[1] / REPETITIONS

    def report(self, name: str, related: Values, opposed: Values, chosen: Selection) -> None:
        """Print the areas under the curve and the vetoes among the chosen pairs."""
        score = related * (1 - opposed)
        agree = chosen & labelled(self.pairs, "paraphrase")
        for others in OTHERS:
            area = area_under_curve(score[agree], score[chosen & labelled(self.pairs, *others)])
            print(f"{name}: paraphrase against {' and '.join(others)}: {area:.3f}")
        is_found = self.opposed[:, 3] > 0
        is_vetoed = is_found | ((opposed >= MIN_CONTRADICTION) & (self.opposed[:, 0] >= MIN_FRAME))
        for label in CLASSES:
            of_class = chosen & labelled(self.pairs, label)
            counts = (is_found & of_class).sum(), (is_vetoed & of_class).sum(), of_class.sum()
            print(f"{name}: {label}: {counts[0]} by rules, {counts[1]} in all of {counts[2]} called contradictory")


def repeated_position(position: PositionDraft) -> PositionDraft:
    """Return a position that repeats another nearly word by word: its reasons in another order, a word added."""
    added = "的确" if any("\u4e00" <= character <= "\u9fff" for character in position.conclusion) else "Indeed, "
    reasons = (*position.key_reasons[1:], position.key_reasons[0])
    return position.model_copy(update={"conclusion": added + position.conclusion, "key_reasons": reasons})


def changed_position(position: PositionDraft, other: PositionDraft) -> PositionDraft:
    """Return a position with the conclusion of one and the reasons of another that means the same."""
    return position.model_copy(update={"key_reasons": other.key_reasons})


def print_cosines(language: str, pairs: Sequence[LabelledPositions]) -> None:
    """Print quantiles of the similarity of texts: by class, of near repetitions, and with reasons put differently."""
    same = [pair for pair in pairs if pair.label == "paraphrase"]
    rows = {label: [pair for pair in pairs if pair.label == label] for label in CLASSES}
    rows |= {
        "repetition": [LabelledPositions("paraphrase", p.first, repeated_position(p.first)) for p in pairs],
        "reasons put differently": [
            LabelledPositions("paraphrase", p.first, changed_position(p.first, p.second)) for p in same
        ],
    }
    for name, part in rows.items():
        values = [one.texts for one in measure_pairs(part, LocalEmbedder())]
        quantiles = np.percentile(values, (5, 10, 25, 50, 75, 90, 95))
        print(f"{language}: {name}: cosine", " ".join(f"{value:.3f}" for value in quantiles))


def main() -> None:
    """Fit, write the weights, and print what they are worth."""
    embedder = LocalEmbedder()
    pairs = [pair for language in LANGUAGES for pair in read_pairs(language, "open")]
    counts = [len(read_pairs(language, "open")) for language in LANGUAGES]
    of_language = np.repeat(np.arange(len(LANGUAGES)), counts)
    data = OpenPairs(pairs, measure_pairs(pairs, embedder))
    related, opposed = data.cross_validate()
    for number, language in enumerate(LANGUAGES):
        chosen = of_language == number
        data.report(f"{language}, cross-validated", related, opposed, chosen)
        weights = data.fit(~chosen)
        data.report(
            f"{language}, fitted to the other language",
            predict(weights[0], data.related),
            predict(weights[1], data.opposed),
            chosen,
        )
        print_cosines(language, read_pairs(language, "open"))
    fitted = data.fit(np.full(len(pairs), fill_value=True))
    row = {
        name: [round(float(one), 4) for one in part]
        for name, part in zip(("related", "contradiction"), fitted, strict=True)
    }
    WEIGHTS_FILE.write_text(json.dumps({embedder.model.name: row}, indent=2) + "\n", encoding="utf-8")
    print(row)


if __name__ == "__main__":
    main()
