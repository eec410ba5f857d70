"""Plan as the rules work on it: tasks with kind and hours, dated by the calendar when it is done."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby

from deliberation.contracts.plan import Plan, PlanPhase, PlanTask
from deliberation.simulated.knowledge.domain_table import TaskKind
from deliberation.simulated.plan.work_calendar import WorkCalendar
from deliberation.simulated.text_variants import format_date, format_days, render
from shared.core.language import Language

STEP_H = 0.5
"""Unit in which hours are planned."""

MOST_EVEN_PACE = 1.3
"""Available hours for one hour of work up to which all of a plan is spread evenly."""

LEAST_PRACTICE = 0.15
"""Share of practice from which a plan stretches by its practice."""

KINDS: tuple[TaskKind, ...] = ("learn", "practise", "make", "check", "arrange", "rest")


@dataclass(frozen=True)
class WorkTask:
    """Task with its kind and hours."""

    title: str
    kind: TaskKind
    hours: float


@dataclass(frozen=True)
class WorkPhase:
    """Phase with its tasks."""

    name: str
    tasks: tuple[WorkTask, ...]


@dataclass(frozen=True)
class WorkPlan:
    """Plan without dates."""

    title: str
    goal: str
    phases: tuple[WorkPhase, ...]

    @property
    def tasks(self) -> tuple[WorkTask, ...]:
        """All tasks in their order."""
        return tuple(task for phase in self.phases for task in phase.tasks)

    @property
    def total_hours(self) -> float:
        """Sum of the hours."""
        return math.fsum(task.hours for task in self.tasks)

    def with_tasks(self, phase: int, tasks: Sequence[WorkTask]) -> "WorkPlan":
        """Return the plan with other tasks in one phase; a phase without tasks is left out."""
        phases = [
            replace(each, tasks=tuple(tasks)) if number == phase else each for number, each in enumerate(self.phases)
        ]
        return replace(self, phases=tuple(each for each in phases if each.tasks))

    def map_hours(self, hours: Sequence[float]) -> "WorkPlan":
        """Return the plan with other hours, one number a task; a task without hours is left out."""
        numbers = iter(hours)
        phases = tuple(
            replace(phase, tasks=tuple(replace(task, hours=next(numbers)) for task in phase.tasks))
            for phase in self.phases
        )
        kept = tuple(replace(phase, tasks=tuple(task for task in phase.tasks if task.hours > 0)) for phase in phases)
        return replace(self, phases=tuple(phase for phase in kept if phase.tasks))


def share_out(weights: Sequence[float], total: float) -> list[float]:
    """Return hours in steps of STEP_H by weight, at least one step each, whose sum is at most `total`.

    If there are more weights than steps, the greatest ones get one step each and the others nothing.
    """
    steps = max(1, int(total / STEP_H + 1e-6))
    if steps <= len(weights):
        chosen = sorted(range(len(weights)), key=lambda index: -weights[index])[:steps]
        return [STEP_H if index in chosen else 0.0 for index in range(len(weights))]
    whole = math.fsum(weights)
    exact = [max(1.0, weight / whole * steps) for weight in weights]
    scale = (steps - len(weights)) / max(1e-9, math.fsum(exact) - len(weights))
    exact = [1 + (value - 1) * scale for value in exact]
    counts = [int(value + 1e-9) for value in exact]
    for index in sorted(range(len(exact)), key=lambda index: counts[index] - exact[index])[: steps - sum(counts)]:
        counts[index] += 1
    return [count * STEP_H for count in counts]


def scale_hours(work: WorkPlan, total: float) -> WorkPlan:
    """Return the plan with its hours in proportion, but another total."""
    return work.map_hours(share_out([task.hours for task in work.tasks], total))


def round_hours(hours: float) -> float:
    """Return hours rounded to STEP_H, at least one step."""
    return max(STEP_H, round(hours / STEP_H) * STEP_H)


def read_plan(plan: Plan, language: Language) -> WorkPlan:
    """Return a plan as the rules work on it; the kinds are read from the first tags."""
    kinds: dict[str, TaskKind] = {render(f"tag.{kind}", language): kind for kind in KINDS}
    phases = tuple(
        WorkPhase(
            phase.phase_name,
            tuple(WorkTask(task.title, _kind(task.tags, kinds), task.estimated_hours) for task in phase.tasks),
        )
        for phase in plan.phases
    )
    return WorkPlan(plan.title, plan.goal, phases)


def _kind(tags: Sequence[str], kinds: Mapping[str, TaskKind]) -> TaskKind:
    for tag in tags:
        if tag in kinds:
            return kinds[tag]
    return "make"


def last_day(plan: Plan) -> date:
    """Return the last deadline of a plan."""
    return max(date.fromisoformat(task.deadline) for phase in plan.phases for task in phase.tasks)


def write_plan(work: WorkPlan, calendar: WorkCalendar, end: date, language: Language) -> Plan:
    """Return the plan with dates until `end`, which never decrease.

    Tasks of practice that follow each other run side by side and end together; the others follow each other. If there
    is much more time than work, what is practised stretches, and what is arranged does not wait.
    """
    final = calendar.last_working_day(end)
    pace_of = _paces(work, calendar.capacity(end))
    spent, start = 0.0, calendar.today
    phases: list[PlanPhase] = []
    for number, phase in enumerate(work.phases):
        tasks: list[PlanTask] = []
        for is_practice, group in groupby(phase.tasks, key=lambda task: task.kind == "practise"):
            members = list(group)
            pace = pace_of(number, is_practice)
            ends = [math.fsum(task.hours for task in members)] * len(members) if is_practice else _running_sums(members)
            for task, hours in zip(members, ends, strict=True):
                day = min(final, calendar.day_after(spent + hours * pace))
                tags = (render(f"tag.{task.kind}", language),)
                tasks.append(
                    PlanTask(title=task.title, estimated_hours=task.hours, deadline=day.isoformat(), tags=tags)
                )
            spent += pace * math.fsum(task.hours for task in members)
        tasks = _count_back(tasks, start, final)
        last = max(date.fromisoformat(task.deadline) for task in tasks)
        duration = _duration(start, last, calendar.today, language)
        phases.append(PlanPhase(phase_name=phase.name, duration=duration, tasks=tuple(tasks)))
        start = last
    return Plan(title=work.title, goal=work.goal, phases=tuple(phases), total_estimated_hours=work.total_hours)


_DAYS_BEFORE = re.compile(
    r"前(?P<zh>[一两二三四五六七八九十])(?P<unit_zh>天|周)(?!休息|不)|提前(?P<zh2>[一两二三四五六七八九十])(?P<unit_zh2>天|周)|"
    r"\b(?P<en>a|the|one|two|three|four|six|eight) ?(?P<unit_en>days?|weeks?) before\b",
    re.IGNORECASE,
)
_NUMBERS = {
    "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    "a": 1, "the": 1, "one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8,
}  # fmt: skip


def _days_before(title: str) -> int | None:
    """Return how many days before the end a task is done by its own words; None if it does not say."""
    match = _DAYS_BEFORE.search(title)
    if match is None or title.lower().startswith("rest"):
        return None
    number = match["zh"] or match["zh2"] or match["en"]
    unit = match["unit_zh"] or match["unit_zh2"] or match["unit_en"]
    return _NUMBERS[number.lower()] * (7 if unit.startswith(("周", "week")) else 1)


def _count_back(tasks: Sequence[PlanTask], floor: date, end: date) -> list[PlanTask]:
    """Return the tasks of a phase in which one that names its days before the end lies there, if the phase reaches it.

    Only an earlier day is possible when less is due by then than before; so nothing but the time order is changed.
    """
    moved: list[PlanTask] = []
    for task in tasks:
        days, day = _days_before(task.title), date.fromisoformat(task.deadline)
        wanted = end - timedelta(days=days) if days else day
        is_possible = floor <= wanted < day
        moved.append(task.model_copy(update={"deadline": wanted.isoformat()}) if is_possible else task)
    return moved


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


def _duration(start: date, end: date, today: date, language: Language) -> str:
    if (end - start).days < 1:
        return render("plan.one_day", language, end=format_date(end, today, language))
    return render(
        "plan.duration",
        language,
        start=format_date(start, today, language),
        end=format_date(end, today, language),
        span=format_days(max(1, (end - start).days), language),
    )
