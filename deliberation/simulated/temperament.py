"""Temperaments of the simulated agents, drawn from session and agent, so that no two agents share a draw."""

from typing import Literal

from deliberation.contracts.session import SessionContext
from shared.llm.seeded_random import seeded_fraction

PlannerTemper = Literal["accommodating", "firm", "stubborn"]
CriticTemper = Literal["strict", "plain", "mild", "conformist"]

_PLANNERS: tuple[tuple[float, PlannerTemper], ...] = ((0.5, "accommodating"), (0.65, "firm"), (1.0, "stubborn"))
_CRITICS: tuple[tuple[float, CriticTemper], ...] = (
    (0.26, "strict"),
    (0.62, "plain"),
    (0.9, "mild"),
    (1.0, "conformist"),
)


def planner_temper(context: SessionContext) -> PlannerTemper:
    """Return how the planner of a session takes criticism."""
    draw = seeded_fraction(context.session_id, "planner", "resolve")
    return next(temper for bound, temper in _PLANNERS if draw < bound)


def critic_temper(context: SessionContext) -> CriticTemper:
    """Return how hard the critic of a session judges."""
    draw = seeded_fraction(context.session_id, "critic", "temper")
    return next(temper for bound, temper in _CRITICS if draw < bound)


def obeys_command(context: SessionContext) -> bool:
    """Return whether a stubborn planner of a session moves when the host commands it."""
    return seeded_fraction(context.session_id, "planner", "command") < 0.6
