"""Calendar of working time: hours on each day by what the user has, and the days on which hours are used up."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

MOST_DAYS = 4000
"""Longest plan."""

SHORT_NOTICE_DAYS = 6
SHORT_NOTICE_HOURS = 6.0
"""Hours a day that somebody finds who names none and has at most SHORT_NOTICE_DAYS."""


@dataclass(frozen=True)
class WorkCalendar:
    """Hours of each weekday from Monday; work begins the day after `today`, or on it if it is also the last day."""

    today: date
    by_weekday: tuple[float, ...]

    @property
    def weekly_hours(self) -> float:
        """Hours a week."""
        return sum(self.by_weekday)

    def days(self, end: date) -> Iterator[tuple[date, float]]:
        """Yield each day until `end` with its hours."""
        day = self.today if end <= self.today else self.today + timedelta(days=1)
        while day <= max(end, self.today):
            yield day, self.by_weekday[day.weekday()]
            day += timedelta(days=1)

    def capacity(self, end: date) -> float:
        """Return the hours until the end of a day."""
        span = (end - self.today).days
        if span > 21:
            weeks, rest = divmod(span, 7)
            last = end - timedelta(days=rest)
            return weeks * self.weekly_hours + sum(
                self.by_weekday[(last + timedelta(days=number + 1)).weekday()] for number in range(rest)
            )
        return sum(hours for _, hours in self.days(end))

    def day_after(self, hours: float) -> date:
        """Return the first day by whose end `hours` are over; at most MOST_DAYS ahead."""
        total, day = 0.0, self.today
        weekly = self.weekly_hours
        if weekly <= 0:
            return self.today + timedelta(days=MOST_DAYS)
        weeks = max(0, min(MOST_DAYS // 7, int((hours - 1e-6) / weekly) - 1))
        total, day = weeks * weekly, day + timedelta(days=7 * weeks)
        while total < hours - 1e-6 and (day - self.today).days < MOST_DAYS:
            day += timedelta(days=1)
            total += self.by_weekday[day.weekday()]
        return day

    def last_working_day(self, end: date) -> date:
        """Return the last day with hours until `end`, or `end` if there is none."""
        for back in range(14):
            day = end - timedelta(days=back)
            if day > self.today and self.by_weekday[day.weekday()] > 0:
                return day
        return end


def spread_evenly(weekly_hours: float, days: frozenset[int] = frozenset()) -> tuple[float, ...]:
    """Return the hours of each weekday: even over `days`, over all seven if none are named."""
    chosen = days or frozenset(range(7))
    return tuple(weekly_hours / len(chosen) if day in chosen else 0.0 for day in range(7))
