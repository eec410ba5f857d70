"""Ranges of days: long runs are shortened, short ones and other texts stay."""

from datetime import date, timedelta

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.understanding.calendar_date import MAX_LISTED_DAYS
from negotiation.understanding.day_ranges import find_ranges, shorten_days
from negotiation.understanding.derived_fields import complete_understanding
from negotiation.understanding.prompt_view import understanding_for_prompt


def days(first: str, count: int) -> tuple[str, ...]:
    return tuple((date.fromisoformat(first) + timedelta(days=number)).isoformat() for number in range(count))


@pytest.mark.parametrize(
    ("dates", "texts"),
    [
        ((), ()),
        (days("2026-12-30", 3), days("2026-12-30", 3)),
        (days("2026-12-30", 4), ("2026-12-30/2027-01-02",)),
        (("2026-12-01", *days("2026-12-05", 10), "2027-01-09"), ("2026-12-01", "2026-12-05/2026-12-14", "2027-01-09")),
        (("monday", "2026-12-01", "soon"), ("monday", "2026-12-01", "soon")),
    ],
)
def test_runs_of_four_days_and_more_are_ranges(dates: tuple[str, ...], texts: tuple[str, ...]) -> None:
    assert shorten_days(dates) == texts


def test_ranges_lose_no_day() -> None:
    dates = (*days("2026-12-01", 31), "2027-02-01")
    assert [end for pair in find_ranges(dates) for end in pair] == [dates[0], dates[30], "2027-02-01", "2027-02-01"]


def test_a_limit_holds_a_hundred_dates_and_prompts_show_them_as_ranges() -> None:
    limits = DemandLimits(dates=days("2026-12-01", MAX_LISTED_DAYS + 5))
    assert limits.dates == days("2026-12-01", MAX_LISTED_DAYS)
    shown = understanding_for_prompt(DemandUnderstanding(surface_demand="x", limits=limits))
    assert shown["limits"] == {"dates": ("2026-12-01/2027-03-10",)}


def test_the_context_names_both_ends_of_a_stretch_of_days() -> None:
    def text(*dates: str) -> str | None:
        understanding = DemandUnderstanding(surface_demand="x", limits=DemandLimits(dates=dates))
        return complete_understanding(understanding, "en").context.date

    assert text(*days("2026-12-01", 31)) == "2026-12-01 – 2026-12-31"
    assert text("2026-12-24", "2026-12-26") == "2026-12-24"
    assert text() is None
