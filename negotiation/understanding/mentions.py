"""Mentions of days, hours, numbers of people, money, places and languages in a demand's text (TW-501)."""

import re
from collections.abc import Iterable
from datetime import date

from negotiation.contracts.demand import Span
from negotiation.understanding.mention import Mention
from shared.core.language import Language

_HAN, _LATIN = re.compile(r"[\u3400-\u9fff]"), re.compile(r"[A-Za-z]")


def find_mentions(text: str, language: Language, today: date) -> tuple[Mention, ...]:
    """Return the mentions in a text, in text order; no two of them overlap.

    Of overlapping ones the longer counts, then the earlier.

    Args:
        text: Text of the demand; words of the other language in it are found as well, if they are in its script alone.
        language: Language of the demand.
        today: Date from which relative and partial dates count.
    """
    # Their patterns take a tenth of a second to compile, which commands that find none need not wait for.
    from negotiation.understanding.chinese_mentions import find_chinese_mentions
    from negotiation.understanding.english_mentions import find_english_mentions

    chinese, english = find_chinese_mentions(text, today), find_english_mentions(text, today)
    if language == "zh":
        foreign = (each for each in english if _LATIN.search(text, *each.span) and not _HAN.search(text, *each.span))
        return _without_overlaps([*chinese, *foreign])
    return _without_overlaps([*english, *(each for each in chinese if _HAN.search(text, *each.span))])


def _without_overlaps(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    chosen: list[Mention] = []
    taken: set[int] = set()
    for mention in sorted(mentions, key=lambda each: (each.span[0] - each.span[1], each.span[0])):
        characters = range(*mention.span)
        if taken.isdisjoint(characters):
            taken.update(characters)
            chosen.append(mention)
    return tuple(sorted(chosen, key=lambda each: each.span))


def overlaps(one: Span, other: Span) -> bool:
    """Return whether two parts of a text have a character in common."""
    return one[0] < other[1] and other[0] < one[1]
