"""Dates and instants in texts: recognition of ISO 8601."""

import re
from datetime import date, datetime

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_date(text: str) -> bool:
    """Return whether a text is a date that exists, YYYY-MM-DD."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_instant(text: str) -> bool:
    """Return whether a text is an instant with an offset from UTC, as 2026-12-05T19:30:00+08:00."""
    try:
        return "T" in text and datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
