"""Checks of a plan's dates and hours, and the corrections that code makes where the model does not (DL-42, DL-43)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from deliberation.contracts.plan import Plan, PlanCorrection, PlanPhase, PlanTask
from deliberation.core.date_tools import parse_date
from shared.core.language import Language

TOTAL_TOLERANCE_H = 0.5
"""Difference (h) up to which a plan's total counts as the sum of its tasks."""

MAX_PROBLEMS = 6
"""Maximum number of wrong deadlines that a model is told at once."""

HOUR_DECIMALS = 2

DateFault = Literal["unreadable", "past", "early"]
"""No date that exists; before the session's day; or before a deadline of an earlier phase."""


@dataclass(frozen=True, slots=True)
class TaskDeadline:
    """Deadline of a task as the plan has it, and what it must be at least.

    Attributes:
        task: The task.
        phase_name: Phase that it belongs to.
        floor: Earliest possible day: the session's day, or the last deadline of the earlier phases.
        corrected: The deadline itself if it is right, else the nearest day that is.
        fault: What is wrong with it; None if nothing is.
    """

    task: PlanTask
    phase_name: str
    floor: date
    corrected: date
    fault: DateFault | None


def find_deadline_problems(plan: Plan, today: str, language: Language) -> tuple[str, ...]:
    """Return a sentence for each wrong deadline of a plan, at most MAX_PROBLEMS (6).

    Every deadline must be a date that exists, not before `today` (YYYY-MM-DD), and not before any deadline of an
    earlier phase (DL-43).
    """
    first = _first_day(today)
    wrong = [each for phase in _assess(plan, first) for each in phase if each.fault is not None]
    return tuple(_describe(each, first, language) for each in wrong[:MAX_PROBLEMS])


def correct_plan(plan: Plan, today: str, language: Language) -> tuple[Plan, tuple[PlanCorrection, ...]]:
    """Return the plan with right deadlines and total, and a warning for each correction.

    A wrong deadline becomes the earliest possible day; one that is no date becomes the last deadline of its phase, or
    the earliest possible day. The total becomes the sum of the tasks' hours; a difference of more than
    TOTAL_TOLERANCE_H (0.5 h) is a warning (DL-42).
    """
    first = _first_day(today)
    assessed = list(_assess(plan, first))
    phases = tuple(
        phase.model_copy(update={"tasks": tuple(map(_with_right_deadline, deadlines))})
        for phase, deadlines in zip(plan.phases, assessed, strict=True)
    )
    total = sum_hours(plan)
    corrected = plan.model_copy(update={"phases": phases, "total_estimated_hours": total})
    wrong = [each for deadlines in assessed for each in deadlines if each.fault is not None]
    return corrected, (*_total_warnings(plan, total, language), *(_warn(each, first, language) for each in wrong))


def sum_hours(plan: Plan) -> float:
    """Return the sum (h) of the hours of all tasks, rounded to two decimals."""
    return round(math.fsum(task.estimated_hours for phase in plan.phases for task in phase.tasks), HOUR_DECIMALS)


def format_hours(hours: float) -> str:
    """Return hours as a number without superfluous zeros: 12, or 1.5."""
    return f"{hours:.{HOUR_DECIMALS}f}".rstrip("0").rstrip(".")


def _first_day(today: str) -> date:
    return parse_date(today) or date.min


def _assess(plan: Plan, first: date) -> Iterator[list[TaskDeadline]]:
    """Yield the deadlines of each phase, phase by phase."""
    floor = first
    for phase in plan.phases:
        deadlines = [_assess_task(task, phase, floor, first) for task in phase.tasks]
        yield deadlines
        floor = max(each.corrected for each in deadlines)


def _assess_task(task: PlanTask, phase: PlanPhase, floor: date, first: date) -> TaskDeadline:
    day = parse_date(task.deadline)
    if day is None:
        readable = (parse_date(other.deadline) for other in phase.tasks)
        last = max((each for each in readable if each is not None), default=floor)
        return TaskDeadline(task, phase.phase_name, floor, max(last, floor), "unreadable")
    fault: DateFault | None = None
    if day < floor:
        fault = "past" if day < first else "early"
    return TaskDeadline(task, phase.phase_name, floor, max(day, floor), fault)


def _with_right_deadline(deadline: TaskDeadline) -> PlanTask:
    if deadline.fault is None:
        return deadline.task
    return deadline.task.model_copy(update={"deadline": deadline.corrected.isoformat()})


def _describe(deadline: TaskDeadline, first: date, language: Language) -> str:
    assert deadline.fault is not None
    return _PROBLEMS[language][deadline.fault].format(
        task=deadline.task.title,
        phase=deadline.phase_name,
        deadline=deadline.task.deadline,
        today=first.isoformat(),
        floor=deadline.floor.isoformat(),
    )


def _warn(deadline: TaskDeadline, first: date, language: Language) -> PlanCorrection:
    text = _describe(deadline, first, language)
    changed = _CHANGED[language].format(day=deadline.corrected.isoformat())
    code = "deadline_unreadable" if deadline.fault == "unreadable" else "deadline_clamped"
    return PlanCorrection(code=code, text=f"{text}{changed}")


def _total_warnings(plan: Plan, total: float, language: Language) -> Iterator[PlanCorrection]:
    stated = plan.total_estimated_hours
    if abs(stated - total) > TOTAL_TOLERANCE_H:
        text = _TOTAL[language].format(stated=format_hours(stated), total=format_hours(total))
        yield PlanCorrection(code="total_corrected", text=text)


_PROBLEMS: Mapping[Language, Mapping[DateFault, str]] = {
    "zh": {
        "unreadable": "阶段“{phase}”的任务“{task}”的截止日期“{deadline}”不是一个存在的日期",
        "past": "阶段“{phase}”的任务“{task}”的截止日期 {deadline} 早于今天（{today}）",
        "early": "阶段“{phase}”的任务“{task}”的截止日期 {deadline} 早于前一阶段的截止日期 {floor}",
    },
    "en": {
        "unreadable": "The deadline “{deadline}” of the task “{task}” in the phase “{phase}” is no date that exists",
        "past": "The deadline {deadline} of the task “{task}” in the phase “{phase}” is before today ({today})",
        "early": "The deadline {deadline} of the task “{task}” in the phase “{phase}” is before {floor}, "
        "a deadline of an earlier phase",
    },
}
_CHANGED: Mapping[Language, str] = {"zh": "；已改为 {day}。", "en": "; it is now {day}."}
_TOTAL: Mapping[Language, str] = {
    "zh": "总时长 {stated} 小时与各任务之和不符；已改为 {total} 小时。",
    "en": "The total of {stated} h was not the sum of the tasks; it is now {total} h.",
}
