"""Calendar words of English text: days of the week, months and fixed feasts, with the days they stand for (TW-501)."""

import calendar
import re
from collections.abc import Iterable
from datetime import date, timedelta

from negotiation.understanding.calendar_date import MAX_LISTED_DAYS, make_date

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|wedensday|wensday|thurday|saterday"
    r"|(?-i:Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun)(?![a-z])\.?)"
)
"""Pattern of a day of the week; abbreviations count only with a capital."""
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?"
)
"""Pattern of a month's name or abbreviation."""
NAMED_MONTH = (
    r"(?:january|february|(?-i:March)|april|(?-i:May)|june|july|august|september|october|november|december"
    r"|(?-i:Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec))(?![a-z])"
)
"""Pattern of a month that stands without a day: `march` and `may` count only with a capital."""

FEASTS = {
    r"christmas eve": (12, 24),
    r"christmas day": (12, 25),
    r"boxing day": (12, 26),
    r"hogmanay": (12, 31),
    r"st\.? stephen['’]?s day": (12, 26),
    r"new year['’]?s eve": (12, 31),
    r"new year['’]?s day": (1, 1),
    r"valentine['’]?s day": (2, 14),
    r"(?:st\.? )?patrick['’]?s day": (3, 17),
    r"hallowe['’]?en": (10, 31),
    r"bonfire night": (11, 5),
    r"burns night": (1, 25),
}
"""Feasts of a fixed day: pattern of the name, month and day."""


def weekday_index(name: str) -> int:
    """Return the number of a day of the week, 0 (Monday) to 6, that matched WEEKDAY."""
    start = name.lower()[:2]
    return next(index for index, day in enumerate(_DAYS) if day.startswith(start))


def month_number(name: str) -> int:
    """Return the number, 1 to 12, of a month that matched MONTH."""
    return _MONTHS.index(name.lower()[:3]) + 1


def next_day(month: int, day: int, today: date, year: int | None = None) -> date | None:
    """Return the day in `year`, else its next occurrence from `today` on; None for an impossible date."""
    for each in (year,) if year else range(today.year, min(today.year + 9, date.max.year)):
        found = make_date(each, month, day)
        if found and (year or found >= today):
            return found
    return None


def next_day_of_month(day: int, today: date) -> date | None:
    """Return the next date from `today` on with this day of the month; months that lack it are skipped."""
    year, month = today.year, today.month
    for _ in range(4):
        found = make_date(year, month, day)
        if found and found >= today:
            return found
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return None


def next_weekday(weekday: int, today: date, *, following: bool = False) -> date:
    """Return the first such weekday after `today`; if `following`, that of the week after this one.

    "Next Saturday" said on a Thursday is nine days away, "next Monday" four.
    """
    ahead = (weekday - today.weekday()) % 7 or 7
    after_this_week = following and ahead <= 6 - today.weekday()
    return shift(today, ahead + (7 if after_this_week else 0))


def add_months(day: date, months: int) -> date:
    """Return the same day some months later, the month's last day if it is shorter."""
    index = day.year * 12 + day.month - 1 + months
    year, month = min(index // 12, date.max.year), index % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def nth_weekday(year: int, month: int, weekday: int, place: int) -> date:
    """Return the `place`-th (1 to 4) such weekday of a month, the last one for 0."""
    days = [
        date(year, month, day)
        for day in range(1, calendar.monthrange(year, month)[1] + 1)
        if date(year, month, day).weekday() == weekday
    ]
    return days[place - 1]


def shift(day: date, days: int) -> date:
    """Return a day some days later or earlier, kept within the calendar."""
    return date.fromordinal(max(1, min(day.toordinal() + days, date.max.toordinal())))


def days_between(first: date, last: date) -> tuple[date, ...]:
    """Return all days from `first` to `last`, both included; empty if they are none, or more than MAX_LISTED_DAYS."""
    count = (last - first).days + 1
    return tuple(first + timedelta(days=offset) for offset in range(count)) if 1 <= count <= MAX_LISTED_DAYS else ()


def iso(days: Iterable[date]) -> tuple[str, ...]:
    """Return days as YYYY-MM-DD, each once, in order."""
    return tuple(day.isoformat() for day in sorted(set(days)))


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Return a pattern that ignores case."""
    return re.compile(pattern, re.IGNORECASE)
