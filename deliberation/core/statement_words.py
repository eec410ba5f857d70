"""Words of statements in Chinese and English, and what of them two statements do not share."""

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

_CJK = "\u3400-\u9fff"
_CONTRACTIONS = (
    (re.compile(r"\bcan['’]t\b"), "can not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bwon['’]t\b"), "will not"),
    (re.compile(r"n['’]t\b"), " not"),
    (re.compile(r"['’](?:s|d|ll|re|ve|m)\b"), ""),
)
_TOKENS = re.compile(rf"[a-z]+|\d+(?:[.,:]\d+)*|[{_CJK}]+")


@dataclass(frozen=True, slots=True)
class WordDifference:
    """Comparison of two statements word by word.

    Attributes:
        only_first: Words, or runs of Chinese characters, that only the first statement has.
        only_second: The same of the second.
        shared: Share of the longer statement's words that both have, 0 to 1.
    """

    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    shared: float


def load_table(name: str) -> Any:
    """Return a table of this package by its file name without the ending; callers keep what they make of it."""
    return json.loads(files("deliberation.core").joinpath(f"{name}.json").read_text("utf-8"))


@cache
def function_words(language: str) -> frozenset[str]:
    """Return the words of a language (`zh` or `en`) that carry no content of a statement."""
    return frozenset(load_table("function_words")[language].split())


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return the stem of an English word, so that plans, planned and planning are one; others stay as they are."""
    return _stemmer().stemWord(word) if word.isascii() and word.isalpha() else word


@cache
def _stemmer() -> Any:
    # 3 MB, with all its languages: loaded only where words are compared
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

    return snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownMemberType]


def normalize(text: str) -> str:
    """Return a text in lower case with characters of normal width, English contractions written out."""
    plain = unicodedata.normalize("NFKC", text).lower()
    for pattern, replacement in _CONTRACTIONS:
        plain = pattern.sub(replacement, plain)
    return plain


def is_chinese(text: str) -> bool:
    """Return whether a text has Chinese characters."""
    return re.search(f"[{_CJK}]", text) is not None


def split_words(text: str) -> tuple[str, ...]:
    """Return the tokens of a text in order: words, numbers, and runs of Chinese characters."""
    return tuple(_TOKENS.findall(normalize(text)))


@lru_cache(maxsize=1024)
def content_words(text: str) -> tuple[str, ...]:
    """Return the English content words and the numbers of a text in order, as written but in lower case."""
    words = function_words("en")
    return tuple(word for word in split_words(text) if word not in words and not is_chinese(word))


def chinese_characters(text: str) -> str:
    """Return a text without anything but its Chinese characters, letters and digits."""
    return "".join(split_words(text))


@lru_cache(maxsize=1024)
def compare_words(first: str, second: str) -> WordDifference:
    """Return what two statements share: Chinese ones by their characters in order, others by their content words."""
    if is_chinese(first) and is_chinese(second):
        return _compare_characters(chinese_characters(first), chinese_characters(second))
    words = content_words(first), content_words(second)
    stems = [{stem(word) for word in side} for side in words]
    shared = len(stems[0] & stems[1]) / max(len(stems[0]), len(stems[1]), 1)
    return WordDifference(_without(words[0], stems[1]), _without(words[1], stems[0]), shared)


def _without(words: Sequence[str], stems: set[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in words if stem(word) not in stems))


@lru_cache(maxsize=1024)
def replaced_runs(first: str, second: str) -> tuple[tuple[str, str], ...]:
    """Return the runs of characters that stand in one place of two texts, as pairs."""
    codes = SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    return tuple(
        (first[start:end], second[other_start:other_end])
        for tag, start, end, other_start, other_end in codes
        if tag == "replace"
    )


def _compare_characters(first: str, second: str) -> WordDifference:
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    only_first: list[str] = []
    only_second: list[str] = []
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        if tag != "equal":
            only_first.append(first[start:end])
            only_second.append(second[other_start:other_end])
    same = sum(block.size for block in matcher.get_matching_blocks())
    shared = same / max(len(first), len(second), 1)
    return WordDifference(_content_runs(only_first), _content_runs(only_second), shared)


def _content_runs(runs: Sequence[str]) -> tuple[str, ...]:
    """Return the runs of characters that are more than one function word."""
    words = function_words("zh")
    return tuple(dict.fromkeys(run for run in runs if run and run not in words))
