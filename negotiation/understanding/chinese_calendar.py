"""Calendar arithmetic for Chinese dates: next occurrence, holidays on fixed days, weekdays of a month."""

from calendar import monthrange
from datetime import date, timedelta

from negotiation.understanding.calendar_date import MAX_LISTED_DAYS, make_date

HOLIDAYS = {
    "元旦": (1, 1, 1),
    "情人节": (2, 14, 1),
    "妇女节": (3, 8, 1),
    "三八节": (3, 8, 1),
    "植树节": (3, 12, 1),
    "愚人节": (4, 1, 1),
    "劳动节": (5, 1, 5),
    "五一": (5, 1, 5),
    "青年节": (5, 4, 1),
    "儿童节": (6, 1, 1),
    "六一": (6, 1, 1),
    "教师节": (9, 10, 1),
    "国庆节": (10, 1, 7),
    "国庆": (10, 1, 7),
    "十一假期": (10, 1, 7),
    "十一长假": (10, 1, 7),
    "十一黄金周": (10, 1, 7),
    "万圣节": (10, 31, 1),
    "双十一": (11, 11, 1),
    "平安夜": (12, 24, 1),
    "圣诞节": (12, 25, 1),
    "圣诞": (12, 25, 1),
    "跨年夜": (12, 31, 1),
    "跨年": (12, 31, 1),
}
"""First day (month, day) and number of days of the holidays that fall on fixed days."""


SPRING_FESTIVALS = (
    "2026-02-17",
    "2027-02-06",
    "2028-01-26",
    "2029-02-13",
    "2030-02-03",
    "2031-01-23",
    "2032-02-11",
    "2033-01-31",
    "2034-02-19",
    "2035-02-08",
)
"""First days of the lunar year, in the calendar of the Purple Mountain Observatory."""


def next_occurrence(month: int, day: int, today: date) -> date | None:
    """Return the day of a month in this year, or in the next one if it is over; None if that year has no such day."""
    return make_date(today.year + ((month, day) < (today.month, today.day)), month, day)


def next_day_of_month(day: int, today: date) -> date | None:
    """Return the next date, from `today` on, with a day of the month; None if that month has none."""
    return make_date(*(month_from(today, day < today.day)), day)


def month_from(today: date, months: int) -> tuple[int, int]:
    """Return year and month, `months` months after that of `today`."""
    number = today.year * 12 + today.month - 1 + months
    return number // 12, number % 12 + 1


def monday_from(today: date, weeks: int) -> date:
    """Return the Monday of the week of `today`, `weeks` weeks later."""
    return today + timedelta(days=7 * weeks - today.weekday())


def days_between(first: date, last: date) -> tuple[str, ...]:
    """Return the dates from `first` to `last`, both included, as YYYY-MM-DD; empty if they are over MAX_LISTED_DAYS."""
    count = (last - first).days + 1
    if not 0 < count <= MAX_LISTED_DAYS:
        return ()
    return tuple((first + timedelta(days=offset)).isoformat() for offset in range(count))


def weekdays_of_month(year: int, month: int, weekdays: tuple[int, ...]) -> tuple[date, ...]:
    """Return the days of a month that fall on one of the weekdays 0 (Monday) to 6."""
    days = (date(year, month, day) for day in range(1, monthrange(year, month)[1] + 1))
    return tuple(day for day in days if day.weekday() in weekdays)
