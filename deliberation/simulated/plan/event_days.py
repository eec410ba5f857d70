"""Tasks that lie on a fixed day: the day of an event or exam itself, or a number of days before it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from deliberation.contracts.plan import PlanTask
from deliberation.simulated.query.query_reader import UserQuery

_THE_DAY = re.compile(r"^(?:the day(?! before)\b|going$|当天|出游)", re.IGNORECASE)
_DAY_BEFORE = re.compile(r"^(?:the day before|前一天)$", re.IGNORECASE)
_AFTER = re.compile(
    r"(?:笔试|考试|考|活动|会议|婚礼|会)(?:之?后)(?:第|再|当)|结账|"
    r"\b(?:(?:the day|days?|weeks?) after the|after the (?:written|exam|test|event|party|wedding)|settle accounts)\b",
    re.IGNORECASE,
)
"""Words of a task that comes after the day."""

_DAYS_BEFORE = re.compile(
    r"前(?P<zh>[一两二三四五六七八九十])(?P<unit_zh>天|周|晚)(?!休息|不)|提前(?P<zh2>[一两二三四五六七八九十])(?P<unit_zh2>天|周)|"
    r"\b(?P<en>a|the|one|two|three|four|six|eight) ?(?P<unit_en>days?|weeks?|evening) before\b",
    re.IGNORECASE,
)
_NUMBERS = {
    "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    "a": 1, "the": 1, "one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8,
}  # fmt: skip


@dataclass(frozen=True)
class TaskDate:
    """Task of a plan with its day and the number of the phase that it was planned in."""

    day: date
    phase: int
    task: PlanTask


def event_day(query: UserQuery) -> date | None:
    """Return the day of an event or exam, to which the tasks of the day belong; None without one that is ahead."""
    if query.match is None or query.deadline is None or query.deadline.day is None or query.deadline.is_month:
        return None
    domain = query.match.domain
    has_day = any(_THE_DAY.search(name) for phase in domain.phases for name in phase.name.values())
    is_ahead = (query.deadline.day - query.today).days > 1
    return query.deadline.day if is_ahead and (has_day or domain.kind in ("event", "exam")) else None


def days_before(title: str) -> int | None:
    """Return how many days before the end a task is done by its own words; None if it does not say."""
    match = _DAYS_BEFORE.search(title)
    if match is None or title.lower().startswith("rest"):
        return None
    number = match["zh"] or match["zh2"] or match["en"]
    unit = match["unit_zh"] or match["unit_zh2"] or match["unit_en"]
    return _NUMBERS[number.lower()] * (7 if unit.startswith(("周", "week")) else 1)


def comes_after(title: str) -> bool:
    """Return whether a task belongs to the time after the day, by its own words."""
    return _AFTER.search(title) is not None


def fixed_day(phase: str, title: str, day: date, today: date) -> date | None:
    """Return the day that the words of a task and its phase fix, counted from the day of the event; None if none."""
    days = days_before(title)
    if days is None:
        days = 0 if _THE_DAY.search(phase) else 1 if _DAY_BEFORE.search(phase) else None
    if days is None or day - timedelta(days=days) <= today:
        return None
    return day - timedelta(days=days)


def place_fixed(phases: Sequence[Sequence[TaskDate]], fixed: Sequence[TaskDate]) -> list[list[TaskDate]]:
    """Return the tasks by phase with those of a fixed day in the nearest phase in which no date decreases."""
    placed = [list(phase) for phase in phases]
    for each in sorted(fixed, key=lambda task: (task.day, task.phase), reverse=True):
        own = [number for number in range(len(placed)) if _is_in_order(placed, number, each.day)]
        number = min(own, key=lambda index: (abs(index - each.phase), index))
        placed[number] = sorted([each, *placed[number]], key=lambda task: (task.day, task.phase))
    return placed


def _is_in_order(placed: Sequence[Sequence[TaskDate]], number: int, day: date) -> bool:
    earlier = (task.day for phase in placed[:number] for task in phase)
    later = (task.day for phase in placed[number + 1 :] for task in phase)
    return max(earlier, default=day) <= day <= min(later, default=day)
