"""Adjustment of a plan: requests granted and declined, with reasons (TW-346, TW-506; simulated prompt 6)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import ceil

from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import plan_day, request_parser, role_replacement
from channel_admin.simulated.plan_draft import obstacle_to, skill_gaps
from channel_admin.simulated.request_parser import ParticipantRequest, covers_skill
from channel_admin.simulated.texts import format_amount, render_text
from negotiation.contracts.proposal import Assignment, Change, DeclinedRequest, Gap
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates, parse_money
from shared.core.language import Language, join_items

LARGE_FEE_YUAN = 2000
"""Fee (yuan) from which a first request is granted only in part."""


@dataclass(frozen=True, slots=True)
class AdjustmentDecision:
    """Decision on all requests of a round.

    Attributes:
        granted: Granted requests.
        declined: Declined requests with the reason in the demand's language.
        day: Day of the adjusted plan.
        shares: Granted requests for which a second holder joins the role.
    """

    granted: tuple[ParticipantRequest, ...]
    declined: tuple[tuple[ParticipantRequest, str], ...]
    day: date | None
    shares: tuple[role_replacement.RoleShare, ...] = ()


def decide_adjustment(facts: AdjustmentFacts, day: date | None) -> AdjustmentDecision:
    """Grant or decline each request in the feedback of agents that have not left (TW-346); `facts` stay unchanged.

    - Days: the adjusted plan's day is chosen first; only requests for it are granted.
    - Fees: from the lowest up within the budget; if no budget is named, the lower half, large ones reduced to 80 %.
    - Others: granted unless the plan or the demand rules them out.

    Args:
        facts: Plan, feedback, offers and demand; the function itself ignores feedback of agents in `facts.left`.
        day: Day of the present plan, kept unless another is chosen; None if it has none.
    """
    parsed = (
        request_parser.request_in_feedback(feedback)
        for feedback in facts.feedback
        if feedback.agent_id not in facts.left
    )
    requests = [request for request in parsed if request]
    new_day = _choose_day(facts, requests, day)
    granted: list[ParticipantRequest] = []
    declined: list[tuple[ParticipantRequest, str]] = []
    shares_by_request = {
        request: role_replacement.find_share(facts, request)
        for request in requests
        if role_replacement.needs_second_holder(facts, request)
    }
    for request in requests:
        reason = _decline_reason(facts, request, new_day, no_second=shares_by_request.get(request, True) is None)
        if reason:
            declined.append((request, reason))
        elif request.topic != "fee":
            granted.append(request)
    granted_fees, declined_fees = _split_fee_requests(
        facts, [request for request in requests if request.topic == "fee"]
    )
    shares = {share.second.agent_id: share for share in shares_by_request.values() if share}
    return AdjustmentDecision((*granted, *granted_fees), (*declined, *declined_fees), new_day, tuple(shares.values()))


def _decline_reason(facts: AdjustmentFacts, request: ParticipantRequest, day: date | None, *, no_second: bool) -> str:
    """Reason to decline a request that is not about a fee; "" to grant it. `no_second`: no second holder was found."""
    language, attendees = facts.setting.language, facts.demand.context.expected_attendees
    if request.topic == "date" and request.day != day:
        return _day_decline_reason(facts, request, day)
    if (
        not request.fits_attendance(attendees)
        and (no_second or request.is_minimum)
        and not _is_acceptable_limit(request, attendees)
    ):
        return render_text("so_many", language, people=attendees)
    if request.topic == "hands" and no_second and not _accepts_external_helper(request):
        return render_text("no_second", language)
    active_roles = {part.agent_id: part.role for part in facts.proposal.assignments if _is_active(facts, part.agent_id)}
    if obstacle := obstacle_to(request, facts.demand, active_roles):
        return render_text(obstacle, language)
    lacking = [tag for tag in facts.demand.capability_tags if tag in request.text]
    is_uncovered = lacking and not any(part.role in lacking for part in facts.proposal.assignments)
    return render_text("still_lacking", language, tags=join_items(lacking, language)) if is_uncovered else ""


def _day_decline_reason(facts: AdjustmentFacts, request: ParticipantRequest, day: date | None) -> str:
    """Reason to keep `day`: others are unavailable on the requested day, the demand names it, or others planned for it."""
    others = _unavailable_agents(facts, request.day, request.agent_id) if request.day else []
    language = facts.setting.language
    if others:
        return render_text("barred", language, names=join_items(others, language), day=request.day)
    if day in plan_day.demanded_days(facts.demand, date.fromisoformat(facts.setting.today)):
        return render_text("asked_day", language, day=day)
    return render_text("other_day", language, day=day)


def _is_acceptable_limit(request: ParticipantRequest, attendees: int | None) -> bool:
    """Return whether the requested maximum admits at least three fifths of the attendees."""
    return not request.is_minimum and (request.people or 0) * 5 >= (attendees or 0) * 3


def _unavailable_agents(facts: AdjustmentFacts, day: date, requesting_agent: str) -> list[str]:
    """Names of other active participants whose offers say that they are unavailable on a day."""
    others = (
        offer for offer in facts.offers if offer.agent_id != requesting_agent and _is_active(facts, offer.agent_id)
    )
    return [offer.display_name or offer.agent_id for offer in others if request_parser.is_unavailable_on(offer, day)]


def _accepts_external_helper(request: ParticipantRequest) -> bool:
    """Return whether a helper from the side of the demand's owner would meet a request for help."""
    return request.label != render_text("aspect.hands", "zh") and request.label != render_text("aspect.hands", "en")


