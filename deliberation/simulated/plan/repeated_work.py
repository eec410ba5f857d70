"""Plan of a habit: what is done every day or week runs side by side from the first weeks to the end."""

from dataclasses import replace

from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import render

_STEPWISE = frozenset(("child_sleep", "dog_training", "potty_training", "quit_smoking", "rehab"))
"""Habits in which each step needs the one before it."""


def gather_repeated(query: UserQuery, work: WorkPlan) -> WorkPlan:
    """Return the plan of a habit with its practice, which is repeated, in one phase at the end, which runs beside the others."""
    if query.match is None or query.match.domain.kind != "habit" or query.match.domain.id in _STEPWISE:
        return work
    repeated = tuple(task for task in work.tasks if task.kind == "practise")
    phases = [replace(each, tasks=tuple(t for t in each.tasks if t not in repeated)) for each in work.phases]
    kept = tuple(each for each in phases if each.tasks)
    if not repeated or not kept:
        return work
    return replace(work, phases=(*kept, WorkPhase(render("phase.repeated", query.language), repeated)))
