"""Ranges of consecutive days, for texts and prompts that show long lists of dates."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

MIN_RANGE_DAYS = 4
"""Number of consecutive days from which on they are shown as a range."""


def find_ranges(days: Iterable[str]) -> Sequence[tuple[str, str]]:
    """Return the first and last day of each run of consecutive days; a single day is its own first and last one.

    A run of fewer than MIN_RANGE_DAYS (4) counts as single days. What is no date YYYY-MM-DD stays as it is.

    Args:
        days: Dates, YYYY-MM-DD, each once, in order.
    """
    runs: list[list[str]] = []
    for day in days:
        if runs and _is_next(runs[-1][-1], day):
            runs[-1].append(day)
        else:
            runs.append([day])
    ranges: list[tuple[str, str]] = []
    for run in runs:
        ranges.extend([(run[0], run[-1])] if len(run) >= MIN_RANGE_DAYS else [(day, day) for day in run])
    return ranges


def shorten_days(days: Iterable[str]) -> tuple[str, ...]:
    """Return dates with each range as one text of ISO 8601: 2026-12-01/2026-12-31."""
    return tuple(first if first == last else f"{first}/{last}" for first, last in find_ranges(days))


def _is_next(before: str, day: str) -> bool:
    try:
        return date.fromisoformat(before) + timedelta(days=1) == date.fromisoformat(day)
    except ValueError:
        return False
