"""Stretches of days that English words name: a month, a third of one, the time until its end or until a feast."""

from datetime import date, timedelta

from negotiation.understanding.english_calendar import (
    NAMED_MONTH,
    add_months,
    compile_pattern,
    days_between,
    month_number,
)

_MONTH_PATTERN = compile_pattern(rf"\b({NAMED_MONTH})\.?(?: (\d{{4}}))?")
_RELATIVE_PATTERN = compile_pattern(r"\b(this|next|the coming|coming) (month|year)\b|\bend of the (month|year)\b")
_FEAST_PATTERN = compile_pattern(r"\b(christmas|xmas|new year)\b")
_BEFORE_PATTERN = compile_pattern(r"\bbefore\b|\b(?:by|until|till|in time for|well before)\b")
_OPEN_PATTERN = compile_pattern(r"\b(?:after|from|since|not before|not until|around|about|towards?|starting)\b")
_THIRDS = {"early": (1, 10), "mid": (11, 20), "late": (21, 31)}
_THIRD_PATTERN = compile_pattern(r"\b(early|mid|late)\b")
_EDGE_PATTERN = compile_pattern(r"\b(end|beginning|start|middle|first half|second half) of\b")
_FEASTS = {"christmas": (12, 25), "xmas": (12, 25), "new year": (1, 1)}


def read_day_range(words: str, today: date) -> tuple[date, ...]:
    """Return the days from `today` on that a period in lower or upper case lists; empty if it has no exact days.

    "Before" a stretch ends the day before it, "by" and "until" the end of a month or a third of one includes it. What
    begins some time and stays open ("after", "from"), and the vague beginning, middle or end of a month, have no days.
    """
    until = _BEFORE_PATTERN.search(words)
    if _OPEN_PATTERN.search(words):
        return ()
    named = _read_stretch(words, today, is_deadline=until is not None)
    if named is None:
        return ()
    first, last = named
    if until is None:
        return days_between(max(first, today), last)
    edge = _EDGE_PATTERN.search(words)
    includes_end = edge or (until[0].lower() != "before" and _THIRD_PATTERN.search(words))
    return days_between(today, last if includes_end else first - timedelta(days=1))


def _read_stretch(words: str, today: date, *, is_deadline: bool) -> tuple[date, date] | None:
    """Return the first and last day of the month, part of a month, year or feast that words name; None without one."""
    feast = _FEAST_PATTERN.search(words)
    if feast and is_deadline:
        month, day = _FEASTS[feast[1].lower()]
        found = date(today.year, month, day)
        found = found if found >= today else date(today.year + 1, month, day)
        return found, found
    edge = _EDGE_PATTERN.search(words)
    if edge and not (is_deadline and edge[1].lower() == "end"):
        return None
    months = _read_months(words, today)
    if months is None:
        return None
    first, last = months
    if third := _THIRD_PATTERN.search(words):
        low, high = _THIRDS[third[1].lower()]
        return first.replace(day=low), min(last, last.replace(day=min(high, last.day)))
    return first, last


def _read_months(words: str, today: date) -> tuple[date, date] | None:
    """Return the first and last day of the months or the year that words name."""
    named = list(_MONTH_PATTERN.finditer(words))
    if named:
        first = _month_start(month_number(named[0][1]), named[-1][2], today)
        end = _month_start(month_number(named[-1][1]), named[-1][2], first)
        return first, _month_end(end)
    relative = _RELATIVE_PATTERN.search(words)
    if relative is None:
        return None
    ahead = (relative[1] or "").lower() in ("next", "the coming", "coming")
    if "year" in relative[0].lower():
        return None if ahead else (today, date(today.year, 12, 31))
    first = add_months(today.replace(day=1), 1 if ahead else 0)
    return first, _month_end(first)


def _month_start(month: int, year: str | None, since: date) -> date:
    """Return the first day of a month, the present or next such one if its year is open."""
    if year:
        return date(int(year), month, 1)
    return date(since.year + (month < since.month), month, 1)


def _month_end(first: date) -> date:
    return add_months(first, 1) - timedelta(days=1)
