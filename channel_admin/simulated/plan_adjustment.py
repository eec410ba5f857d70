"""Which requests an adjustment meets, and what it says to the others (TW-346, TW-506; simulated prompt 6)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import ceil

from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import request_parser, role_sharing
from channel_admin.simulated.plan_draft import obstacle_to, skill_gaps
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import format_amount, join_items, render_text
from negotiation.contracts.proposal import Assignment, Change, DeclinedRequest, Gap
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates, parse_money
from shared.core.language import Language

LARGE_FEE_YUAN = 2000
"""A fee, in yuan, worth bargaining over."""


@dataclass(frozen=True, slots=True)
class AdjustmentDecision:
    """What came of the requests: those met, those not met with the reason, and the day the plan now has.

    `shares` are those of the met for which a second person comes into the role.
    """

    granted: tuple[ParticipantRequest, ...]
    declined: tuple[tuple[ParticipantRequest, str], ...]
    day: date | None
    shares: tuple[role_sharing.RoleShare, ...] = ()


def decide_adjustment(facts: AdjustmentFacts, day: date | None) -> AdjustmentDecision:
    """Meet what several ask for, and what hurts nobody who accepted (TW-346)."""
    read = (request_parser.request_in_feedback(said) for said in facts.feedback if said.agent_id not in facts.left)
    asked = [request for request in read if request]
    new_day = _choose_day(facts, asked, day)
    met: list[ParticipantRequest] = []
    declined: list[tuple[ParticipantRequest, str]] = []
    company = {
        request: role_sharing.find_share(facts, request)
        for request in asked
        if role_sharing.needs_second_holder(facts, request)
    }
    for request in asked:
        why = _decline_reason(facts, request, new_day, no_second=company.get(request, True) is None)
        if why:
            declined.append((request, why))
        elif request.topic != "fee":
            met.append(request)
    paid, unpaid = _split_fee_requests(facts, [request for request in asked if request.topic == "fee"])
    shares = {share.second.agent_id: share for share in company.values() if share}
    return AdjustmentDecision((*met, *paid), (*declined, *unpaid), new_day, tuple(shares.values()))


def _decline_reason(facts: AdjustmentFacts, request: ParticipantRequest, day: date | None, *, no_second: bool) -> str:
    """Why a request that is not about money cannot be met; empty when it can. `alone`: no second person is there."""
    language, coming = facts.setting.language, facts.demand.context.expected_attendees
    if request.topic == "date" and request.day != day:
        return _day_decline_reason(facts, request, day)
    if (
        not request.fits_attendance(coming)
        and (no_second or request.is_minimum)
        and not _is_acceptable_limit(request, coming)
    ):
        return render_text("so many", language, people=coming)
    if request.topic == "hands" and no_second and not _accepts_external_helper(request):
        return render_text("no second", language)
    working = {part.agent_id: part.role for part in facts.proposal.assignments if _is_active(facts, part.agent_id)}
    if obstacle := obstacle_to(request, facts.demand, working):
        return render_text(obstacle, language)
    lacking = [tag for tag in facts.demand.capability_tags if tag in request.text]
    unheld = lacking and not any(part.role in lacking for part in facts.proposal.assignments)
    return render_text("still lacking", language, tags=join_items(lacking, language)) if unheld else ""


def _day_decline_reason(facts: AdjustmentFacts, request: ParticipantRequest, day: date | None) -> str:
    """Why the plan stays on `day`: somebody cannot come on the one asked for, or the others have arranged for this."""
    others = _unavailable_agents(facts, request.day, request.agent_id) if request.day else []
    language = facts.setting.language
    if others:
        return render_text("barred", language, names=join_items(others, language), day=request.day)
    return render_text("other day", language, day=day)


def _is_acceptable_limit(request: ParticipantRequest, attendees: int | None) -> bool:
    """Whether the limit that somebody asks for leaves places for most of those who are to come."""
    return not request.is_minimum and (request.people or 0) * 5 >= (attendees or 0) * 3


def _unavailable_agents(facts: AdjustmentFacts, day: date, requester_id: str) -> list[str]:
    """Who works on it and said in the offer that they cannot come that day, but for the one who asks for it."""
    others = (offer for offer in facts.offers if offer.agent_id != requester_id and _is_active(facts, offer.agent_id))
    return [offer.display_name or offer.agent_id for offer in others if request_parser.is_unavailable_on(offer, day)]


def _accepts_external_helper(request: ParticipantRequest) -> bool:
    """Whether whoever asks for hands would do with somebody of the requester's own."""
    return request.label != render_text("aspect hands", "zh") and request.label != render_text("aspect hands", "en")


