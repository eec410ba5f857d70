"""Features of tokens that the model's vectors do not tell: limits stated, names of skills, punctuation, line ends."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from negotiation.contracts.demand import Span
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.content_words import find_content_words
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import overlaps
from shared.core.language import Language

_SHAPES = {
    "stop": re.compile(r"[.!?。！？…]+"),
    "comma": re.compile(r"[,;，；、]+"),
    "colon": re.compile(r"[:：]"),
    "bullet": re.compile(r"[-*•·–—]"),
    "quote": re.compile(r"[\"“”'()（）「」《》]"),
    "capital": re.compile(r"[A-ZÀ-Þ].*", re.DOTALL),
    "digit": re.compile(r"\d.*", re.DOTALL),
}
_MENTIONS = ("dates", "weekdays", "period", "hours", "people", "budget", "place", "language", "remote")
FEATURES = (*_MENTIONS, "excluded", "skill", "skill_start", "content", "line_start", "chinese", "first", *_SHAPES)
"""Names of the features, in the order of their columns."""

_COLUMNS = {name: column for column, name in enumerate(FEATURES)}


def find_tag_features(
    text: str, language: Language, spans: Sequence[Span], mentions: Sequence[Mention]
) -> npt.NDArray[np.float32]:
    """Return the features of tokens, 1 where one holds and 0 elsewhere, shape (tokens, features).

    Args:
        text: Text of the demand.
        language: Its language.
        spans: Where its tokens stand, in text order.
        mentions: Limits that it states.
    """
    table = np.zeros((len(spans), len(FEATURES)), dtype=np.float32)
    starts = np.array([start for start, _ in spans], dtype=np.int64)
    ends = np.array([max(start + 1, end) for start, end in spans], dtype=np.int64)
    for (start, end), name in _stretches(text, language, mentions):
        table[(starts < end) & (ends > start), _COLUMNS[name]] = 1
    for row, (start, end) in enumerate(spans):
        word = text[start:end]
        for name, pattern in _SHAPES.items():
            if pattern.fullmatch(word):
                table[row, _COLUMNS[name]] = 1
        if "\n" in text[max(0, start - 2) : start]:
            table[row, _COLUMNS["line_start"]] = 1
    table[:1, _COLUMNS["first"]] = 1
    table[:, _COLUMNS["chinese"]] = language == "zh"
    return table


def _stretches(text: str, language: Language, mentions: Sequence[Mention]) -> Iterator[tuple[Span, str]]:
    """Yield stretches of a text with the feature that all their tokens have."""
    for mention in mentions:
        yield mention.span, mention.kind
        if mention.excluded:
            yield mention.span, "excluded"
    taken: list[Span] = []
    for found in load_thesaurus("skills").find_all(text):
        span = (found.offset, found.offset + len(found.word))
        if not any(overlaps(span, other) for other in taken):
            taken.append(span)
            yield span, "skill"
            yield (span[0], span[0] + 1), "skill_start"
    for span in find_content_words(text, language):
        yield span, "content"
