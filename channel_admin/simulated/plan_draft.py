"""Draft of a plan from offers: its parts, the requests that it grants, the others (simulated prompt 4)."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from channel_admin.core.plan_totals import expected_people, fee_amount
from channel_admin.simulated.assignment_terms import build_terms, granted_terms, render_notes, set_hours
from channel_admin.simulated.participant_request import ParticipantRequest, requests_in_offer
from channel_admin.simulated.plan_needs import PlanNeed
from channel_admin.simulated.plan_problems import excludes_part
from channel_admin.simulated.role_assignment import PlanTarget, RoleAssignment
from channel_admin.simulated.texts import render_text
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment
from negotiation.contracts.terms import NO_TERMS, ConditionKind, Terms, merge_terms
from shared.core.language import Language

REQUESTER_CONDITIONS: frozenset[ConditionKind] = frozenset(
    {"payment", "deposit", "equipment", "travel", "helper", "outline", "credit", "safety"}
)
"""Kinds of conditions by which the requester pays, gives or arranges something."""


class AgentRole(NamedTuple):
    """Agent and one role that it holds, not in reserve."""

    agent_id: str
    role: str


def build_assignment(
    part: RoleAssignment,
    core: Sequence[PlanNeed],
    core_role: str | None,
    open_requests: Sequence[ParticipantRequest],
    target: PlanTarget,
    language: Language,
    contradicted: Sequence[ParticipantRequest] = (),
) -> Assignment:
    """Build the plan's assignment for one part, with texts in `language`.

    Args:
        part: The part; without a skill it is that of a helper.
        core: Needs whose holders are required.
        core_role: Role on which all others depend; None if there is none.
        open_requests: Requests that the plan does not grant. A reserve's are granted but
            for fees, to be settled when called.
        target: Hours of the plan, and who comes.
        language: Language of the texts.
        contradicted: Conditions that contradict another part: they stand in the terms, but are not agreed.
    """
    role = part.skill or render_text("support", language)
    requests = requests_in_offer(part.offer)
    unmet = [
        request
        for request in requests
        if (request.fee if part.reserve else request in open_requests and request not in contradicted)
    ]
    terms = build_terms(part.offer, [request for request in requests if request not in unmet], unmet)
    terms = set_hours(terms, part.offer.terms, target.hours) if target.hours else terms
    return Assignment(
        agent_id=part.offer.agent_id,
        display_name=part.offer.display_name,
        role=role,
        responsibility=_responsibility(part, role, language),
        dependencies=(core_role,) if core_role and role != core_role else (),
        required=part.need in core and not part.reserve and not part.first_holder,
        need=part.need.id if part.need else None,
        reserve=part.reserve,
        terms=terms,
        notes=render_notes(
            terms,
            language,
            reserve=part.reserve,
            unsettled=[] if part.reserve else [request.text for request in contradicted],
        ),
    )


def state_terms_once(assignments: Sequence[Assignment]) -> tuple[Assignment, ...]:
    """Return the assignments with each agent's fee and conditions on its first one that is not in reserve only."""
    stated: set[str] = set()
    result: list[Assignment] = []
    for part in assignments:
        result.append(_without_terms(part) if part.agent_id in stated else part)
        if not part.reserve:
            stated.add(part.agent_id)
    return tuple(result)


def _without_terms(part: Assignment) -> Assignment:
    terms = part.terms or NO_TERMS
    kept = Terms(start=terms.start, end=terms.end, people=terms.people)
    return part.model_copy(update={"terms": kept, "notes": ""})


def _responsibility(part: RoleAssignment, role: str, language: Language) -> str:
    """Responsibility of a holder with the most people that it serves, or of a reserve or second holder."""
    if part.reserve:
        return stand_in_text(role, part.first_holder, language)
    if part.first_holder:
        return render_text("shares", language, role=role, holder=part.first_holder)
    people = (part.offer.terms or NO_TERMS).people
    size = render_text("sized", language, people=people) if people else ""
    return render_text("does", language, role=role) + size


def stand_in_text(role: str, holder: str, language: Language) -> str:
    """Return the responsibility of a reserve; `holder` is whom it stands in for, "" if nobody holds the role."""
    key = "stands_by" if holder else "stands_ready"
    return render_text(key, language, role=role, holder=holder)


