"""Classifier of requests: whether a text asks for anything, by its vector: news, poems and rants do not.

The tagger reads single words, among which such texts have the names of trades. A logistic regression over the vector of
the whole text learned from training demands and from texts that ask for nothing
(`python -m benchmarks.train_request_classifier`).
"""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from shared.embedding.local import encode_text

Weights = npt.NDArray[np.float64]

WEIGHTS_FILE = Path(__file__).with_name("request_classifier.npz")

MIN_PROBABILITY = 0.5
"""Probability from which on a text counts as asking for something."""

DECIMALS = 3


def asks_for_something(text: str) -> bool:
    """Return whether a text probably asks for something: its beginning, if it is long (see `encode_text`)."""
    return request_probability(text) >= MIN_PROBABILITY


def request_probability(text: str) -> float:
    """Return how probably a text asks for something (0 to 1, DECIMALS decimals)."""
    weights = _load_weights()
    logit = weights[0] + encode_text(text).astype(np.float64) @ weights[1:]
    return round(float(1 / (1 + np.exp(-logit))), DECIMALS)


@cache
def _load_weights() -> Weights:
    """Return the bias, then the weight of each component of a vector."""
    with WEIGHTS_FILE.open("rb") as file, np.load(file, allow_pickle=False) as stored:
        weights: Weights = stored["weights"].astype(np.float64)
    return weights
