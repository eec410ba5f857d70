"""Limits of an English demand, from the mentions in its text (TW-501, simulated)."""

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from negotiation.contracts.demand import DemandLimits, PeopleRange, Span
from negotiation.contracts.money import Money
from negotiation.understanding.english_amounts import is_english_rate
from negotiation.understanding.mention import Mention

T = TypeVar("T")

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


_CHANGED_PATTERN = re.compile(
    r"\b(?:(?:changed?|changing|moved?|moving|switch(?:ed)?|shift(?:ed)?|postponed?|put back|put off|pushed back"
    r"|brought forward|rescheduled|updated?|corrected|raised?|increased|reduced|cut|dropped|grown)"
    r"(?: (?:it|that|this|them|the \w+))?(?: (?:up|down))?(?: from [^,.;]{1,30}?)? (?:to|until|till"
    r"|for)(?: be)?(?: on| in| the| about| around)*"
    r"|(?:is|are|it's|we're|'s|'re|will be|but|and|,) now(?: on| in| for| at| about| around| more like| the"
    r"| going to be| taking place)*|make (?:it|that)(?: on| in| for)?|correction:?|or rather|i mean(?:t)?)\s*$",
    re.IGNORECASE,
)
_INSTEAD_PATTERN = re.compile(r"\s*,?\s*(?:now\s+)?(?:instead\b(?! of)|after all\b)", re.IGNORECASE)
_LEAD_PATTERN = re.compile(r"(?:(?:to|on|in|for|at|now|until|the|is|make it|with)\s+)*", re.IGNORECASE)
_TAKING_PART = re.compile(
    r"^(?:for|there|we)\b|\b(?:of us|guests|attendees|participants|mouths|covers)\b", re.IGNORECASE
)
_BARE_NUMBER = re.compile(r"for [\w-]+", re.IGNORECASE)
_REACH = 60
"""Characters before a value in which the words stand that put it in place of an earlier one."""


def build_limits(mentions: Iterable[Mention], text: str) -> DemandLimits:
    """Return the limits that mentions in a text state: of several places, numbers, amounts or languages the first.

    A value that the text puts in place of an earlier one ("moved to", "now on", "instead") counts in its stead. Wishes
    are none; a place or an amount that the text rules out neither.
    """
    firm = _latest([mention for mention in mentions if not mention.soft], text)
    allowed = [mention for mention in firm if not mention.excluded]
    return DemandLimits(
        place=next((each.value for each in allowed if each.kind == "place" and isinstance(each.value, str)), None),
        dates=_unique(day for each in allowed if each.kind == "dates" for day in _texts(each)),
        weekdays=tuple(
            sorted(set(_unique(day for each in allowed if each.kind == "weekdays" for day in _numbers(each))))
        ),
        not_on=_unique(
            day
            for each in firm
            if each.excluded
            for day in (*_texts(each), *(_WEEKDAYS[number] for number in _numbers(each)))
        ),
        people=_people(allowed, text),
        budget=_budget(allowed, text),
        language=next(
            (each.value for each in allowed if each.kind == "language" and isinstance(each.value, str)), None
        ),
        hours=_join(each.value for each in allowed if each.kind == "hours" and isinstance(each.value, str)),
    )


def _people(allowed: Iterable[Mention], text: str) -> PeopleRange | None:
    """Return the first number of people who take part ("40 of us"), else of any ("eleven kids"), else the first."""
    numbers = [each for each in allowed if isinstance(each.value, PeopleRange)]
    first = min(numbers, key=lambda each: _doubt(text[slice(*each.span)]), default=None)
    return first.value if first and isinstance(first.value, PeopleRange) else None


def _doubt(words: str) -> int:
    """Return how doubtful it is that words with a number of people say for how many a demand is, from 0."""
    return 2 if _BARE_NUMBER.fullmatch(words) else 0 if _TAKING_PART.search(words) else 1


def _budget(allowed: Iterable[Mention], text: str) -> Money | None:
    """Return the first amount that is no rate, else the first rate."""
    amounts = [each for each in allowed if isinstance(each.value, Money)]
    first = min(amounts, key=lambda each: is_english_rate(text[slice(*each.span)]), default=None)
    return first.value if first and isinstance(first.value, Money) else None


def find_rates(mentions: Iterable[Mention], text: str) -> Iterator[Span]:
    """Yield where prices for each hour, person or thing stand: a wish as well, so that none passes for a total."""
    for mention in mentions:
        if isinstance(mention.value, Money) and is_english_rate(text[slice(*mention.span)]):
            yield mention.span


def _latest(mentions: list[Mention], text: str) -> list[Mention]:
    """Return the mentions without those whose value a later one of the same kind replaces."""
    changed = {
        mention.kind: index
        for index, mention in enumerate(mentions)
        if not mention.excluded and _replaces(mention, text)
    }
    if "weekdays" in changed or "dates" in changed:
        index = max(changed.get("weekdays", -1), changed.get("dates", -1))
        changed["weekdays"] = changed["dates"] = index
    return [
        mention for index, mention in enumerate(mentions) if mention.excluded or index >= changed.get(mention.kind, 0)
    ]


def find_changes(mentions: Iterable[Mention], text: str) -> Iterator[Span]:
    """Yield where the words stand by which a text puts a value in place of an earlier one."""
    for mention in mentions:
        start, end = mention.span
        before = text[max(0, start - _REACH) : start]
        if match := _CHANGED_PATTERN.search(before):
            yield start - len(before) + match.start(), start
        if match := _INSTEAD_PATTERN.match(text, end):
            yield end, match.end()


def _replaces(mention: Mention, text: str) -> bool:
    start, end = mention.span
    lead = _LEAD_PATTERN.match(text, start, end)
    before = text[max(0, start - _REACH) : lead.end() if lead else start]
    return bool(_CHANGED_PATTERN.search(before) or _INSTEAD_PATTERN.match(text, end))


def _texts(mention: Mention) -> tuple[str, ...]:
    values = mention.value if mention.kind == "dates" and isinstance(mention.value, tuple) else ()
    return tuple(value for value in values if isinstance(value, str))


def _numbers(mention: Mention) -> tuple[int, ...]:
    values = mention.value if mention.kind == "weekdays" and isinstance(mention.value, tuple) else ()
    return tuple(value for value in values if isinstance(value, int))


def _unique(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))


def _join(values: Iterable[str]) -> str | None:
    return ", ".join(dict.fromkeys(values)) or None
