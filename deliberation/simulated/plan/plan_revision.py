"""Revision of a plan: what the planner changes for each finding, and what it answers."""

from collections.abc import Callable, Mapping

from deliberation.contracts.critique import CritiqueFinding
from deliberation.simulated.plan.clause_task import add_obstacle, add_unused
from deliberation.simulated.plan.fault import FaultKey, ReadFault, read_fault
from deliberation.simulated.plan.open_goal import accept_open_goal
from deliberation.simulated.plan.plan_change import (
    cut_to_capacity,
    lower_load,
    move_to_practice,
    name_what_goes,
    reduce,
    state_measure,
)
from deliberation.simulated.plan.revision import Revision
from deliberation.simulated.plan.task_addition import (
    add_budget,
    add_check,
    add_date,
    add_decision,
    add_expert,
    add_from_text,
    add_health,
    add_hours_check,
    add_missing,
    add_portion,
    add_rate,
    add_remedy,
    add_reserve,
)
from deliberation.simulated.text_variants import render


def accept_finding(revision: Revision, finding: CritiqueFinding) -> Revision:
    """Return the revision after a finding was met."""
    fault = read_fault(finding.text, revision.query.language)
    if fault is None:
        return add_from_text(revision, finding)
    if revision.budget.is_impossible and fault.key not in _EVEN_SO:
        return revision.with_answer(finding, render("answer.not_yet", revision.query.language), "rebutted")
    return _MEASURES[fault.key](revision, finding, fault)


_EVEN_SO = ("nameless", "beyond", "short_hours", "short_days", "too_soon", "health")
"""Faults that are met although the goal is impossible; nothing else is planned towards it."""

_Measure = Callable[[Revision, CritiqueFinding, ReadFault], Revision]
_MEASURES: Mapping[FaultKey, _Measure] = {
    "nameless": accept_open_goal,
    "beyond": accept_open_goal,
    "short_hours": reduce,
    "short_days": reduce,
    "too_soon": reduce,
    "rate": add_rate,
    "pace": add_rate,
    "amount": add_portion,
    "budget": add_budget,
    "unused": add_unused,
    "health": add_health,
    "open_end": add_decision,
    "tight": name_what_goes,
    "half": name_what_goes,
    "risk": add_remedy,
    "hours": add_hours_check,
    "obstacle": add_obstacle,
    "vague": state_measure,
    "unknown": add_expert,
    "date": add_date,
    "missing": add_missing,
    "reserve": add_reserve,
    "no_check": add_check,
    "theory": move_to_practice,
    "optimistic": lower_load,
    "heavy": lower_load,
    "over": cut_to_capacity,
}
