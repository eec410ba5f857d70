"""Adjusted plan: decided requests, replaced holders and kept limits in the next version (simulated prompt 6)."""

from collections.abc import Sequence
from datetime import date

from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import plan_adjustment, plan_day, role_replacement
from channel_admin.simulated.assignment_terms import (
    contains_terms,
    granted_terms,
    plan_hours,
    render_notes,
    set_hours,
)
from channel_admin.simulated.offer_terms import covers_skill, is_unavailable
from channel_admin.simulated.participant_names import names_only, refresh_names
from channel_admin.simulated.participant_request import ParticipantRequest, requests_in_offer
from channel_admin.simulated.plan_content import build_plan, departure_risks, open_risks
from channel_admin.simulated.plan_draft import (
    AgentRole,
    build_assignment,
    build_target,
    contradicted_requests,
    obstacle_to,
)
from channel_admin.simulated.plan_needs import LOST_CORE_IMPORTANCE, core_needs, count_holders, list_needs
from channel_admin.simulated.plan_repair import RepairContext, repair_plan
from channel_admin.simulated.role_assignment import PlanTarget, RoleAssignment, is_shareable
from channel_admin.simulated.texts import render_text
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, ProposalDraft
from negotiation.contracts.terms import NO_TERMS, Terms, merge_terms


def adjust_proposal(facts: AdjustmentFacts) -> ProposalDraft:
    """Answer the adjustment prompt (6): grant the requests that can be met, decline the others with a reason.

    The result is the whole plan, with an adjustment summary; agents in `facts.left` have no assignments. Limits that the
    requester keeps are returned to as far as people offered. If nothing changes, assignments and timeline are those of
    the plan before.
    """
    proposal, language = facts.proposal, facts.setting.language
    decision = plan_adjustment.decide_adjustment(facts)
    today = date.fromisoformat(facts.setting.today)
    day = decision.day or plan_day.choose_day(facts.demand, (), today)
    hours = plan_hours(day, facts.demand.terms, facts.setting.timezone)
    target = build_target(facts.demand, facts.demand_id, today, day, hours)
    parts = [part for part in proposal.assignments if part.agent_id not in facts.left]
    if day != proposal.day:
        parts = [_move_part(facts, part, target) for part in parts]
    parts = [_grant(facts, part, decision.granted) for part in _add_joiners(facts, parts, target)]
    parts = role_replacement.apply_shares(facts, parts, decision.shares)
    declined = [request for request, _ in decision.declined]
    parts, swaps = role_replacement.replace_holders(facts, parts, declined)
    parts, repairs = repair_plan(RepairContext(facts, target, decision.unfree), parts)
    parts, promotions = role_replacement.promote_reserves(facts, parts, decision.unfree)
    assignments = refresh_names(_carry_fees(facts, parts), _all_names(facts), language)
    lost = {gap.gap_type for gap in proposal.gaps if gap.importance >= LOST_CORE_IMPORTANCE}
    lost |= {part.role for part in proposal.assignments if not part.reserve}
    plan = build_plan(facts, assignments, day, _risks(facts, assignments, decision, target), lost)
    changes = (*plan_adjustment.build_changes(facts, decision), *swaps, *repairs, *promotions)
    summary = AdjustmentSummary(
        round=facts.round,
        changes_made=changes,
        requests_addressed=tuple(f"{request.name}: {request.full_text}" for request in decision.granted),
        requests_declined=plan_adjustment.declined_requests(decision),
    )
    is_unchanged = not changes and assignments == proposal.assignments
    return plan.model_copy(
        update={
            "timeline": proposal.timeline if day == proposal.day else plan.timeline,
            "rationale": render_text("unchanged", language) if is_unchanged else plan.rationale,
            "adjustment_summary": summary,
            "success_criteria": proposal.success_criteria or plan.success_criteria,
        }
    )


def _move_part(facts: AdjustmentFacts, part: Assignment, target: PlanTarget) -> Assignment:
    offered = next((offer.terms for offer in facts.offers if offer.agent_id == part.agent_id), None)
    return part.model_copy(
        update={"terms": set_hours(part.terms, offered, target.hours) if target.hours else part.terms}
    )


def _add_joiners(facts: AdjustmentFacts, parts: Sequence[Assignment], target: PlanTarget) -> list[Assignment]:
    """Return the parts of remaining participants, and one for each who joined since: for a need without holder first."""
    result = list(parts)
    assigned = {part.agent_id for part in facts.proposal.assignments}
    for offer in facts.offers:
        if offer.decision == "decline" or offer.agent_id in assigned or offer.agent_id in facts.left:
            continue
        if target.day is None or not is_unavailable(offer, target.day):
            result.append(_joiner(facts, offer, result, target))
    return result


def _joiner(facts: AdjustmentFacts, offer: Offer, parts: Sequence[Assignment], target: PlanTarget) -> Assignment:
    language = facts.setting.language
    needs = list_needs(facts.demand, language)
    covered = [need for need in needs if covers_skill(offer, need.tag)]
    vacant = (need for need in covered if count_holders(need, parts, needs) < need.count)
    need = next(vacant, None) or next(iter(covered), None)
    skill = need.tag if need else ""
    is_held = need is not None and count_holders(need, parts, needs) >= need.count
    first = next((part.display_name for part in parts if part.role == skill and not part.reserve), "")
    is_reserve = is_held and not (is_shareable(skill) and _fits_budget(offer, target))
    role = RoleAssignment(skill, offer, need, is_reserve, first if is_held else "")
    roles = [*_roles(parts), AgentRole(offer.agent_id, skill)]
    requests = requests_in_offer(offer)
    unmet = [each for each in requests if obstacle_to(each, facts.demand, roles)]
    return build_assignment(
        role, core_needs(needs), None, unmet, target, language, contradicted_requests(requests, roles)
    )


