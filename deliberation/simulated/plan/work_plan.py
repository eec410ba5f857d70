"""Plan as the rules work on it: tasks with kind and hours, without dates."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from deliberation.contracts.plan import Plan
from deliberation.simulated.knowledge.domain_table import TaskKind
from deliberation.simulated.text_variants import render
from shared.core.language import Language

STEP_H = 0.5
"""Unit in which hours are planned."""

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
