from datetime import date
from pathlib import Path
from typing import Any

import pytest

from negotiation.understanding.day_ranges import shorten_days
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions
from tests.support.case_tables import load_cases

TABLES = str(Path(__file__).with_name("english_dates.py"))


def described(mention: Mention) -> list[Any]:
    value = list(mention.value) if isinstance(mention.value, tuple) else mention.value
    if mention.kind == "dates" and isinstance(mention.value, tuple):
        value = list(shorten_days(map(str, mention.value)))
    flags = [name for name in ("excluded", "soft") if getattr(mention, name)]
    return [mention.kind, value, *flags]


@pytest.mark.parametrize(("text", "today", "expected"), load_cases(TABLES, "days_are_counted_from_today"))
def test_days_are_counted_from_today(text: str, today: str, expected: list[Any]) -> None:
    found = find_mentions(text, "en", date.fromisoformat(today))
    days = [mention for mention in found if mention.kind in ("dates", "weekdays", "period")]
    assert [described(mention) for mention in days] == expected
    assert all(text[slice(*mention.span)].strip() for mention in days)


def test_there_are_at_least_150_cases() -> None:
    assert len(load_cases(TABLES, "days_are_counted_from_today")) >= 150


def test_a_span_holds_the_words_that_belong_to_the_day() -> None:
    def words(text: str) -> list[str]:
        return [text[slice(*mention.span)] for mention in find_mentions(text, "en", date(2026, 11, 23))]

    assert words("A band, not on a Sunday please") == ["not on a Sunday"]
    assert words("Can you come by Friday?") == ["by Friday"]
    assert words("We meet on Saturday 28 Nov, all day") == ["on Saturday 28 Nov"]