def build_changes(
    facts: AdjustmentFacts, decision: AdjustmentDecision, previous_day: date | None
) -> tuple[Change, ...]:
    """Every change with its reason, and whose requests it met."""
    language = facts.setting.language
    movers = [request for request in decision.granted if request.topic == "date"]
    moved = (
        [
            Change(
                aspect=render_text("aspect date", language),
                before=previous_day.isoformat() if previous_day else "",
                after=decision.day.isoformat(),
                reason=render_text("moved", language, names=join_items((mover.name for mover in movers), language)),
                requested_by=tuple(mover.agent_id for mover in movers),
            )
        ]
        if movers and decision.day and decision.day != previous_day
        else []
    )
    notes = {part.agent_id: part.notes for part in facts.proposal.assignments}
    shared = [share.request for share in decision.shares]
    others = [
        _build_change(facts, request)
        for request in decision.granted
        if request.topic != "date" and request not in shared and request.text not in notes.get(request.agent_id, "")
    ]
    return (*moved, *(role_sharing.build_share_change(facts, share) for share in decision.shares), *others)


def declined_requests(decision: AdjustmentDecision) -> tuple[DeclinedRequest, ...]:
    """What was not met, and why."""
    return tuple(
        DeclinedRequest(request=f"{request.name}: {request.full_text}", reason=why)
        for request, why in decision.declined
    )


def promote_backups(facts: AdjustmentFacts, parts: Sequence[Assignment]) -> tuple[list[Assignment], list[Change]]:
    """A role whose holder left goes to whoever stands by for it."""
    language, same = facts.setting.language, load_thesaurus("skills").are_synonyms
    plan, said = list(parts), list[Change]()
    backups = {render_text("backup", language, role=tag): tag for tag in facts.demand.capability_tags}
    held = [part.role for part in plan if part.role not in backups]
    for gap in (*facts.proposal.gaps, *skill_gaps(facts.demand, held, language, facts.raw_input)):
        if any(same(gap.gap_type, role) for role in held):
            continue
        place = next((place for place, part in enumerate(plan) if backups.get(part.role) == gap.gap_type), None)
        if place is None:
            continue
        before, plan[place] = plan[place], _promote_backup(plan[place], gap, language)
        held.append(gap.gap_type)
        said.append(
            Change(
                aspect=render_text("aspect role", language),
                before=before.role,
                after=f"{before.display_name}: {gap.gap_type}",
                reason=render_text("promoted", language),
            )
        )
    return plan, said


def _promote_backup(part: Assignment, gap: Gap, language: Language) -> Assignment:
    """Somebody in reserve, now holder of the role."""
    return part.model_copy(
        update={
            "role": gap.gap_type,
            "responsibility": render_text("does", language, role=gap.gap_type),
            "notes": role_sharing.settle_terms(part.notes, language),
            "required": gap.importance >= 100,
        }
    )


def _choose_day(facts: AdjustmentFacts, requests: Sequence[ParticipantRequest], day: date | None) -> date | None:
    """The day most people ask for, when there is still time; else the old one.

    A day that the demand itself names gives way to half of those in the plan, any other day to a third, or to one
    who cannot be replaced.
    """
    today = date.fromisoformat(facts.setting.today)
    votes = Counter(
        request.day
        for request in requests
        if request.day and request.day > today and not _unavailable_agents(facts, request.day, request.agent_id)
    )
    if not votes:
        return day
    fixed = bool(parse_dates(facts.demand.context.date or ""))
    needed = {request.day for request in requests if _is_irreplaceable(facts, request.agent_id)}
    wanted = max(votes, key=lambda each: (votes[each], each in needed, -each.toordinal()))
    here = {part.agent_id for part in facts.proposal.assignments}
    if day is None or (wanted in needed and not fixed):
        return wanted
    return wanted if (votes.total() * 2 if fixed else votes[wanted] * 3) >= len(here) else day


