"""Polarity of statements: whether they say that something is to be done or not, by words of negation and refusal."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from deliberation.core.opposite import opposites_between
from deliberation.core.quantity import find_unequal
from deliberation.core.statement_words import (
    chinese_characters,
    compare_words,
    content_words,
    is_chinese,
    load_table,
    normalize,
    split_words,
    stem,
)

SAME_SUBJECT = 0.6
"""Share of words that two clauses must have in common, negations aside, to be about the same."""

MIN_WORDS = 2
"""Content words, or pairs of Chinese characters, that such clauses must have in common."""

MAX_CLAUSES = 8
"""Clauses of a statement that are compared; a longer list is an enumeration."""

_CLAUSE_ENDS = re.compile(r"[,;:.!?，；：。！？、\n]+(?!\d)|\s[-–—]\s")
_DOUBLE_NEGATION = re.compile(r"非[^，。；]{1,8}?不可|不[^，。；]{1,8}?不行|没[^，。；]{1,8}?(?:就)?不")
_CONTRAST = re.compile(r"\b(?:rather than|instead of)\b.*")


@dataclass(frozen=True, slots=True)
class ClausePolarity:
    """Clause of a statement: its words without negations, and whether it denies what they say."""

    subject: str
    is_negative: bool
    cues: tuple[str, ...]


def find_polarity_conflict(first: str, second: str) -> str | None:
    """Return the negation by which a clause of one statement denies a clause of the other; None if there is none."""
    for clause in clause_polarities(first):
        for other in clause_polarities(second):
            if clause.is_negative != other.is_negative and _is_same_subject(clause.subject, other.subject):
                return " ".join(clause.cues if clause.is_negative else other.cues)
    return None


@lru_cache(maxsize=1024)
def clause_polarities(text: str) -> tuple[ClausePolarity, ...]:
    """Return the clauses of a statement. Phrases such as `not only` and 不超过 count as no negation."""
    parts = [part.strip() for part in _CLAUSE_ENDS.split(normalize(text)) if part.strip()]
    return tuple(_read_clause(part) for part in parts[:MAX_CLAUSES])


def is_negative(text: str) -> bool:
    """Return whether the first clause of a statement denies something."""
    clauses = clause_polarities(text)
    return bool(clauses) and clauses[0].is_negative


def _read_clause(clause: str) -> ClausePolarity:
    if is_chinese(clause):
        neutral, cues = _chinese_cues()
        plain = neutral.sub(
            lambda match: "是" * len(match[0]), _DOUBLE_NEGATION.sub(lambda match: match[0][1:-2], clause)
        )
        found = tuple(cues.findall(plain))
        return ClausePolarity(cues.sub("", plain), len(found) % 2 == 1, found)
    neutral, words = _english_cues()
    plain = _CONTRAST.sub("", neutral.sub(" ", clause))
    found = tuple(word for word in split_words(plain) if stem(word) in words)
    subject = " ".join(word for word in split_words(plain) if stem(word) not in words)
    return ClausePolarity(subject, len(found) % 2 == 1, found)


@cache
def _english_cues() -> tuple["re.Pattern[str]", frozenset[str]]:
    table = load_table("polarity_cues")["en"]
    words = f"{table['negation']} {table['refusal']}".split()
    return re.compile(rf"\b(?:{table['neutral']})\b"), frozenset(map(stem, words))


@cache
def _chinese_cues() -> tuple["re.Pattern[str]", "re.Pattern[str]"]:
    table = load_table("polarity_cues")["zh"]
    words = sorted(f"{table['negation']} {table['refusal']}".split(), key=len, reverse=True)
    neutral = sorted(table["neutral"].split("|"), key=len, reverse=True)
    return re.compile("|".join(neutral)), re.compile("|".join(words))


def _is_same_subject(first: str, second: str) -> bool:
    if _count_common(first, second) < MIN_WORDS or compare_words(first, second).shared < SAME_SUBJECT:
        return False
    return not opposites_between(first, second) and not any(find_unequal(first, second))


def _count_common(first: str, second: str) -> int:
    """Return the number of content words, or of pairs of Chinese characters, that two clauses may have in common."""
    if is_chinese(first) and is_chinese(second):
        return min(len(chinese_characters(first)), len(chinese_characters(second))) // 2
    return len({stem(word) for word in content_words(first)} & {stem(word) for word in content_words(second)})
