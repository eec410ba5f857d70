"""Date tools of planner and critic, as pure functions of the session's start (DL-92…101)."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from deliberation.contracts.session import SessionContext
from deliberation.contracts.tools import CalculatedDate, CurrentTime, DateOffset, ToolCall, ToolName, ToolResult
from shared.core.iso_dates import is_date
from shared.core.timestamps import EPOCH, MILLISECOND

DISCUSSANT_TOOLS: frozenset[ToolName] = frozenset({"get_now", "calculate_date"})
"""Tools that planner and critic may call (DL-06)."""

MAX_QUOTED_CHARACTERS = 40
"""Maximum length of a wrong argument that an error message quotes."""

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_OFFSET_KEYS = frozenset(DateOffset.model_fields)


def execute_tool(call: ToolCall, context: SessionContext) -> ToolResult:
    """Return the result of a discussant's call of a tool; it never raises (DL-100).

    `compare_positions` is the host's alone: for a discussant its error is `tool_not_allowed` (DL-06).
    """
    if call.tool not in DISCUSSANT_TOOLS:
        return _error("tool_not_allowed", f"you may call {' and '.join(sorted(DISCUSSANT_TOOLS))} only")
    return get_now(context) if call.tool == "get_now" else calculate_date(call.base_date, call.offset)


def get_now(context: SessionContext) -> ToolResult:
    """Return time, date and weekday at which the session started, in its time zone, as a `CurrentTime` (DL-92…95).

    The date is the session's `today`, which stays the same however long the session lasts. The error of a time zone
    that does not exist is `unknown_timezone`.
    """
    try:
        moment = (EPOCH + context.started_at * MILLISECOND).astimezone(ZoneInfo(context.timezone))
    except (OSError, LookupError, ValueError, OverflowError):
        return _error("unknown_timezone", f"there is no time at {_quote(context.timezone)}")
    day = parse_date(context.today) or moment.date()
    time = CurrentTime(
        now=f"{day.isoformat()}T{moment:%H:%M:%S}",
        timezone=context.timezone,
        weekday=weekday(day),
        date=day.isoformat(),
    )
    return ToolResult(success=True, data=time.model_dump())


def calculate_date(base_date: str | None, offset: DateOffset | dict[str, Any] | None) -> ToolResult:
    """Return the date that is `offset` after `base_date`, as a `CalculatedDate` (DL-96…98).

    Args:
        base_date: Date as `YYYY-MM-DD`.
        offset: Whole weeks and days, which are added; each may be negative or missing.

    Returns:
        The result, or the error `invalid_date`, `invalid_offset` or `date_out_of_range` (outside the years 1 to 9999).
    """
    day = parse_date(base_date or "")
    if day is None:
        return _error("invalid_date", f"base_date must be a date that exists, YYYY-MM-DD, not {_quote(base_date)}")
    read = _read_offset(offset)
    if isinstance(read, ToolResult):
        return read
    try:
        result = day + timedelta(weeks=read.weeks or 0, days=read.days or 0)
    except OverflowError:
        return _error("date_out_of_range", "the result is outside the years 1 to 9999")
    calculated = CalculatedDate(result_date=result.isoformat(), weekday=weekday(result))
    return ToolResult(success=True, data=calculated.model_dump())


def parse_date(text: str) -> date | None:
    """Return the date that a text denotes as YYYY-MM-DD; None if it is none, or does not exist."""
    return date.fromisoformat(text) if is_date(text) else None


def weekday(day: date) -> str:
    """Return the English name of the weekday of a date."""
    return _WEEKDAYS[day.weekday()]


def _read_offset(offset: DateOffset | dict[str, Any] | None) -> DateOffset | ToolResult:
    """Return the offset, or the error that says which key or value of it is wrong."""
    if not isinstance(offset, dict):
        return offset or DateOffset()
    unknown = sorted(offset.keys() - _OFFSET_KEYS)
    if unknown:
        return _error("invalid_offset", f"an offset has weeks and days only, not {_quote(unknown[0])}")
    for key, value in offset.items():
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            return _error("invalid_offset", f"{key} must be a whole number, not {_quote(value)}")
    return DateOffset(**offset)


def _error(code: str, message: str) -> ToolResult:
    return ToolResult(success=False, error=code, message=message)


def _quote(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[: MAX_QUOTED_CHARACTERS - 1]}…"
