"""Classifier of requests: whether a text asks for anything, by its vector: news, poems and rants do not.

The tagger reads single words, among which such texts have the names of trades. A logistic regression over the vector of
the whole text learned from training demands and from texts that ask for nothing
(`python -m benchmarks.train_request_classifier`).
"""

import re
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from shared.embedding.local import encode_text

Weights = npt.NDArray[np.float64]

WEIGHTS_FILE = Path(__file__).with_name("request_classifier.npz")

MIN_PROBABILITY, MIN_ASKING_PROBABILITY = 0.4, 0.12
"""Probability from which on a text counts as asking for something; lower if its words say so, or it is short: a need in
a few words looks like a headline."""

MAX_SHORT_BYTES = 40
"""Length in UTF-8 up to which a text is short: some six English words, or 13 Chinese characters."""

_ASKING = re.compile(
    r"\b(?:(?:i|we)(?:['’]?d like| need| want| would like|['’]?(?:m|re) looking| am looking| are looking| require"
    r"| could use)|looking for|wanted|seeking|who (?:can|could)|does anyone|is there anyone"
    r"|(?:can|could) (?:you|someone|somebody|anyone|anybody)|(?:somebody|someone|a person) (?:who|to))\b"
    r"|\n\s*(?:[-*•]|\d{1,2}[.)、）])\s*\w"
    r"|需要|求(?!婚)|想(?:请|找)|找(?:个|一|人|位|名|几|两)|请(?:一|个|位)|谁能|谁会|有没有人|有人能|帮(?:我|忙|个)",
    re.IGNORECASE,
)
"""Words by which people ask for something, or the second item of a list."""

_REPEATED = re.compile(r"\W*(\w{1,4})(?:\W*\1)+\W*")
"""A text that only repeats some letters: it says nothing."""

DECIMALS = 3


def asks_for_something(text: str) -> bool:
    """Return whether a text probably asks for something: its beginning, if it is long (see `encode_text`).

    A text that only repeats some letters, such as 哈哈哈 or "la la la", does not.
    """
    if _REPEATED.fullmatch(text):
        return False
    is_likely = _ASKING.search(text) is not None or len(text.strip().encode()) <= MAX_SHORT_BYTES
    return request_probability(text) >= (MIN_ASKING_PROBABILITY if is_likely else MIN_PROBABILITY)


@lru_cache(maxsize=256)
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
