"""Problems of a choice of holders, as the checks of a plan would find them: day, notice, room, contradictions, budget."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from channel_admin.core.plan_totals import fee_amount
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from negotiation.understanding.role_skill import brings_food, takes_recordings


class PlanProblems(NamedTuple):
    """Numbers of problems, the worst kind first, so that they compare as a tuple.

    Attributes:
        unfree: Holders who are not free on the day.
        late: Holders who ask for more notice than is left.
        small: Needs whose holders serve fewer people than come.
        contradictions: Conditions that contradict another holder's part.
        excess: Sum of the fees above the budget, in minor units.
    """

    unfree: int
    late: int
    small: int
    contradictions: int
    excess: int


@dataclass(frozen=True, slots=True)
class PlanRole:
    """One part of a plan and its holder, not in reserve.

    Attributes:
        key: Need that it meets, by id or skill.
        role: Name of the part.
        agent_id: Its holder.
        terms: On which it is held.
        is_unfree: Whether the holder is not free on the day.
        is_late: Whether the holder asks for more notice than is left.
    """

    key: str
    role: str
    agent_id: str
    terms: Terms
    is_unfree: bool = False
    is_late: bool = False


def count_problems(roles: Sequence[PlanRole], people: int | None, budget: Money | None) -> PlanProblems:
    """Return the problems of a plan; `people` is the number who come, None if it is not known."""
    return PlanProblems(
        unfree=sum(role.is_unfree for role in roles),
        late=sum(role.is_late for role in roles),
        small=_count_small(roles, people),
        contradictions=sum(
            excludes_part(role.terms, other.role)
            for role in roles
            for other in roles
            if other.agent_id != role.agent_id
        ),
        excess=max(sum_fees(roles, people, budget.currency) - budget.amount, 0) if budget else 0,
    )


def excludes_part(terms: Terms, role: str) -> bool:
    """Return whether a condition excludes that somebody else brings food, or takes pictures or sound, as `role` does."""
    kinds = {condition.kind for condition in terms.conditions}
    return ("food" in kinds and brings_food(role)) or ("recording" in kinds and takes_recordings(role))


def sum_fees(roles: Iterable[PlanRole], people: int | None, currency: str) -> int:
    """Return the sum of the fees in one currency, in minor units, each agent's once."""
    fees = {role.agent_id: fee for role in roles if (fee := fee_amount(role.terms, people))}
    return sum(fee.amount for fee in fees.values() if fee.currency == currency)


def _count_small(roles: Sequence[PlanRole], people: int | None) -> int:
    if not people:
        return 0
    sizes: dict[str, list[int | None]] = {}
    for role in roles:
        sizes.setdefault(role.key, []).append(role.terms.people)
    return sum(all(each) and sum(size or 0 for size in each) < people for each in sizes.values())
