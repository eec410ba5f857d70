"""Sharing and replacement of role holders by reserves in an adjusted plan (TW-506)."""

from collections.abc import Sequence
from dataclasses import dataclass

from channel_admin.core.plan_totals import expected_people, plan_totals
from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated.assignment_terms import render_notes
from channel_admin.simulated.participant_request import ParticipantRequest, requests_in_offer
from channel_admin.simulated.plan_draft import AgentRole, contradicted_requests, obstacle_to
from channel_admin.simulated.plan_needs import PlanNeed, core_needs, find_plan_need, list_needs, need_gaps
from channel_admin.simulated.texts import render_text
from negotiation.contracts.proposal import Assignment, Change
from negotiation.contracts.terms import NO_TERMS
from negotiation.search.synonyms import load_thesaurus


@dataclass(frozen=True, slots=True)
class RoleShare:
    """Role that the requesting holder shares with a second one, taken from its reserves."""

    request: ParticipantRequest
    role: str
    second: Assignment


def needs_second_holder(facts: AdjustmentFacts, request: ParticipantRequest) -> bool:
    """Return whether a second holder could meet the request: to share a role, or for fewer people than expected."""
    return asks_to_share(facts, request) or not request.fits_attendance(expected_people(facts.demand))


def asks_to_share(facts: AdjustmentFacts, request: ParticipantRequest) -> bool:
    """Return whether a request for help names a role of the requester, who does not want to hold it alone.

    Any other help (`a helper for the chairs`) is a condition, for the requester of the demand to arrange.
    """
    return request.topic == "hands" and _named_part(facts, request) is not None


def _named_part(facts: AdjustmentFacts, request: ParticipantRequest) -> Assignment | None:
    """Return the part of the requester whose role a request names, not one in reserve; None without one."""
    own = [part for part in facts.proposal.assignments if part.agent_id == request.agent_id and not part.reserve]
    words = request.text.casefold()
    return next((part for part in own if part.role and part.role.casefold() in words), None)


def find_share(facts: AdjustmentFacts, request: ParticipantRequest) -> RoleShare | None:
    """Return the role that a request names, else the requester's first one, with the first reserve that can share it.

    None if the requester has no role, the role is bound to its location, it has no reserve, or the budget does not
    cover the reserve's fee. Whether the request needs a second holder is not checked (see `needs_second_holder`).
    """
    own = (part for part in facts.proposal.assignments if part.agent_id == request.agent_id)
    held = _named_part(facts, request) or next(own, None)
    if held is None or load_thesaurus("skills").is_location_bound(held.role):
        return None
    second = next(iter(find_reserves(facts, held, facts.proposal.assignments)), None)
    is_affordable = second is not None and _is_affordable(facts, second, facts.proposal.assignments)
    return RoleShare(request, held.role, second) if second and is_affordable else None


def find_reserves(facts: AdjustmentFacts, held: Assignment, parts: Sequence[Assignment]) -> list[Assignment]:
    """Return those of `parts` that are in reserve for the same need as `held`, or the same role, and have not left."""
    return [
        part
        for part in parts
        if part.reserve
        and part.agent_id not in facts.left
        and (part.need == held.need if part.need and held.need else part.role == held.role)
    ]


def find_roomier_reserve(facts: AdjustmentFacts, agent_id: str, people: int) -> Assignment | None:
    """Return the first reserve for a role of an agent that serves so many people; None if there is none."""
    own = (part for part in facts.proposal.assignments if part.agent_id == agent_id and not part.reserve)
    reserves = (reserve for part in own for reserve in find_reserves(facts, part, facts.proposal.assignments))
    return next((part for part in reserves if ((part.terms or NO_TERMS).people or people) >= people), None)


def apply_shares(facts: AdjustmentFacts, parts: Sequence[Assignment], shares: Sequence[RoleShare]) -> list[Assignment]:
    """Return a copy of `parts` in which each share's second holder holds the shared role instead of being in reserve."""
    first_names = {share.second.agent_id: share.request.name for share in shares}
    return [
        call_reserve(facts, part, parts, beside=first_names[part.agent_id])
        if part.reserve and part.agent_id in first_names
        else part
        for part in parts
    ]


def build_share_change(facts: AdjustmentFacts, share: RoleShare) -> Change:
    """Build the plan's record of a shared role: holders before and after, reason and requester."""
    language, first, second = facts.setting.language, share.request.name, share.second.display_name
    return Change(
        aspect=render_text("aspect.role", language),
        before=render_text("alone", language, name=first, role=share.role),
        after=render_text("both", language, name=first, other=second, role=share.role),
        reason=render_text("called_in", language, name=first, wish=share.request.text),
        requested_by=(share.request.agent_id,),
    )


