"""Dates, weekdays, months and clock times that a statement names."""

import pytest

from deliberation.core.time_mention import find_time_mentions


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Deliver by Friday noon", [("weekday", (4,)), ("clock", (720,))]),
        ("Start on March 15 at 7:30 pm", [("date", (3, 15)), ("clock", (1170,))]),
        ("the 3rd of May, or in October", [("date", (5, 3)), ("month", (10,))]),
        ("You may go by eight in the morning.", [("clock", (480,))]),
        ("It may start in May", [("month", (5,))]),
        ("at half past nine in the evening", [("clock", (1290,))]),
        ("until quarter to six", [("clock", (345,))]),
        ("by two of us", []),
        ("on 2026-03-15", [("date", (3, 15))]),
        ("定在周六上午", [("weekday", (5,))]),
        ("星期天或礼拜三", [("weekday", (6,)), ("weekday", (2,))]),
        ("每周三次，周末休息", []),
        ("3月15日晚上九点半", [("date", (3, 15)), ("clock", (1290,))]),
        ("2026年九月下旬", [("month", (9,)), ("year", (2026,))]),
        ("先休息一点，早上8:30出发", [("clock", (510,))]),
        ("下午三点一刻", [("clock", (915,))]),
        ("十三月二十五点", []),
    ],
)
def test_points_in_time_are_found(text: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(mention.kind, mention.value) for mention in find_time_mentions(text)] == found
