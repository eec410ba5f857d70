"""Mentions of days, hours, people, money, places and languages in English text (TW-501)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from negotiation.understanding.english_amounts import find_money, find_people
from negotiation.understanding.english_dates import find_dates
from negotiation.understanding.english_hours import find_hours
from negotiation.understanding.english_locations import find_languages, find_places, find_remote
from negotiation.understanding.mention import Mention

_PLAIN = str.maketrans({"\u00a0": " ", "\t": " ", "\u202f": " ", "’": "'", "‘": "'", "`": "'", "´": "'"})


def find_english_mentions(text: str, today: date) -> Iterable[Mention]:
    """Yield the mentions in a text, in no order; they may overlap. Relative and partial dates count from `today`."""
    plain = text.translate(_PLAIN)
    for found in (
        find_dates(plain, today),
        find_hours(plain),
        find_people(plain),
        find_money(plain),
        find_places(plain),
        find_languages(plain),
        find_remote(plain),
    ):
        for mention in found:
            yield _trim(text, mention)


def _trim(text: str, mention: Mention) -> Mention:
    """Return a mention without blanks and marks at the ends of its span and its value."""
    start, end = mention.span
    words = text[start:end]
    start, end = start + len(words) - len(words.lstrip(" ,")), end - len(words) + len(words.rstrip(" ,.-–"))
    value = mention.value.strip(" ,.-–") if isinstance(mention.value, str) else mention.value
    return replace(mention, span=(start, end), value=value)
