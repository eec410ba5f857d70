"""Quality of a plan as code can judge it: hours add up, dates are valid and in order, and the load fits the time."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from deliberation.contracts.plan import Plan, PlanTask
from deliberation.core.date_tools import parse_date

TOTAL_TOLERANCE_H = 0.01
"""Difference (h) up to which the total is the sum of the tasks."""

LOAD_TOLERANCE_H = 0.5
"""Hours by which the tasks due by a day may exceed the time until then; less is rounding."""

PlanFault = Literal["total", "invalid_date", "past", "order", "late", "overload"]
"""The total is not the sum of the hours; a deadline is no date, lies before today, before that of an earlier phase, or
after the user's deadline; or more is due by a day than the available hours allow."""


@dataclass(frozen=True, slots=True)
class PlanFinding:
    """Fault of a plan, with the task or figure that shows it."""

    fault: PlanFault
    detail: str


@dataclass(frozen=True, slots=True)
class PlanLimits:
    """Limits that a plan is measured by.

    Attributes:
        today: First possible day.
        deadline: Last possible day; None if the user gave none.
        hours_per_weekday: Hours on each day of the week from Monday; None if the user gave none.
    """

    today: date
    deadline: date | None = None
    hours_per_weekday: tuple[float, ...] | None = None


def check_plan(plan: Plan, limits: PlanLimits) -> tuple[PlanFinding, ...]:
    """Return every fault of a plan; none if it is sound."""
    days = [(task, parse_date(task.deadline)) for phase in plan.phases for task in phase.tasks]
    valid = [(task, day) for task, day in days if day is not None]
    return (
        *_total(plan),
        *(PlanFinding("invalid_date", _name(task)) for task, day in days if day is None),
        *(PlanFinding("past", _name(task)) for task, day in valid if day < limits.today),
        *_order(plan),
        *(PlanFinding("late", _name(task)) for task, day in valid if limits.deadline and day > limits.deadline),
        *_load(valid, limits),
    )


def available_hours(limits: PlanLimits, until: date) -> float:
    """Return the hours from the first possible day to the end of another one; none without hours a weekday."""
    if limits.hours_per_weekday is None:
        return math.inf
    weeks, rest = divmod((until - limits.today).days + 1, 7)
    last = until - timedelta(days=rest)
    single = (limits.hours_per_weekday[(last + timedelta(days=number)).weekday()] for number in range(1, rest + 1))
    return weeks * math.fsum(limits.hours_per_weekday) + math.fsum(single)


def _name(task: PlanTask) -> str:
    return f"{task.title}: {task.deadline}"


def _total(plan: Plan) -> Iterator[PlanFinding]:
    total = math.fsum(task.estimated_hours for phase in plan.phases for task in phase.tasks)
    if abs(total - plan.total_estimated_hours) > TOTAL_TOLERANCE_H:
        yield PlanFinding("total", f"{plan.total_estimated_hours:g} / {total:g}")


def _order(plan: Plan) -> Iterator[PlanFinding]:
    """Yield the deadlines before one of an earlier phase; within a phase tasks may run side by side."""
    floor = date.min
    for phase in plan.phases:
        days = [(task, parse_date(task.deadline)) for task in phase.tasks]
        valid = [(task, day) for task, day in days if day is not None]
        yield from (PlanFinding("order", _name(task)) for task, day in valid if day < floor)
        floor = max([floor, *(day for _, day in valid)])


def _load(dated: Sequence[tuple[PlanTask, date]], limits: PlanLimits) -> Iterator[PlanFinding]:
    """Yield the first day by which more is due than the time until then allows."""
    if limits.hours_per_weekday is None:
        return
    asked = 0.0
    by_day: dict[date, float] = {}
    for task, day in dated:
        by_day[day] = by_day.get(day, 0.0) + task.estimated_hours
    for day in sorted(by_day):
        asked += by_day[day]
        hours = available_hours(limits, day)
        if asked > hours + LOAD_TOLERANCE_H:
            yield PlanFinding("overload", f"{day.isoformat()}: {asked:g} / {hours:g}")
            return