def ungranted_requests(
    parts: Sequence[RoleAssignment], demand: DemandUnderstanding, target: PlanTarget
) -> list[ParticipantRequest]:
    """Return those requests of the holders that a first plan does not grant, in their order.

    These are fees beyond the budget, counted from the lowest rise up (without a budget all that are more than the
    offered fee), what the requester would have to give (REQUESTER_CONDITIONS: it stays open until the holder insists),
    requests with an obstacle (`obstacle_to`), other days, a longer notice than is left, and numbers of people below
    those who come.

    Args:
        parts: Parts of the plan; reserves are left out.
        demand: Budget and location.
        target: Day of the plan, and who comes.
    """
    held = [part for part in parts if not part.reserve]
    offers = {part.offer.agent_id: part.offer for part in held}
    roles = [AgentRole(part.offer.agent_id, part.skill) for part in held]
    requests = [request for offer in offers.values() for request in requests_in_offer(offer)]
    unaffordable = _unaffordable_requests(offers, requests, target)
    return [
        request
        for request in requests
        if request in unaffordable
        or request.kinds & REQUESTER_CONDITIONS
        or obstacle_to(request, demand, roles)
        or not _is_possible(request, target)
    ]


def contradicted_requests(
    requests: Sequence[ParticipantRequest], roles: Sequence[AgentRole]
) -> list[ParticipantRequest]:
    """Return those of `requests` that contradict what another agent does; `roles` are those of the plan."""
    return [request for request in requests if _contradicts(request, roles)]


def _contradicts(request: ParticipantRequest, roles: Sequence[AgentRole]) -> bool:
    others = (role for agent_id, role in roles if agent_id != request.agent_id)
    return any(excludes_part(request.terms, role) for role in others)


def obstacle_to(request: ParticipantRequest, demand: DemandUnderstanding, roles: Sequence[AgentRole]) -> str:
    """Return the key of the text (`render_text`) on the obstacle to a request; "" if there is none.

    Keys: "broke" for a cost if the budget is zero, "filmed" and "catered" for an objection to filming or to food from
    outside if another participant does that. `roles` are those of the plan. Conditions on the requester, such as payment
    on the day or equipment on the spot, are no obstacle: they stand in the plan, where the requester reads them. Amounts
    and days are not checked.
    """
    budget = demand.limits.budget
    if request.implies_cost and budget is not None and budget.amount == 0:
        return "broke"
    if _contradicts(request, roles):
        return "filmed" if "recording" in request.kinds else "catered"
    return ""


def fee_rise(request: ParticipantRequest, terms: Terms | None, people: int | None) -> int:
    """Return by how much a requested fee is more than that of the terms, in minor units; negative if it is less.

    A fee in another currency than that of the terms is a rise by its whole amount.
    """
    asked = fee_amount(merge_terms(terms, granted_terms(request)) or NO_TERMS, people)
    present = fee_amount(terms or NO_TERMS, people)
    if asked is None:
        return 0
    return asked.amount - (present.amount if present and present.currency == asked.currency else 0)


def _unaffordable_requests(
    offers: Mapping[str, Offer], requests: Sequence[ParticipantRequest], target: PlanTarget
) -> list[ParticipantRequest]:
    """Return requests for a rise beyond the budget; without a budget in its currency, all requests for a rise."""

    def rise(request: ParticipantRequest) -> int:
        return fee_rise(request, offers[request.agent_id].terms, target.people)

    rises = sorted(
        (request for request in requests if request.fee and rise(request) > 0),
        key=lambda request: (rise(request), request.agent_id),
    )
    budget = target.budget
    if budget is None:
        return rises
    offered = [fee_amount(offer.terms or NO_TERMS, target.people) for offer in offers.values()]
    left = budget.amount - sum(fee.amount for fee in offered if fee and fee.currency == budget.currency)
    unaffordable: list[ParticipantRequest] = []
    for request in rises:
        is_comparable = request.fee is not None and request.fee.currency == budget.currency
        if is_comparable and rise(request) <= left:
            left -= rise(request)
        else:
            unaffordable.append(request)
    return unaffordable


def _is_possible(request: ParticipantRequest, target: PlanTarget) -> bool:
    if request.topic == "date":
        return request.day is None or request.day == target.day
    notice = request.terms.notice_days
    if notice is not None and target.day is not None and (target.day - target.today).days < notice:
        return False
    return request.fits_attendance(target.people)


def build_target(
    demand: DemandUnderstanding, seed: str, today: date, day: date | None = None, hours: tuple[str, str] | None = None
) -> PlanTarget:
    """Build the target of a plan for a demand: who comes, the budget, and the day if it is known."""
    return PlanTarget(seed, today, day, hours, expected_people(demand), demand.limits.budget)
