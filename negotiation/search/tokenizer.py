"""Tokenizer of profiles and queries: words of alphabetic scripts and bigrams of Chinese characters (TW-1103)."""

import re

_CJK = re.compile(r"[\u3400-\u9fff]")
_RUN = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+")


def tokenize(text: str) -> tuple[str, ...]:
    """Return the distinct index tokens of a text, in order: lower-case words without plural s, and Chinese bigrams.

    `Wedding photos 婚礼摄影` gives wedding, photo, 婚礼, 礼摄, 摄影. A Chinese character on its own is a token. Other
    characters than letters and digits separate words.
    """
    out: list[str] = []
    for run in _RUN.findall(text.lower()):
        if not contains_cjk(run):
            out.append(_singular(run))
        elif len(run) == 1:
            out.append(run)
        else:
            out.extend(run[start : start + 2] for start in range(len(run) - 1))
    return tuple(dict.fromkeys(out))


def normalize(word: str) -> str:
    """Return a word or phrase in lower case, with hyphens and runs of white space replaced by single spaces."""
    return " ".join(word.lower().replace("-", " ").split())


def contains_cjk(text: str) -> bool:
    """Return whether a text contains Chinese characters, which are matched without word boundaries."""
    return bool(_CJK.search(text))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
