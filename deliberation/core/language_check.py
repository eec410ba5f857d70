"""Check whether a text is in the language of the session, by the share of Chinese characters among its words."""

import re

from shared.core.language import Language

MIN_WORDS = 8
"""Number of words and Chinese characters below which a text is not judged: a title may be a name."""

MIN_CHINESE_SHARE = 0.3
"""Least share of Chinese characters in a Chinese text, which may name many things in English."""

MAX_CHINESE_SHARE = 0.5
"""Greatest share of Chinese characters in an English text, which may quote Chinese."""

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\d_]*[A-Za-zÀ-ɏ][^\W\d_]*")


def is_in_language(text: str, language: Language) -> bool:
    """Return whether a text is in the language; True for one of fewer than MIN_WORDS (8) words."""
    chinese = len(_CHINESE.findall(text))
    words = len(_WORD.findall(_CHINESE.sub(" ", text)))
    if chinese + words < MIN_WORDS:
        return True
    share = chinese / (chinese + words)
    return share >= MIN_CHINESE_SHARE if language == "zh" else share <= MAX_CHINESE_SHARE
