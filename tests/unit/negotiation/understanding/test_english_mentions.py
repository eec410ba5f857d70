from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from negotiation.contracts.demand import PeopleRange
from negotiation.contracts.money import Money
from negotiation.understanding.english_mentions import find_english_mentions
from negotiation.understanding.mentions import find_mentions
from tests.support.case_tables import load_cases

TODAY = date(2026, 11, 23)


def described(text: str) -> list[Any]:
    found = [each for each in find_mentions(text, "en", TODAY) if each.kind not in ("dates", "weekdays", "period")]
    return [
        [
            each.kind,
            each.value.model_dump() if isinstance(each.value, PeopleRange | Money) else each.value,
            *(["excluded"] if each.excluded else []),
        ]
        for each in found
    ]


@pytest.mark.parametrize(("text", "expected"), load_cases(__file__, "amounts_are_found"))
def test_amounts_are_found(text: str, expected: list[Any]) -> None:
    assert described(text) == expected


@pytest.mark.parametrize(("text", "expected"), load_cases(__file__, "hours_are_found"))
def test_hours_are_found(text: str, expected: list[Any]) -> None:
    assert described(text) == expected


@pytest.mark.parametrize(("text", "expected"), load_cases(__file__, "places_and_languages_are_found"))
def test_places_and_languages_are_found(text: str, expected: list[Any]) -> None:
    assert described(text) == expected


@settings(max_examples=200)
@given(st.text(max_size=200), st.dates())
def test_every_span_lies_in_the_text(text: str, today: date) -> None:
    for mention in find_english_mentions(text, today):
        assert 0 <= mention.span[0] <= mention.span[1] <= len(text)
