"""Comparison of positions by their words alone, for when there is no embedder (DL-151, DL-152)."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from deliberation.contracts.control import KEYWORD_THRESHOLDS, ConsensusLabel
from deliberation.contracts.position import PositionDraft, comparison_text
from deliberation.core.polarity import clause_polarities
from deliberation.core.statement_words import function_words, is_chinese, split_words, stem

POLARITY_CAP = 0.5
"""Highest index of two positions of which one denies what it speaks of and the other does not."""

Matrix = tuple[tuple[float, ...], ...]


def compare_keywords(positions: Sequence[PositionDraft]) -> Matrix:
    """Return the keyword indices of all pairs of positions, 0 to 1, with ones on the diagonal."""
    return tuple(
        tuple(1.0 if row == column else keyword_index(first, second) for column, second in enumerate(positions))
        for row, first in enumerate(positions)
    )


def keyword_index(first: PositionDraft, second: PositionDraft) -> float:
    """Return the Jaccard index of two positions' tokens, POLARITY_CAP at most if their polarities differ."""
    tokens = position_tokens(comparison_text(first)), position_tokens(comparison_text(second))
    union = tokens[0] | tokens[1]
    index = len(tokens[0] & tokens[1]) / len(union) if union else 1.0
    return min(index, POLARITY_CAP) if _is_negative(first) != _is_negative(second) else index


def keyword_label(index: float) -> ConsensusLabel:
    """Return what a keyword index says of consensus; the thresholds are reached, not exceeded."""
    if index >= KEYWORD_THRESHOLDS.high:
        return "high"
    return "medium" if index >= KEYWORD_THRESHOLDS.low else "low"


@lru_cache(maxsize=1024)
def position_tokens(text: str) -> frozenset[str]:
    """Return the tokens of a text: stems of words, numbers, and pairs of Chinese characters, without function words."""
    tokens: set[str] = set()
    for word in split_words(text):
        if is_chinese(word):
            tokens.update(_character_pairs(word))
        elif word not in function_words("en"):
            tokens.add(stem(word))
    return frozenset(tokens)


def _character_pairs(run: str) -> set[str]:
    """Return the pairs of neighbouring characters in a run, function words cut out; a single one stands for itself."""
    parts = [part for part in _function_word_pattern().split(run) if part]
    return {"".join(pair) for part in parts for pair in pairwise(part)} | {part for part in parts if len(part) == 1}


@lru_cache(maxsize=1)
def _function_word_pattern() -> "re.Pattern[str]":
    words = (word for word in function_words("zh") if len(word) > 1 or word in "的了着吧呢吗啊呀嘛")
    return re.compile("|".join(sorted(words, key=len, reverse=True)))


def _is_negative(position: PositionDraft) -> bool:
    return sum(clause.is_negative for clause in clause_polarities(position.conclusion)) % 2 == 1