def _is_irreplaceable(facts: AdjustmentFacts, agent_id: str) -> bool:
    """Whether somebody holds a role for which nobody else is there."""
    same = load_thesaurus("skills").are_synonyms
    others = [part.role for part in facts.proposal.assignments if part.agent_id != agent_id]
    own = [part.role for part in facts.proposal.assignments if part.agent_id == agent_id]
    return any(not any(same(role, other) for other in others) for role in own)


def _split_fee_requests(
    facts: AdjustmentFacts, requests: Sequence[ParticipantRequest]
) -> tuple[list[ParticipantRequest], list[tuple[ParticipantRequest, str]]]:
    """The lower sums first: as far as the budget goes; without a budget half of them."""
    language = facts.setting.language
    lowest = sorted(requests, key=lambda request: (request.amount_yuan or 0, request.agent_id))
    budget = parse_money(facts.demand.context.budget or "")
    if budget is None:
        enough = ceil(len(lowest) / 2)
        met = [_reduce_large_fee(facts, request) for request in lowest[:enough]]
        return met, [(request, render_text("lower first", language)) for request in lowest[enough:]]
    asking = {request.agent_id for request in requests}
    left = budget - sum(
        request_parser.offered_fee(offer)
        for offer in facts.offers
        if offer.agent_id not in asking and _is_active(facts, offer.agent_id)
    )
    met: list[ParticipantRequest] = []
    unmet: list[tuple[ParticipantRequest, str]] = []
    for request in lowest:
        if (request.amount_yuan or 0) <= left:
            left -= request.amount_yuan or 0
            met.append(request)
        else:
            rest = format_amount(max(left, 0), facts.demand.context.budget, language)
            unmet.append((request, render_text("no money", language, left=rest)))
    return met, unmet


def _reduce_large_fee(facts: AdjustmentFacts, request: ParticipantRequest) -> ParticipantRequest:
    """A large sum asked for the first time is met at four fifths, where nobody said what may be spent."""
    before = facts.proposal.adjustment_summary
    asked_before = before and any(request.agent_id in change.requested_by for change in before.changes_made)
    if asked_before or (request.amount_yuan or 0) < LARGE_FEE_YUAN:
        return request
    part = round((request.amount_yuan or 0) * 0.8 / 10) * 10
    return replace(request, amount_yuan=part, text=format_amount(part, None, facts.setting.language))


def _is_active(facts: AdjustmentFacts, agent_id: str) -> bool:
    backups = {render_text("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags}
    return any(part.agent_id == agent_id and part.role not in backups for part in facts.proposal.assignments)


def _build_change(facts: AdjustmentFacts, request: ParticipantRequest) -> Change:
    language, coming = facts.setting.language, facts.demand.context.expected_attendees
    return Change(
        aspect=request.label or render_text(f"aspect {request.topic}", language),
        before=render_text("unsettled", language),
        after=request.text,
        reason=render_text(_change_reason(facts, request), language, people=request.people, coming=coming),
        requested_by=(request.agent_id,),
    )


def _change_reason(facts: AdjustmentFacts, request: ParticipantRequest) -> str:
    if not request.fits_attendance(facts.demand.context.expected_attendees):
        return "capped"
    if request.topic != "fee":
        return f"noted {request.topic}" if request.topic in ("people", "hands") else "noted"
    asked = (request_parser.request_in_feedback(said) for said in facts.feedback if said.agent_id == request.agent_id)
    if any(own and own.amount_yuan != request.amount_yuan for own in asked):
        return "part way"
    return "lower" if parse_money(facts.demand.context.budget or "") is None else "paid"


def latest_day(texts: Sequence[str]) -> date | None:
    """The last day that any of `texts` names."""
    return max((day for text in texts for day in parse_dates(text)), default=None)
