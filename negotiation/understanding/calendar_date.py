"""Dates of the calendar from their numbers, and stretches of them that a limit lists."""

from datetime import date

MAX_LISTED_DAYS = 100
"""Maximum number of days that a limit lists; a longer stretch of time is a period without exact days."""


def make_date(year: int, month: int, day: int) -> date | None:
    """Return a date; None if the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