def build_changes(
    facts: AdjustmentFacts, decision: AdjustmentDecision, previous_day: date | None
) -> tuple[Change, ...]:
    """Build the changes that the decision makes to the plan, each with its reason and requesters: day, shares, others.

    A granted request that the requester's assignment notes already is no change. The texts are in the demand's
    language. `previous_day` is the day of the present plan, or None if it has none.
    """
    language = facts.setting.language
    day_requests = [request for request in decision.granted if request.topic == "date"]
    day_changes = (
        [
            Change(
                aspect=render_text("aspect.date", language),
                before=previous_day.isoformat() if previous_day else "",
                after=decision.day.isoformat(),
                reason=render_text(
                    "moved", language, names=join_items((mover.name for mover in day_requests), language)
                ),
                requested_by=tuple(mover.agent_id for mover in day_requests),
            )
        ]
        if day_requests and decision.day and decision.day != previous_day
        else []
    )
    notes = {part.agent_id: part.notes for part in facts.proposal.assignments}
    shared = [share.request for share in decision.shares]
    others = [
        _build_change(facts, request)
        for request in decision.granted
        if request.topic != "date" and request not in shared and request.text not in notes.get(request.agent_id, "")
    ]
    return (*day_changes, *(role_replacement.build_share_change(facts, share) for share in decision.shares), *others)


def declined_requests(decision: AdjustmentDecision) -> tuple[DeclinedRequest, ...]:
    """Return the declined requests of the decision in its order, each as `NAME: LABEL: TEXT` with its reason.

    NAME is the display name of the requester. Without a label the text is `NAME: TEXT`.
    """
    return tuple(
        DeclinedRequest(request=f"{request.name}: {request.full_text}", reason=why)
        for request, why in decision.declined
    )


