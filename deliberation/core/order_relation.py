"""Order and choice in statements: what comes before what, and what is chosen instead of what."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from deliberation.core.statement_words import compare_words, is_chinese, normalize

MIN_SHARED = 0.3
"""Share of words that a part must have in common with the one in whose place it stands."""

MIN_LEAD = 0.3
"""By how much the exchanged reading must fit better than the straight one, summed over both parts."""

_END = r"[^,;.!?，；。！？]"
_ORDER = (
    (re.compile(rf"\bfirst,?\s({_END}+?),?\s(?:and\s)?(?:then|afterwards|later)\s({_END}+)"), False),
    (
        re.compile(rf"({_END}+?)\sfirst,?\s(?:and\s)?(?:then\s)?({_END}+?)(?:\s(?:second|later|afterwards|next)\b|$)"),
        False,
    ),
    (re.compile(rf"({_END}+?),?\s(?:before|until after|prior to|ahead of)\s({_END}+)"), False),
    (re.compile(rf"({_END}+?),?\sand\s(?:only\s)?(?:then|afterwards)\s({_END}+)"), False),
    (re.compile(rf"({_END}+?),?\s(?:after|once)\s({_END}+)"), True),
    (re.compile(rf"^(?:after|once)\s({_END}+?),\s({_END}+)"), False),
    (re.compile(rf"先({_END}+?)[,，]?(?:然后|再|后来|之后|后|才)({_END}+)"), False),
    (re.compile(rf"先({_END}+?)[,，]({_END}+?)(?:随后|在后|其次|靠后)"), False),
    (re.compile(rf"({_END}+?)(?:之前|以前|前)(?:先|就|要|必须|应)({_END}+)"), True),
    (re.compile(rf"({_END}+?)(?:之后|以后|后)再({_END}+)"), False),
)
_CHOICE = (
    (re.compile(rf"({_END}+?),?\s(?:rather than|instead of|over|in preference to)\s({_END}+)"), False),
    (re.compile(rf"({_END}+?),\s(?:and\s)?not\s({_END}+)"), False),
    (re.compile(rf"\bnot\s({_END}+?),?\sbut\s({_END}+)"), True),
    (re.compile(rf"({_END}+?)[,，]?(?:而不是|而非|而不要)({_END}+)"), False),
    (re.compile(rf"(?:用|以)({_END}+?)(?:代替|取代|替代|换掉)({_END}+)"), False),
    (re.compile(rf"不(?:要|用|是|选|宜)?({_END}+?)[,，](?:而是|改用|要用|改|用|选)({_END}+)"), True),
    (re.compile(rf"与其({_END}+?)[,，]?不如({_END}+)"), True),
)


@dataclass(frozen=True, slots=True)
class RelatedParts:
    """Two parts of a statement: `first` comes before `second`, or is chosen instead of it."""

    kind: Literal["order", "choice"]
    first: str
    second: str


def find_exchange(first: str, second: str) -> tuple[str, str, str] | None:
    """Return kind and both parts, as the first statement has them, if the second statement exchanges them."""
    for parts in related_parts(first):
        for other in related_parts(second):
            if parts.kind == other.kind and _is_exchanged(parts, other):
                return parts.kind, parts.first.strip(), parts.second.strip()
    return None


@lru_cache(maxsize=1024)
def related_parts(text: str) -> tuple[RelatedParts, ...]:
    """Return the parts of a statement that stand in an order or are chosen one instead of the other."""
    plain = normalize(text)
    return (*_find(plain, "order"), *_find(plain, "choice"))


def _find(text: str, kind: Literal["order", "choice"]) -> tuple[RelatedParts, ...]:
    found: list[RelatedParts] = []
    for pattern, is_turned in _ORDER if kind == "order" else _CHOICE:
        for match in pattern.finditer(text):
            first, second = (match[2], match[1]) if is_turned else (match[1], match[2])
            found.append(RelatedParts(kind, first, second))
    return tuple(found)


def _is_exchanged(parts: RelatedParts, other: RelatedParts) -> bool:
    if is_chinese(parts.first) != is_chinese(other.first):
        return False
    crossed = _shared(parts.first, other.second), _shared(parts.second, other.first)
    straight = _shared(parts.first, other.first), _shared(parts.second, other.second)
    return min(crossed) >= MIN_SHARED and sum(crossed) - sum(straight) >= MIN_LEAD


def _shared(first: str, second: str) -> float:
    return compare_words(first, second).shared