def _fits_budget(offer: Offer, target: PlanTarget) -> bool:
    """Return whether a second holder may join a plan with a budget: only for no fee, for it was planned without them."""
    fee = (offer.terms or NO_TERMS).fee
    return target.budget is None or fee is None or fee.amount == 0


def _grant(facts: AdjustmentFacts, part: Assignment, granted: Sequence[ParticipantRequest]) -> Assignment:
    """Return a part with what was granted to its holder in its terms and notes; itself if that is nothing new."""
    own = [
        request
        for request in granted
        if request.agent_id == part.agent_id and request.topic != "date" and plan_adjustment.is_news(facts, request)
    ]
    if not own or part.reserve or not _is_first_part(facts, part):
        return part
    terms = part.terms or NO_TERMS
    for request in own:
        terms = merge_terms(terms, granted_terms(request)) or terms
    language = facts.setting.language
    is_capped = any(request.people for request in own) or _capped_note(part, facts) in part.notes
    contradicted = contradicted_requests(own, _roles(facts.proposal.assignments))
    notes = render_notes(
        terms, language, reserve=False, capped=is_capped, unsettled=[request.text for request in contradicted]
    )
    return part.model_copy(update={"terms": terms, "notes": notes})


def _capped_note(part: Assignment, facts: AdjustmentFacts) -> str:
    people = part.terms.people if part.terms and part.terms.people else 0
    return render_text("term.people", facts.setting.language, people=people)


def _is_first_part(facts: AdjustmentFacts, part: Assignment) -> bool:
    own = (each for each in facts.proposal.assignments if each.agent_id == part.agent_id and not each.reserve)
    first = next(own, None)
    return first is None or (first.role, first.need) == (part.role, part.need)


def _carry_fees(facts: AdjustmentFacts, parts: Sequence[Assignment]) -> list[Assignment]:
    """Return the parts with the fee of each agent whose first part is gone on the first one that is left."""
    result = list(parts)
    paid = {part.agent_id for part in parts if part.terms and part.terms.fee}
    for old in facts.proposal.assignments:
        if old.reserve or not (old.terms and old.terms.fee) or old.agent_id in paid:
            continue
        index = next((at for at, part in enumerate(result) if part.agent_id == old.agent_id and not part.reserve), None)
        if index is not None:
            fee = Terms(fee=old.terms.fee, per=old.terms.per)
            result[index] = result[index].model_copy(update={"terms": merge_terms(result[index].terms, fee)})
            paid.add(old.agent_id)
    return result


def _risks(
    facts: AdjustmentFacts,
    assignments: Sequence[Assignment],
    decision: plan_adjustment.AdjustmentDecision,
    target: PlanTarget,
) -> tuple[str, ...]:
    """Return what is not settled: the day, the old risks that still hold, open conditions, declined requests."""
    present = [part.display_name for part in assignments if part.display_name and not part.reserve]
    satisfied = {request.name for request in decision.granted}
    settled = [name for name in present if name in satisfied]
    departures = {*departure_risks(facts, facts.proposal.day)}
    old = [
        risk
        for risk in facts.proposal.risks
        if risk not in departures
        and names_only(risk, _all_names(facts), present)
        and names_only(risk, settled, [name for name in present if name not in settled])
    ]
    declined = [request for request, _ in decision.declined if request.name in present]
    return (
        *departure_risks(facts, target.day),
        *old,
        *open_risks(facts, _open_conditions(facts, assignments, target)),
        *open_risks(facts, declined),
    )


def _open_conditions(
    facts: AdjustmentFacts, assignments: Sequence[Assignment], target: PlanTarget
) -> list[ParticipantRequest]:
    """Return the conditions of the holders' offers that their terms do not hold, or that contradict another part."""
    offers = {offer.agent_id: offer for offer in facts.offers}
    held = {part.agent_id: part for part in reversed(assignments) if not part.reserve and part.terms}
    result: list[ParticipantRequest] = []
    for agent_id, part in held.items():
        offer = offers.get(agent_id)
        requests = [each for each in (requests_in_offer(offer) if offer else ()) if each.topic not in ("fee", "date")]
        contradicted = contradicted_requests(requests, _roles(assignments))
        result += [
            request for request in requests if request in contradicted or not _is_settled(facts, request, part, target)
        ]
    return result


def _is_settled(facts: AdjustmentFacts, request: ParticipantRequest, part: Assignment, target: PlanTarget) -> bool:
    notice = request.terms.notice_days
    if notice is not None and target.day is not None and (target.day - target.today).days < notice:
        return False
    if not request.fits_attendance(target.people):
        return _capped_note(part, facts) in part.notes
    terms = part.terms or NO_TERMS
    kinds = {condition.kind for condition in terms.conditions} - {"other"}
    return contains_terms(terms, request.terms) or bool(request.kinds and request.kinds <= kinds)


def _roles(assignments: Sequence[Assignment]) -> list[AgentRole]:
    return [AgentRole(part.agent_id, part.role) for part in assignments if not part.reserve]


def _all_names(facts: AdjustmentFacts) -> frozenset[str]:
    """Display names of everybody who is or was in the plan, offered something or reviewed it."""
    texts = (
        *(offer.display_name for offer in facts.offers),
        *(part.display_name for part in facts.proposal.assignments),
        *(feedback.display_name for feedback in facts.feedback),
    )
    return frozenset(filter(None, texts))
