"""Dates of a plan: by the hours of a calendar, the day of an event, and the first days of a habit."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby

from deliberation.contracts.plan import Plan, PlanPhase, PlanTask
from deliberation.simulated.plan.event_days import TaskDate, days_before, fixed_day, place_fixed
from deliberation.simulated.plan.work_calendar import WorkCalendar
from deliberation.simulated.plan.work_plan import STEP_H, WorkPlan, WorkTask
from deliberation.simulated.text_variants import format_date, format_days, render
from shared.core.language import Language

MOST_EVEN_PACE = 1.3
"""Available hours for one hour of work up to which all of a plan is spread evenly."""

LEAST_PRACTICE = 0.15
"""Share of practice from which a plan stretches by its practice."""

REPEATED_FROM_DAYS = 7
"""Days after which what a habit repeats begins at the latest."""

SETUP_PHASES = 2
"""First phases of a habit in which it is set up."""


def write_plan(
    work: WorkPlan,
    calendar: WorkCalendar,
    end: date,
    language: Language,
    day: date | None = None,
    setup_days: int = 0,
) -> Plan:
    """Return the plan with dates until `end`, which never decrease.

    Tasks of practice that follow each other run side by side and end together; the others follow each other. If there
    is much more time than work, what is practised stretches, and what is arranged does not wait.

    Args:
        work: The plan.
        calendar: Hours of each weekday.
        end: Last day.
        language: Language of the texts.
        day: Day of an event or exam; what belongs to it, or to a day before it, lies on that day.
        setup_days: Days in which what is set up at the beginning is done, although the hours are spread; 0 for none.
    """
    last = end if day is None else min(end, day - timedelta(days=1))
    fixed = _fixed_tasks(work, calendar.today, day, language) if day else []
    free = _date_free(work, calendar, last, language, fixed)
    if day is None:
        free = _count_back(free, calendar.last_working_day(last), calendar.today)
    free = _set_up(free, work, calendar.today, setup_days)
    placed = place_fixed([[each for each in free if each.phase == number] for number in range(len(work.phases))], fixed)
    phases: list[PlanPhase] = []
    start = calendar.today
    for phase, tasks in zip(work.phases, placed, strict=True):
        if not tasks:
            continue
        if phase.name == render("phase.repeated", language):
            tasks = [_repeat(each, last, language) for each in tasks]
            start = min(
                start, calendar.today + timedelta(days=min(REPEATED_FROM_DAYS, (last - calendar.today).days // 4))
            )
        duration = _duration(start, tasks, calendar.today, language)
        phases.append(PlanPhase(phase_name=phase.name, duration=duration, tasks=tuple(_plan_task(t) for t in tasks)))
        start = tasks[-1].day
    return Plan(title=work.title, goal=work.goal, phases=tuple(phases), total_estimated_hours=work.total_hours)


def _repeat(dated: TaskDate, end: date, language: Language) -> TaskDate:
    """Return a task that is repeated until the end, marked as such."""
    tags = (*dated.task.tags, render("tag.repeated", language))
    return replace(dated, day=end, task=dated.task.model_copy(update={"tags": tags}))


def _plan_task(dated: TaskDate) -> PlanTask:
    return dated.task.model_copy(update={"deadline": dated.day.isoformat()})


def _dated(task: WorkTask, phase: int, day: date, language: Language) -> TaskDate:
    tags = (render(f"tag.{task.kind}", language),)
    plan_task = PlanTask(title=task.title, estimated_hours=task.hours, deadline=day.isoformat(), tags=tags)
    return TaskDate(day, phase, plan_task)


def _fixed_tasks(work: WorkPlan, today: date, day: date, language: Language) -> list[TaskDate]:
    days = (
        (task, number, fixed_day(phase.name, task.title, day, today))
        for number, phase in enumerate(work.phases)
        for task in phase.tasks
    )
    return [_dated(task, number, found, language) for task, number, found in days if found is not None]


def _date_free(
    work: WorkPlan, calendar: WorkCalendar, end: date, language: Language, fixed: Sequence[TaskDate]
) -> list[TaskDate]:
    """Return the tasks that lie on no fixed day with the days that the hours give them, beside those of `fixed`."""
    final = calendar.last_working_day(end)
    titles = {each.task.title for each in fixed}
    phases = tuple(
        replace(phase, tasks=tuple(task for task in phase.tasks if task.title not in titles)) for phase in work.phases
    )
    free = replace(work, phases=phases)
    taken = math.fsum(each.task.estimated_hours for each in fixed if each.day <= final)
    pace_of = _paces(free, max(STEP_H, calendar.capacity(end) - taken))

    def day_of(hours: float) -> date:
        """Return the day by which so many hours are over that no task of a fixed day takes."""
        day = calendar.day_after(hours)
        for _ in range(2):
            other = math.fsum(each.task.estimated_hours for each in fixed if each.day <= day)
            day = calendar.day_after(hours + other)
        return min(final, day)

    spent = 0.0
    dated: list[TaskDate] = []
    for number, phase in enumerate(phases):
        for is_practice, group in groupby(phase.tasks, key=lambda task: task.kind == "practise"):
            members = list(group)
            pace = pace_of(number, is_practice)
            ends = [math.fsum(task.hours for task in members)] * len(members) if is_practice else _running_sums(members)
            days = (day_of(spent + hours * pace) for hours in ends)
            dated += [_dated(task, number, day, language) for task, day in zip(members, days, strict=True)]
            spent += pace * math.fsum(task.hours for task in members)
    return dated


def _count_back(tasks: Sequence[TaskDate], end: date, today: date) -> list[TaskDate]:
    """Return the tasks in which one that names its days before the end lies there, if no date decreases by it."""
    moved: list[TaskDate] = []
    for each in tasks:
        days = days_before(each.task.title)
        wanted = end - timedelta(days=days) if days else each.day
        floor = max((other.day for other in moved if other.phase < each.phase), default=wanted)
        moved.append(replace(each, day=wanted) if today < wanted and floor <= wanted < each.day else each)
    return moved


def _set_up(tasks: Sequence[TaskDate], work: WorkPlan, today: date, days: int) -> list[TaskDate]:
    """Return the tasks in which the short ones at the beginning are done within so many days."""
    kinds = [task.kind for phase in work.phases for task in phase.tasks]
    first = next(
        (
            number
            for number, (each, kind) in enumerate(zip(tasks, kinds, strict=False))
            if each.phase >= SETUP_PHASES or kind in ("practise", "make", "rest")
        ),
        len(tasks),
    )
    if not days or not first:
        return list(tasks)
    latest = (today + timedelta(days=math.ceil(days * (number + 1) / first)) for number in range(first))
    early = [replace(each, day=min(each.day, day)) for each, day in zip(tasks[:first], latest, strict=True)]
    return [*early, *tasks[first:]]


def _paces(work: WorkPlan, capacity: float) -> Callable[[int, bool], float]:
    """Return the available hours that pass for one hour of work, by phase and whether it is practice.

    They are the same for all unless there is much more time than work. Then practice stretches, with the last phase;
    without practice the first phases stretch, since what belongs to the end is not done months before.
    """
    total, last = work.total_hours, len(work.phases) - 1
    even = capacity / total if total else 1.0
    practice = math.fsum(task.hours for task in work.tasks if task.kind == "practise")

    def is_stretched(phase: int, is_practice: bool) -> bool:
        return is_practice or phase == last if practice >= LEAST_PRACTICE * total else phase < max(1, last - 1)

    slow = math.fsum(
        task.hours
        for number, phase in enumerate(work.phases)
        for task in phase.tasks
        if is_stretched(number, task.kind == "practise")
    )
    fast = min(even, MOST_EVEN_PACE)
    pace = (capacity - fast * (total - slow)) / slow if slow else even

    def pace_of(phase: int, is_practice: bool) -> float:
        return pace if is_stretched(phase, is_practice) or not slow else fast

    return pace_of


def _running_sums(tasks: Sequence[WorkTask]) -> list[float]:
    return [math.fsum(task.hours for task in tasks[: number + 1]) for number in range(len(tasks))]


def _duration(start: date, tasks: Sequence[TaskDate], today: date, language: Language) -> str:
    # Work begins on the day after the session's.
    first, end = (start + timedelta(days=1) if start == today else start), tasks[-1].day
    if (end - first).days < 1 or ((end - first).days == 1 and all(task.day == end for task in tasks)):
        return render("plan.one_day", language, end=format_date(end, today, language))
    return render(
        "plan.duration",
        language,
        start=format_date(first, today, language),
        end=format_date(end, today, language),
        span=format_days(max(1, (end - start).days), language),
    )