def promote_backups(facts: AdjustmentFacts, parts: Sequence[Assignment]) -> tuple[list[Assignment], list[Change]]:
    """Make backups the holders of demanded or vacant roles that nobody in `parts` holds.

    Args:
        facts: The plan with its gaps (vacant roles), and the demand with its skills (demanded roles).
        parts: Assignments of the adjusted plan, backups included; not modified.

    Returns:
        A pair: all assignments in their order, with the promoted backups changed, and one change for each promotion.
    """
    language, are_synonyms = facts.setting.language, load_thesaurus("skills").are_synonyms
    assignments, changes = list(parts), list[Change]()
    backups = {render_text("backup", language, role=tag): tag for tag in facts.demand.capability_tags}
    held = [part.role for part in assignments if part.role not in backups]
    for gap in (*facts.proposal.gaps, *skill_gaps(facts.demand, held, language, facts.raw_input)):
        if any(are_synonyms(gap.gap_type, role) for role in held):
            continue
        index = next((place for place, part in enumerate(assignments) if backups.get(part.role) == gap.gap_type), None)
        if index is None:
            continue
        backup, assignments[index] = assignments[index], _promote_backup(assignments[index], gap, language)
        held.append(gap.gap_type)
        changes.append(
            Change(
                aspect=render_text("aspect.role", language),
                before=backup.role,
                after=f"{backup.display_name}: {gap.gap_type}",
                reason=render_text("promoted", language),
            )
        )
    return assignments, changes


def _promote_backup(part: Assignment, gap: Gap, language: Language) -> Assignment:
    """Build the assignment of a backup that becomes the holder of its role."""
    return part.model_copy(
        update={
            "role": gap.gap_type,
            "responsibility": render_text("does", language, role=gap.gap_type),
            "notes": role_replacement.settle_terms(part.notes, language),
            "required": gap.importance >= 100,
        }
    )


def _choose_day(facts: AdjustmentFacts, requests: Sequence[ParticipantRequest], day: date | None) -> date | None:
    """Choose the future day that most participants request, of those that the demand allows; otherwise keep `day`.

    A plan leaves the dates that the demand names only if half of the participants request another day, and one of them
    has a role that nobody else can hold on `day`. Any other change needs a third who agree on a day, or a participant
    who cannot be replaced.
    """
    today = date.fromisoformat(facts.setting.today)
    demanded = plan_day.demanded_days(facts.demand, today)
    votes = Counter(
        request.day
        for request in requests
        if request.day
        and request.day > today
        and (request.day in demanded or plan_day.is_day_possible(facts.demand, request.day))
        and not _unavailable_agents(facts, request.day, request.agent_id)
    )
    if day is not None and day in demanded:
        needed = {request.day for request in requests if _has_no_substitute(facts, requests, request.agent_id, day)}
        votes = Counter({each: count for each, count in votes.items() if each in demanded or each in needed})
    if not votes:
        return day
    days_of_irreplaceable = {request.day for request in requests if _is_irreplaceable(facts, request.agent_id)}
    favourite = max(votes, key=lambda each: (votes[each], each in days_of_irreplaceable, -each.toordinal()))
    participants = {part.agent_id for part in facts.proposal.assignments}
    is_departure = bool(demanded) and favourite not in demanded
    if day is None or (favourite in days_of_irreplaceable and not is_departure):
        return favourite
    return favourite if (votes.total() * 2 if is_departure else votes[favourite] * 3) >= len(participants) else day


def _has_no_substitute(
    facts: AdjustmentFacts, requests: Sequence[ParticipantRequest], agent_id: str, day: date
) -> bool:
    """Return whether an agent holds a role that nobody else who is free on `day` has offered.

    Whoever has left or requests another day is not free.
    """
    absent = {agent_id, *facts.left, *(request.agent_id for request in requests if request.day not in (None, day))}
    others = [
        offer
        for offer in facts.offers
        if offer.decision != "decline"
        and offer.agent_id not in absent
        and not request_parser.is_unavailable_on(offer, day)
    ]
    return any(not any(covers_skill(offer, role) for offer in others) for role in _active_roles(facts, agent_id))


def _is_irreplaceable(facts: AdjustmentFacts, agent_id: str) -> bool:
    """Return whether an agent is the only holder of one of its roles."""
    are_synonyms = load_thesaurus("skills").are_synonyms
    others = [part.role for part in facts.proposal.assignments if part.agent_id != agent_id]
    return any(not any(are_synonyms(role, other) for other in others) for role in _active_roles(facts, agent_id))


