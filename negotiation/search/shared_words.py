"""Words that a demand and a profile share: stems of English words, pairs of Chinese characters."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

from negotiation.search.tokenizer import contains_cjk, tokenize
from negotiation.understanding.content_words import find_content_words

_ENGLISH: Any = snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownMemberType]


@lru_cache(maxsize=2048)
def find_stems(text: str) -> Mapping[str, str]:
    """Return the stems of all words of a text, and its pairs of Chinese characters, each with a token (`tokenize`)."""
    return {_stem(token): token for token in tokenize(text)}


def find_content_stems(text: str) -> Mapping[str, str]:
    """Return the stems of a text's content words, each with one of its tokens."""
    tokens = (
        token
        for start, end in find_content_words(text, "zh" if contains_cjk(text) else "en")
        for token in tokenize(text[start:end])
    )
    return {_stem(token): token for token in tokens}


@lru_cache(maxsize=16384)
def _stem(token: str) -> str:
    return token if contains_cjk(token) else _ENGLISH.stemWord(token)
