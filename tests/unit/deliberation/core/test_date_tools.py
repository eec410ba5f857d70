"""Tools of the discussants for dates: the ledger's vectors, and nothing that raises (DL-92…100)."""

import re
from datetime import date, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.contracts.tools import DateOffset, ToolCall, ToolName, ToolResult
from deliberation.core.date_tools import calculate_date, execute_tool, get_now
from shared.core.timestamps import MAX_INSTANT, MIN_INSTANT, parse_iso8601
from tests.support.turn_fixtures import context

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def data(result: ToolResult) -> dict[str, Any]:
    assert result.success, result
    assert result.data is not None
    return result.data


def test_now_is_the_wall_time_of_the_sessions_start_in_its_zone() -> None:
    assert data(get_now(context())) == {
        "now": "2025-12-04T10:00:00",
        "timezone": "Asia/Shanghai",
        "weekday": "Thursday",
        "date": "2025-12-04",
    }


def test_the_date_is_the_sessions_day_even_if_its_clock_shows_another() -> None:
    """A session that starts with another day, or lasts over midnight, keeps its day (DL-95)."""
    told = data(get_now(context(today="2024-02-29", started_at=parse_iso8601("2025-12-04T23:30:00Z"))))
    assert (told["now"], told["date"], told["weekday"]) == ("2024-02-29T07:30:00", "2024-02-29", "Thursday")


def test_a_session_without_a_readable_day_has_the_day_of_its_start() -> None:
    told = data(get_now(context(today="tomorrow", timezone="America/New_York")))
    assert (told["now"], told["date"]) == ("2025-12-03T21:00:00", "2025-12-03")


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "Asia", "\0", "Asia/Shanghai/x"])
def test_an_unknown_time_zone_is_an_error_result(zone: str) -> None:
    told = get_now(context(timezone=zone))
    assert (told.success, told.data, told.error) == (False, None, "unknown_timezone")
    assert told.message


@pytest.mark.parametrize(
    ("base", "offset", "result", "weekday"),
    [
        ("2025-12-04", {"weeks": 2, "days": 3}, "2025-12-21", "Sunday"),
        ("2024-02-28", {"days": 1}, "2024-02-29", "Thursday"),
        ("2025-12-04", {}, "2025-12-04", "Thursday"),
        ("2025-12-04", None, "2025-12-04", "Thursday"),
        ("2025-12-04", {"weeks": -1}, "2025-11-27", "Thursday"),
        ("2025-12-04", {"weeks": 1, "days": -7}, "2025-12-04", "Thursday"),
        ("2025-12-04", {"weeks": None, "days": 28}, "2026-01-01", "Thursday"),
    ],
)
def test_a_date_is_calculated_with_its_true_weekday(
    base: str, offset: dict[str, Any] | None, result: str, weekday: str
) -> None:
    assert data(calculate_date(base, offset)) == {"result_date": result, "weekday": weekday}


@pytest.mark.parametrize(
    ("base", "offset", "error"),
    [
        ("2025-02-30", {"days": 1}, "invalid_date"),
        ("04.12.2025", {"days": 1}, "invalid_date"),
        ("2025-12-4", {}, "invalid_date"),
        ("", {}, "invalid_date"),
        (None, {}, "invalid_date"),
        ("2025-12-04", {"weeks": 2.5}, "invalid_offset"),
        ("2025-12-04", {"days": "many"}, "invalid_offset"),
        ("2025-12-04", {"days": True}, "invalid_offset"),
        ("2025-12-04", {"months": 1}, "invalid_offset"),
        ("2025-12-04", {"days": 10**9}, "date_out_of_range"),
        ("2025-12-04", {"days": -(10**30)}, "date_out_of_range"),
        ("9999-12-31", {"days": 1}, "date_out_of_range"),
        ("0001-01-01", {"days": -1}, "date_out_of_range"),
    ],
)
def test_a_wrong_argument_is_an_error_result(base: str | None, offset: dict[str, Any], error: str) -> None:
    told = calculate_date(base, offset)
    assert (told.success, told.data, told.error) == (False, None, error)
    assert told.message


def test_a_call_with_an_offset_that_is_none_reaches_the_tool_which_says_so() -> None:
    call = ToolCall.model_validate({"tool": "calculate_date", "base_date": "2025-12-04", "offset": {"months": 2}})
    assert execute_tool(call, context()).error == "invalid_offset"
    assert "'months'" in (execute_tool(call, context()).message or "")


def test_an_error_message_quotes_a_long_argument_in_part() -> None:
    assert len(calculate_date("x" * 9000, None).message or "") < 120


def test_discussants_may_not_compare_positions() -> None:
    """The tool rights of the roles: comparing is the host's (DL-06)."""
    told = execute_tool(ToolCall(tool="compare_positions", texts=("一", "二")), context())
    assert (told.success, told.error) == (False, "tool_not_allowed")


@given(st.dates(), st.integers(-9999, 9999), st.integers(-9999, 9999))
def test_the_result_is_so_many_days_later_with_the_weekday_of_the_calendar(base: date, weeks: int, days: int) -> None:
    told = calculate_date(base.isoformat(), DateOffset(weeks=weeks, days=days))
    ordinal = base.toordinal() + 7 * weeks + days
    if not 1 <= ordinal <= date.max.toordinal():
        assert told.error == "date_out_of_range"
        return
    expected = date.fromordinal(ordinal)
    assert data(told) == {"result_date": expected.isoformat(), "weekday": WEEKDAYS[(ordinal - 1) % 7]}


@given(st.dates(max_value=date(9000, 1, 1)), st.integers(0, 5000))
def test_an_offset_and_its_opposite_lead_back(base: date, days: int) -> None:
    there = data(calculate_date(base.isoformat(), {"days": days}))["result_date"]
    assert data(calculate_date(there, {"days": -days}))["result_date"] == base.isoformat()
    assert date.fromisoformat(there) - base == timedelta(days=days)


@given(
    st.builds(
        ToolCall,
        tool=st.sampled_from(get_args(ToolName)),
        base_date=st.none() | st.text(max_size=12) | st.dates().map(str),
        offset=st.none()
        | st.dictionaries(st.sampled_from(["weeks", "days", "x"]), st.integers() | st.floats() | st.text() | st.none()),
    ),
    st.integers(MIN_INSTANT, MAX_INSTANT),
    st.sampled_from(["Asia/Shanghai", "UTC", "America/St_Johns", "Nowhere"]) | st.text(max_size=9),
)
def test_no_call_raises(call: ToolCall, started_at: int, zone: str) -> None:
    told = execute_tool(call, context(started_at=started_at, timezone=zone, today="2025-12-04"))
    assert told.success == (told.data is not None) == (told.error is None)
    if told.data is not None and call.tool == "get_now":
        assert re.fullmatch(r"2025-12-04T\d\d:\d\d:\d\d", told.data["now"])
