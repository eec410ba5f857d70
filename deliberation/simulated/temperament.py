"""Temperaments of the simulated agents: a ground in the request for a stubborn planner, a draw for the rest."""

from datetime import date
from typing import Literal

from deliberation.contracts.session import SessionContext
from deliberation.simulated.plan.time_budget import budget_time
from deliberation.simulated.query.insistence import find_insistence
from deliberation.simulated.query.query_reader import UserQuery, read_query
from shared.llm.seeded_random import seeded_fraction

PlannerTemper = Literal["accommodating", "firm", "stubborn"]
CriticTemper = Literal["strict", "plain", "mild", "conformist"]

ACCOMMODATING_SHARE = 0.66
"""Share of the planners that give in, of those whose request gives no ground to be stubborn."""

_CRITICS: tuple[tuple[float, CriticTemper], ...] = (
    (0.26, "strict"),
    (0.62, "plain"),
    (0.9, "mild"),
    (1.0, "conformist"),
)


def planner_temper(context: SessionContext) -> PlannerTemper:
    """Return how the planner of a session takes criticism.

    It is stubborn where the request insists, or fixes a date and a measurable goal that together cannot be met.
    """
    query = read_query(context.query, context.language, date.fromisoformat(context.today))
    if find_insistence(query.text) or fixes_the_impossible(query):
        return "stubborn"
    draw = seeded_fraction(context.session_id, "planner", "temper")
    return "accommodating" if draw < ACCOMMODATING_SHARE else "firm"


def fixes_the_impossible(query: UserQuery) -> bool:
    """Return whether a request fixes both a date and a measurable goal, and the goal cannot be reached by the date."""
    if query.deadline is None or query.deadline.day is None:
        return False
    is_measurable = query.amount is not None or any(sign.isdigit() for sign in query.goal)
    return is_measurable and budget_time(query).is_short


def critic_temper(context: SessionContext) -> CriticTemper:
    """Return how hard the critic of a session judges."""
    draw = seeded_fraction(context.session_id, "critic", "temper")
    return next(temper for bound, temper in _CRITICS if draw < bound)


def obeys_command(context: SessionContext) -> bool:
    """Return whether a stubborn planner of a session moves when the host commands it."""
    return seeded_fraction(context.session_id, "planner", "command") < 0.6