def replace_holders(
    facts: AdjustmentFacts, parts: Sequence[Assignment], declined: Sequence[ParticipantRequest]
) -> tuple[list[Assignment], list[Change]]:
    """Give roles to their reserves if the holder rejects the plan over one of the `declined` requests.

    Requests that name a demanded skill are ignored, unless they ask to share the own role: they are about another one.

    Args:
        facts: Plan and feedback.
        parts: Assignments of the adjusted plan, reserves included; not modified.
        declined: Declined requests of any participants.

    Returns:
        A pair: the assignments of `parts` without the replaced holders, whose roles their reserves now hold, and one
            change for each replacement.
    """
    assignments, changes = list(parts), list[Change]()
    rejecting = {each.agent_id for each in facts.feedback if each.feedback_type == "reject"}
    for request in declined:
        names_skill = any(tag in request.text for tag in facts.demand.capability_tags)
        if request.agent_id not in rejecting or (names_skill and not asks_to_share(facts, request)):
            continue  # a request that names a skill is about another role, unless it is to share the own one
        own = (part for part in assignments if part.agent_id == request.agent_id and not part.reserve)
        held = next(own, None)
        reserve = next(iter(find_reserves(facts, held, assignments)), None) if held else None
        if held is None or reserve is None:
            continue
        called = call_reserve(facts, reserve, assignments)
        assignments = [called if part is reserve else part for part in assignments if part is not held]
        changes.append(
            handover_change(
                facts,
                held,
                reserve,
                render_text(
                    "replaced",
                    facts.setting.language,
                    name=held.display_name,
                    other=reserve.display_name,
                    wish=request.text,
                ),
            )
        )
    return assignments, changes


def promote_reserves(
    facts: AdjustmentFacts, parts: Sequence[Assignment], unfree: frozenset[str]
) -> tuple[list[Assignment], list[Change]]:
    """Make reserves the holders of needs with fewer holders than they ask for.

    Args:
        facts: The demand with its needs.
        parts: Assignments of the adjusted plan, reserves included; not modified.
        unfree: Agents who are not free on its day; they are promoted only if nobody else is there.

    Returns:
        A pair: all assignments in their order, with the promoted reserves changed, and one change for each promotion.
    """
    language = facts.setting.language
    needs = list_needs(facts.demand, language)
    assignments, changes = list(parts), list[Change]()
    for gap in (gap for _ in needs for gap in need_gaps(needs, assignments, language, facts.raw_input)):
        reserve = _next_reserve(facts, assignments, needs, gap.gap_type, unfree)
        if reserve is None:
            continue
        called = call_reserve(facts, reserve, assignments)
        assignments = [called if part is reserve else part for part in assignments]
        changes.append(
            Change(
                aspect=render_text("aspect.role", language),
                before=render_text("to_reserve", language, name=reserve.display_name, role=reserve.role),
                after=f"{called.display_name}: {called.role}",
                reason=render_text("promoted", language),
            )
        )
    return assignments, changes


def _next_reserve(
    facts: AdjustmentFacts,
    parts: Sequence[Assignment],
    needs: Sequence[PlanNeed],
    tag: str,
    unfree: frozenset[str],
) -> Assignment | None:
    """Return the first reserve for a skill; for an optional need only one that the budget allows."""
    reserves = [part for part in parts if part.reserve and part.agent_id not in unfree]
    for part in reserves:
        need = find_plan_need(part, needs)
        if need and need.tag == tag and (need.required or _is_affordable(facts, part, parts)):
            return part
    return None


def call_reserve(
    facts: AdjustmentFacts, reserve: Assignment, parts: Sequence[Assignment], *, beside: str = ""
) -> Assignment:
    """Return the assignment of a reserve that becomes a holder: what was to be settled when called is agreed.

    Conditions that cannot be granted are taken out of its terms; they stay open.

    Args:
        facts: Demand, plan and offers.
        reserve: The assignment in reserve.
        parts: Assignments of the plan.
        beside: Name of the holder with whom it shares the role; "" if it holds the role alone.
    """
    language = facts.setting.language
    needs = list_needs(facts.demand, language)
    offer = next((offer for offer in facts.offers if offer.agent_id == reserve.agent_id), None)
    requests = requests_in_offer(offer) if offer else ()
    roles = [AgentRole(part.agent_id, part.role) for part in parts if not part.reserve]
    contradicted = contradicted_requests(requests, roles)
    unmet = [each for each in requests if each not in contradicted and obstacle_to(each, facts.demand, roles)]
    texts = {condition.text for request in unmet for condition in request.terms.conditions}
    terms = reserve.terms or NO_TERMS
    is_deposit_open = any(request.terms.deposit_share is not None for request in unmet)
    kept = terms.model_copy(
        update={
            "conditions": tuple(each for each in terms.conditions if each.text not in texts),
            "deposit_share": None if is_deposit_open else terms.deposit_share,
        }
    )
    unsettled = {request.text for request in contradicted}
    duty = render_text("shares" if beside else "does", language, role=reserve.role, holder=beside)
    return reserve.model_copy(
        update={
            "reserve": False,
            "responsibility": duty,
            "required": find_plan_need(reserve, needs) in core_needs(needs),
            "terms": kept if reserve.terms else None,
            "notes": render_notes(kept, language, reserve=False, unsettled=unsettled) if reserve.terms else "",
            "is_confirmed": False,
        }
    )


def handover_change(facts: AdjustmentFacts, held: Assignment, reserve: Assignment, reason: str) -> Change:
    """Build the plan's record of a role that goes from its holder to a reserve."""
    return Change(
        aspect=render_text("aspect.role", facts.setting.language),
        before=f"{held.display_name}: {held.role}",
        after=f"{reserve.display_name}: {held.role}",
        reason=reason,
    )


def _is_affordable(facts: AdjustmentFacts, second: Assignment, parts: Sequence[Assignment]) -> bool:
    """Return whether the fees of a plan are within the budget with one reserve more as holder."""
    budget = facts.demand.limits.budget
    if budget is None:
        return True
    held = [*(part for part in parts if part is not second), second.model_copy(update={"reserve": False})]
    totals = plan_totals(held, expected_people(facts.demand))
    return all(total.amount <= budget.amount for total in totals if total.currency == budget.currency)
