"""Choice of the holders of a plan's needs: able, free on its day, within the budget, without contradictions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from channel_admin.simulated.assignment_terms import set_hours
from channel_admin.simulated.offer_terms import covers_skill, first_clause, is_too_late, is_unavailable
from channel_admin.simulated.plan_needs import PlanNeed
from channel_admin.simulated.plan_problems import PlanProblems, PlanRole, count_problems
from negotiation.contracts.money import Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.terms import NO_TERMS, Terms
from negotiation.search.synonyms import load_thesaurus
from shared.llm.seeded_random import seeded_fraction

MAX_CHANCE = 4
"""Points of confidence (0–100) that chance, fixed by the demand's id, gives at most to one of several offers."""


@dataclass(frozen=True, slots=True)
class PlanTarget:
    """Day, people and budget for which the holders of a plan are chosen.

    Attributes:
        seed: The demand's id; varies the choice between similar offers, always in the same way for the same id.
        today: Date of the submission.
        day: Day of the plan; None while the offers are to decide it.
        hours: Start and end of the plan on its day; None without a day.
        people: Number who come; None if it is not known.
        budget: All the money there is; None if the demand names none.
    """

    seed: str
    today: date
    day: date | None = None
    hours: tuple[str, str] | None = None
    people: int | None = None
    budget: Money | None = None


@dataclass(frozen=True, slots=True)
class RoleAssignment:
    """Part of a plan and its holder, or a reserve; `first_holder` is the name of the main holder, if another one.

    An offer that covers no need has the skill "" and no need.
    """

    skill: str
    offer: Offer
    need: PlanNeed | None = None
    reserve: bool = False
    first_holder: str = ""


def assign_roles(needs: Sequence[PlanNeed], offers: Sequence[Offer], target: PlanTarget) -> list[RoleAssignment]:
    """Return the parts of all offers: as many holders for each need as it asks for, the other agents as reserves.

    Holders are preferably free on the day, able to serve all who come, without another part, with few requests and high
    confidence. Then each is replaced as long as another choice has fewer problems (`count_problems`): a cheaper one if
    the sum of the fees is above the budget, one whose conditions do not contradict another part. An agent that holds
    nothing becomes a reserve, or a second holder if several people can share the skill, they ask no fee, and the plan has
    no more problems by it.

    Args:
        needs: A need that no offer covers gets no part.
        offers: Offers that do not decline; the caller removes the others.
        target: Day, people and budget.
    """
    held: list[RoleAssignment] = []
    for need in needs:
        assigned = {part.offer.agent_id for part in held}
        matching = _sort_offers([offer for offer in offers if covers_skill(offer, need.tag)], need, assigned, target)
        held += [RoleAssignment(need.tag, offer, need) for offer in matching[: need.count]]
    held = _improve(held, offers, target)
    return _add_others(held, needs, offers, target)


def build_role(part: RoleAssignment, target: PlanTarget, *, terms: Terms | None = None) -> PlanRole:
    """Build the role of a part for `count_problems`, on the offered terms unless others are given."""
    offer, day = part.offer, target.day
    held = terms or offer.terms or NO_TERMS
    return PlanRole(
        key=role_key(part.need, part.skill),
        role=part.skill,
        agent_id=offer.agent_id,
        terms=set_hours(held, offer.terms, target.hours) if target.hours else held,
        is_unfree=day is not None and is_unavailable(offer, day),
        is_late=day is not None and is_too_late(offer, day, target.today),
    )


def role_key(need: PlanNeed | None, role: str) -> str:
    """Return what holders of the same need have in common: its id, else its skill, else the role."""
    return (need.id or need.tag) if need else role


def is_shareable(skill: str) -> bool:
    """Return whether several people can share a skill."""
    term = load_thesaurus("skills").find(skill) if skill else None
    return term is not None and term.many


def _sort_offers(offers: Sequence[Offer], need: PlanNeed, assigned: set[str], target: PlanTarget) -> list[Offer]:
    """Sort offers for a need, the preferable ones first."""
    return sorted(offers, key=lambda offer: _rank(offer, need, assigned, target))


def _rank(
    offer: Offer, need: PlanNeed, assigned: set[str], target: PlanTarget
) -> tuple[bool, bool, bool, bool, bool, float]:
    most = (offer.terms or NO_TERMS).people
    words = need.words.casefold()
    return (
        target.day is not None and is_unavailable(offer, target.day),
        target.day is not None and is_too_late(offer, target.day, target.today),
        most is not None and target.people is not None and most < target.people,
        offer.agent_id in assigned,
        words != need.tag.casefold() and words not in first_clause(offer).casefold(),
        -offer.confidence - MAX_CHANCE * seeded_fraction(target.seed, offer.agent_id, "holder"),
    )


def _problems(held: Sequence[RoleAssignment], target: PlanTarget) -> PlanProblems:
    return count_problems([build_role(part, target) for part in held], target.people, target.budget)


def _improve(held: list[RoleAssignment], offers: Sequence[Offer], target: PlanTarget) -> list[RoleAssignment]:
    """Replace one holder after the other by whoever leaves fewest problems, as long as they become fewer."""
    problems = _problems(held, target)
    while any(problems):
        choices = [(_problems(choice, target), choice) for choice in _alternatives(held, offers, target)]
        best, choice = min(choices, key=lambda each: each[0], default=(problems, held))
        if best >= problems:
            return held
        held, problems = choice, best
    return held


def _alternatives(
    held: list[RoleAssignment], offers: Sequence[Offer], target: PlanTarget
) -> Iterator[list[RoleAssignment]]:
    """Yield each choice that differs in one holder, the preferable ones first."""
    for index, part in enumerate(held):
        need = part.need
        if need is None:
            continue
        present = {other.offer.agent_id for other in held if other.need == need}
        assigned = {other.offer.agent_id for other in held}
        others = [offer for offer in offers if offer.agent_id not in present and covers_skill(offer, need.tag)]
        for offer in _sort_offers(others, need, assigned, target):
            yield [*held[:index], replace(part, offer=offer), *held[index + 1 :]]


def _add_others(
    held: list[RoleAssignment], needs: Sequence[PlanNeed], offers: Sequence[Offer], target: PlanTarget
) -> list[RoleAssignment]:
    """Return the holders, then the other agents as second holders, helpers or reserves, then reserves last."""
    main = {part.need: part.offer.display_name for part in reversed(held)}
    assigned = {part.offer.agent_id for part in held}
    parts, reserves = list(held), list[RoleAssignment]()
    for offer in offers:
        if offer.agent_id in assigned:
            continue
        need = next((need for need in needs if covers_skill(offer, need.tag)), None)
        part = RoleAssignment(need.tag if need else "", offer, need, first_holder=main.get(need, ""))
        if _may_join(part, parts, target):
            parts.append(part)
        else:
            reserves.append(replace(part, reserve=True))
    return parts + reserves


def _may_join(part: RoleAssignment, parts: Sequence[RoleAssignment], target: PlanTarget) -> bool:
    """Return whether an agent that no need lacks joins: for a fee none does, since nobody asked for more people."""
    is_paid = bool(part.offer.terms and part.offer.terms.fee and part.offer.terms.fee.amount)
    if part.first_holder and (is_paid or not is_shareable(part.skill)):
        return False
    return _problems([*parts, part], target) <= _problems(parts, target)
