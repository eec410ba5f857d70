"""Training of the classifier of requests (`coordinator/simulated/request_classifier.py`).

`python -m benchmarks.train_request_classifier` reads `examples/corpus/training.jsonl`, of the demands by skill one of
every BY_SKILL_STEP, and writes the weights of a logistic regression: whether a text has a need. It also prints how many
demands of the open half and of the validation and practice demands, which it does not learn from, would be taken for no
request, and how many texts without a need.
"""

import asyncio
import re

import numpy as np
import numpy.typing as npt

from benchmarks.fit_weights import fit
from benchmarks.training_demands import TrainingDemand, is_held_out, read_training_demands
from coordinator.simulated.request_classifier import WEIGHTS_FILE, asks_for_something
from shared.embedding.local import MAX_CHARACTERS, LocalEmbedder
from towow.evaluation.corpus import corpus_folder, read_corpus

BY_SKILL_STEP = 8
"""Of every how many demands by skill (`s…`, `w…`), in great number, one is learned from."""

OTHERS_SEEN = 3
"""How often texts without a need count: there is one of them for every nine with one."""

SCALE = 2.0
"""Factor of the vectors: the larger, the less the regression is held back by its penalty on large weights."""

EMBEDDED_AT_ONCE = 256


def choose_demands() -> list[TrainingDemand]:
    """Return the demands that the classifier learns from."""
    demands = [demand for demand in read_training_demands() if not is_held_out(demand.id)]
    by_skill = [demand for demand in demands if re.match(r"[sw]\d", demand.id)]
    others = [demand for demand in demands if not re.match(r"[sw]\d", demand.id)]
    return [*others, *by_skill[::BY_SKILL_STEP]]


def has_need(demand: TrainingDemand) -> bool:
    """Return whether something in a demand is marked as a need."""
    return any(label.kind in ("need", "optional") for label in demand.labels)


def embed(texts: list[str]) -> npt.NDArray[np.float64]:
    """Return the unit vectors of texts, shape (texts, dimension)."""
    embedder, rows = LocalEmbedder(), list[npt.NDArray[np.float64]]()
    for start in range(0, len(texts), EMBEDDED_AT_ONCE):
        part = [text[:MAX_CHARACTERS] for text in texts[start : start + EMBEDDED_AT_ONCE]]
        rows.append(np.asarray(asyncio.run(embedder.embed(part)), dtype=np.float64))
    return np.concatenate(rows)


def main() -> None:
    """Learn, write the weights, and print what they take for no request."""
    demands = choose_demands()
    seen = np.repeat(np.arange(len(demands)), [1 if has_need(demand) else OTHERS_SEEN for demand in demands])
    vectors, labels = embed([demand.text for demand in demands]), np.array([*map(has_need, demands)], dtype=float)
    weights = fit(SCALE * vectors[seen], labels[seen])
    weights[1:] *= SCALE
    np.savez_compressed(WEIGHTS_FILE, allow_pickle=False, weights=weights.astype(np.float32))
    for name in ("open", "validation", "practice"):
        rows = read_corpus(corpus_folder() / f"{name}.jsonl")
        for needed in (True, False):
            texts = [row.raw_input for row in rows if bool(row.needs) == needed]
            refused = sum(not asks_for_something(text) for text in texts)
            print(
                f"{name}: {refused} of {len(texts)} texts {'with' if needed else 'without'} a need taken for no request"
            )


if __name__ == "__main__":
    main()
