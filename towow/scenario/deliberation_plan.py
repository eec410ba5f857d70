"""Plan of a scenario's planner: the file's fields, and for the others the plan before or default ones."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from deliberation.contracts.turns import PlannerFacts
from shared.core.text_catalog import TextCatalog
from towow.scenario.deliberation_entries import PhaseFields, PlannerFields, SessionPlanFields, TaskFields

Fields = dict[str, Any]

DEFAULT_HOURS = 10.0
"""Hours of a task that has none."""

DEFAULT_DAYS = 28
"""Days from the start of the session to the deadline of a task that has none."""

_text = TextCatalog.load("towow.scenario").render


def plan_fields(entry: PlannerFields, facts: PlannerFacts, accepted: int) -> Fields:
    """Return the fields of the planner's plan.

    It is the plan before if the entry says nothing about it. Otherwise title and goal that it does not give are those
    of the plan before, and so are the phases, unless it gives hours or a deadline: those are of a single task. If the
    plan would be the one before, its last task gets an hour for each finding accepted by default.

    Args:
        entry: Entry of the file.
        facts: Facts of the turn.
        accepted: Number of findings that the turn accepts without the file saying so.
    """
    given = entry.plan or SessionPlanFields()
    before = None if facts.own_plan is None else facts.own_plan.model_dump()
    is_single = entry.hours is not None or entry.deadline is not None
    default = before if before is not None else _default_fields(facts)
    phases = default["phases"]
    if given.phases is not None:
        phases = [_phase_fields(phase, number, facts) for number, phase in enumerate(given.phases, 1)]
    elif is_single or before is None:
        task = TaskFields.model_construct(estimated_hours=entry.hours, deadline=entry.deadline)
        phases = [_phase_fields(PhaseFields.model_construct(tasks=(task,)), 1, facts)]
    if before is not None and _tasks(phases) == _tasks(before["phases"]):
        phases = _with_more_hours(phases, accepted)
    total = given.total_estimated_hours
    return {
        "title": given.title or default["title"],
        "goal": default["goal"] if given.goal is None else given.goal,
        "phases": phases,
        "total_estimated_hours": _sum_hours(phases) if total is None else total,
    }


def describe_plan(plan: Fields, facts: PlannerFacts) -> str:
    """Return the default text of a planner's turn; "-" for a plan without tasks."""
    days = [task["deadline"] for task in _tasks(plan["phases"])]
    hours = plan["total_estimated_hours"]
    return _text("session.plan", facts.context.language, hours=f"{hours:g}", day=max(days)) if days else "-"


def _default_fields(facts: PlannerFacts) -> Fields:
    context = facts.context
    title = _text("session.plan_title", context.language, query=context.query)
    return {"title": title, "goal": context.query, "phases": []}


def _phase_fields(phase: PhaseFields, number: int, facts: PlannerFacts) -> Fields:
    language = facts.context.language
    tasks = (TaskFields(),) if phase.tasks is None else phase.tasks
    return {
        "phase_name": phase.phase_name or _text("session.phase", language, number=number),
        "duration": _text("session.duration", language) if phase.duration is None else phase.duration,
        "tasks": [_task_fields(task, facts) for task in tasks],
    }


def _task_fields(task: TaskFields, facts: PlannerFacts) -> Fields:
    return {
        "title": task.title or _text("session.task", facts.context.language),
        "estimated_hours": DEFAULT_HOURS if task.estimated_hours is None else task.estimated_hours,
        "deadline": task.deadline or _default_deadline(facts.context.today),
        "tags": task.tags,
    }


def _default_deadline(today: str) -> str:
    return (date.fromisoformat(today) + timedelta(days=DEFAULT_DAYS)).isoformat()


def _tasks(phases: Sequence[Fields]) -> list[Fields]:
    """Return the tasks of all phases; tags are left out, as a tuple differs from a list."""
    return [task | {"tags": ()} for phase in phases for task in phase["tasks"]]


def _with_more_hours(phases: Sequence[Fields], hours: float) -> list[Fields]:
    """Return the phases, with more hours for the last task of all."""
    *others, phase = phases
    *tasks, task = phase["tasks"]
    more = task | {"estimated_hours": task["estimated_hours"] + hours}
    return [*others, phase | {"tasks": [*tasks, more]}]


def _sum_hours(phases: Sequence[Fields]) -> float:
    return sum(task["estimated_hours"] for task in _tasks(phases))
