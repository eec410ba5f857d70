"""How well code rules and embedder together tell agreement from the rest, on the sealed labelled pairs of positions.

The figure of a language is the area under the ROC curve of paraphrases (agreement) against contradictions and unrelated
pairs (none), by the score of `deliberation/core/agreement.py`; the bounds of the interval are those of a bootstrap over
the pairs of each class. Beside it: the embedder's cosine alone, paraphrases against contradictions, and against pairs
that agree in part. Nothing of the texts is printed. Every change of the figures is recorded in
`examples/deliberation/embedder_runs.jsonl`, since each look at sealed pairs tells a little of them.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks.position_pairs import (
    FOLDER,
    Half,
    PairClass,
    Values,
    area_under_curve,
    labelled,
    measure_pairs,
    read_pairs,
)
from deliberation.core.agreement import MIN_CONTRADICTION, agreement_weights, estimate_agreement
from shared.embedding.local import LocalEmbedder
from shared.embedding.port import Embedder

RUNS_FILE = FOLDER / "embedder_runs.jsonl"
BOOTSTRAP_SAMPLES = 2000
DECIMALS = 4


def measure_zh() -> dict[str, float]:
    """Return the figures of Chinese."""
    return _measure("zh")


def measure_en() -> dict[str, float]:
    """Return the figures of English."""
    return _measure("en")


def _measure(language: str) -> dict[str, float]:
    figures = measure_half(language, "sealed", LocalEmbedder())
    record_run(RUNS_FILE, figures)
    return figures


def measure_half(language: str, half: Half, embedder: Embedder) -> dict[str, float]:
    """Return the figures of a language's pairs by an embedder to whose vectors weights are fitted."""
    weights = agreement_weights(embedder.model.name)
    if weights is None:
        raise RuntimeError(f"no weights are fitted to {embedder.model}")
    pairs = read_pairs(language, half)
    similarities = measure_pairs(pairs, embedder)
    estimates = [estimate_agreement(p.first, p.second, s, weights) for p, s in zip(pairs, similarities, strict=True)]
    scores = np.array([estimate.score for estimate in estimates])
    cosines = np.array([one.texts for one in similarities])
    is_vetoed = np.array([bool(estimate.reasons) for estimate in estimates])
    of = {label: labelled(pairs, label) for label in ("paraphrase", "partly", "contradiction", "unrelated")}

    def area(values: Values, *others: PairClass) -> float:
        return area_under_curve(values[of["paraphrase"]], values[labelled(pairs, *others)])

    name = f"embedder_auc_{language}"
    low, high = bootstrap_interval(*(scores[of[label]] for label in ("paraphrase", "contradiction", "unrelated")))
    figures = {
        name: area(scores, "contradiction", "unrelated"),
        f"{name}_low": low,
        f"{name}_high": high,
        f"embedder_auc_cosine_{language}": area(cosines, "contradiction", "unrelated"),
        f"embedder_auc_contradiction_{language}": area(scores, "contradiction"),
        f"embedder_auc_contradiction_cosine_{language}": area(cosines, "contradiction"),
        f"embedder_auc_unrelated_{language}": area(scores, "unrelated"),
        f"embedder_auc_partly_{language}": area(scores, "partly"),
        f"contradictions_found_{language}": float(is_vetoed[of["contradiction"]].mean()),
        f"paraphrases_vetoed_{language}": float(is_vetoed[of["paraphrase"]].mean()),
    }
    return {key: round(value, DECIMALS) for key, value in figures.items()}


def bootstrap_interval(agree: Values, *others: Values) -> tuple[float, float]:
    """Return the 95 % interval of the area under the curve, by drawing from each class with replacement."""
    generator = np.random.default_rng(0)
    areas = [
        area_under_curve(
            generator.choice(agree, len(agree)), np.concatenate([generator.choice(one, len(one)) for one in others])
        )
        for _ in range(BOOTSTRAP_SAMPLES)
    ]
    low, high = np.percentile(areas, (2.5, 97.5))
    return float(low), float(high)


def record_run(file: Path, figures: dict[str, float]) -> None:
    """Append figures to a file of runs, unless it has them: a run with the same result tells nothing new."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    if any(row["figures"] == figures for row in rows):
        return
    row = {"date": datetime.now(UTC).date().isoformat(), "note": f"veto from {MIN_CONTRADICTION}", "figures": figures}
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row) + "\n")