def _split_fee_requests(
    facts: AdjustmentFacts, requests: Sequence[ParticipantRequest]
) -> tuple[list[ParticipantRequest], list[tuple[ParticipantRequest, str]]]:
    """Split fee requests into granted and declined: lowest first within the budget; without a budget, half of them."""
    language = facts.setting.language
    ascending = sorted(requests, key=lambda request: (request.amount_yuan or 0, request.agent_id))
    budget = parse_money(facts.demand.context.budget or "")
    if budget is None:
        granted_count = ceil(len(ascending) / 2)
        met = [_reduce_large_fee(facts, request) for request in ascending[:granted_count]]
        return met, [(request, render_text("lower_first", language)) for request in ascending[granted_count:]]
    requesting_agents = {request.agent_id for request in requests}
    remaining_yuan = budget - sum(
        request_parser.offered_fee(offer)
        for offer in facts.offers
        if offer.agent_id not in requesting_agents and _is_active(facts, offer.agent_id)
    )
    met: list[ParticipantRequest] = []
    declined: list[tuple[ParticipantRequest, str]] = []
    for request in ascending:
        if (request.amount_yuan or 0) <= remaining_yuan:
            remaining_yuan -= request.amount_yuan or 0
            met.append(request)
        else:
            remaining_text = format_amount(max(remaining_yuan, 0), facts.demand.context.budget, language)
            declined.append((request, render_text("no_money", language, left=remaining_text)))
    return met, declined


def _reduce_large_fee(facts: AdjustmentFacts, request: ParticipantRequest) -> ParticipantRequest:
    """Reduce a large fee that is requested for the first time to four fifths; used without a budget."""
    last_summary = facts.proposal.adjustment_summary
    was_addressed = last_summary and any(
        request.agent_id in change.requested_by for change in last_summary.changes_made
    )
    if was_addressed or (request.amount_yuan or 0) < LARGE_FEE_YUAN:
        return request
    reduced_yuan = round((request.amount_yuan or 0) * 0.8 / 10) * 10
    return replace(request, amount_yuan=reduced_yuan, text=format_amount(reduced_yuan, None, facts.setting.language))


def _is_active(facts: AdjustmentFacts, agent_id: str) -> bool:
    return bool(_active_roles(facts, agent_id))


def _active_roles(facts: AdjustmentFacts, agent_id: str) -> list[str]:
    """Return the roles of an agent in the plan, without those as backup."""
    backups = {render_text("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags}
    return [part.role for part in facts.proposal.assignments if part.agent_id == agent_id and part.role not in backups]


def _build_change(facts: AdjustmentFacts, request: ParticipantRequest) -> Change:
    language, attendees = facts.setting.language, facts.demand.context.expected_attendees
    return Change(
        aspect=request.label or render_text(f"aspect.{request.topic}", language),
        before=render_text("unsettled", language),
        after=request.text,
        reason=render_text(_change_reason(facts, request), language, people=request.people, coming=attendees),
        requested_by=(request.agent_id,),
    )


def _change_reason(facts: AdjustmentFacts, request: ParticipantRequest) -> str:
    if not request.fits_attendance(facts.demand.context.expected_attendees):
        return "capped"
    if request.topic != "fee":
        return f"noted.{request.topic}" if request.topic in ("people", "hands") else "noted"
    original_requests = (
        request_parser.request_in_feedback(feedback)
        for feedback in facts.feedback
        if feedback.agent_id == request.agent_id
    )
    if any(own and own.amount_yuan != request.amount_yuan for own in original_requests):
        return "part_way"
    return "lower" if parse_money(facts.demand.context.budget or "") is None else "paid"


def latest_day(texts: Sequence[str]) -> date | None:
    """Return the latest full date (see `parse_dates`) in any of the texts; None if there is none."""
    return max((day for text in texts for day in parse_dates(text)), default=None)
