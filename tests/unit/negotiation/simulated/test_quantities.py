from datetime import date, timedelta

import pytest

from negotiation.simulated.quantities import (
    parse_dates,
    parse_duration,
    parse_money,
    parse_people_count,
    parse_weekdays,
    weekday_name,
)
from tests.support.case_tables import load_cases


@pytest.mark.parametrize(("text", "yuan"), load_cases(__file__, "sums_are_parsed_in_yuan"))
def test_sums_are_parsed_in_yuan(text: str, yuan: int | None) -> None:
    assert parse_money(text) == yuan


@pytest.mark.parametrize(("text", "people"), load_cases(__file__, "numbers_of_people_are_parsed"))
def test_numbers_of_people_are_parsed(text: str, people: int | None) -> None:
    assert parse_people_count(text) == people


def test_dates_are_parsed_and_impossible_ones_ignored() -> None:
    assert parse_dates("2026-02-14 或 2026年3月1日, not 2026-02-30") == (date(2026, 2, 14), date(2026, 3, 1))
    assert parse_dates("") == ()


@pytest.mark.parametrize(
    ("text", "days"),
    [("提前7天", 7), ("提前两周", 14), ("10 days' notice", 10), ("two weeks", 14), ("一个月", 30), ("soon", None)],
)
def test_date_ranges_are_parsed(text: str, days: int | None) -> None:
    assert parse_duration(text) == (None if days is None else timedelta(days=days))


def test_weekdays_are_parsed() -> None:
    assert parse_weekdays("周六、星期天没空") == {5, 6}
    for language in ("zh", "en"):
        assert all(parse_weekdays(weekday_name(day, language)) == {day} for day in range(7))
    assert parse_weekdays("any day") == frozenset()


@pytest.mark.parametrize("text", ["9" * 8000, "一" * 8000, "9 " * 4000, "$" * 8000, "9人-" * 2000])
def test_every_text_is_parsed_within_the_time_limit(text: str) -> None:
    parse_money(text)
    parse_people_count(text)
    parse_dates(text)
    parse_duration(text)
