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


@pytest.mark.parametrize(
    ("text", "yuan"),
    [
        ("5000元", 5000),
        ("3万元", 30000),
        ("1.5万", 15000),
        ("一万元", 10000),
        ("八千块", 8000),
        ("两百五十元", 250),
        ("3,000 yuan", 3000),
        ("2k", 2000),
        ("$100", 700),
        ("100 dollars", 700),
        ("€10", 80),
        ("£20", 180),
        ("5000", 5000),
        ("2场共300元", 300),
        ("0元", 0),
        ("无", None),
        ("", None),
    ],
)
def test_sums_are_read_in_yuan(text: str, yuan: int | None) -> None:
    assert parse_money(text) == yuan


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("40人左右", 40),
        ("三十多位朋友", 30),
        ("30-50人", 50),
        ("about 25 guests", 25),
        ("12 hungry children", 12),
        ("一百二十名学生", 120),
        ("2026-03-07, 20 people", 20),
        ("1,200 visitors", 1200),
        ("from 2026, 12,000 people", 12000),
        ("人很多", None),
        ("40元", None),
    ],
)
def test_numbers_of_people_are_read(text: str, people: int | None) -> None:
    assert parse_people_count(text) == people


def test_days_are_read_and_impossible_ones_left_out() -> None:
    assert parse_dates("2026-02-14 或 2026年3月1日, not 2026-02-30") == (date(2026, 2, 14), date(2026, 3, 1))
    assert parse_dates("") == ()


@pytest.mark.parametrize(
    ("text", "days"),
    [("提前7天", 7), ("提前两周", 14), ("10 days' notice", 10), ("two weeks", 14), ("一个月", 30), ("soon", None)],
)
def test_spans_are_read(text: str, days: int | None) -> None:
    assert parse_duration(text) == (None if days is None else timedelta(days=days))


def test_weekdays_are_read_as_they_are_said() -> None:
    assert parse_weekdays("周六、星期天没空") == {5, 6}
    for language in ("zh", "en"):
        assert all(parse_weekdays(weekday_name(day, language)) == {day} for day in range(7))
    assert parse_weekdays("any day") == frozenset()


@pytest.mark.parametrize("text", ["9" * 8000, "一" * 8000, "9 " * 4000, "$" * 8000, "9人-" * 2000])
def test_no_text_takes_long(text: str) -> None:
    parse_money(text)
    parse_people_count(text)
    parse_dates(text)
    parse_duration(text)
