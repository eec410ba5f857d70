"""Date of the calendar from its numbers."""

from datetime import date


def make_date(year: int, month: int, day: int) -> date | None:
    """Return a date; None if the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
