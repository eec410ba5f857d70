"""Which requests an adjustment meets, and what it says to the others (TW-346, TW-506; simulated prompt 6)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import ceil

from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import request_parser, role_sharing
from channel_admin.simulated.plan_draft import against, gaps_of
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import amount, listed, say
from negotiation.contracts.proposal import Assignment, Change, DeclinedRequest, Gap
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import days_in, money_in
from shared.core.language import Language

LARGE = 2000
"""A fee, in yuan, worth bargaining over."""


@dataclass(frozen=True, slots=True)
class AdjustmentDecision:
    """What came of the requests: those met, those not met with the reason, and the day the plan now has.

    `shares` are those of the met for which a second person comes into the role.
    """

    met: tuple[ParticipantRequest, ...]
    declined: tuple[tuple[ParticipantRequest, str], ...]
    day: date | None
    shares: tuple[role_sharing.RoleShare, ...] = ()


def trade(facts: AdjustmentFacts, day: date | None) -> AdjustmentDecision:
    """Meet what several ask for, and what hurts nobody who accepted (TW-346)."""
    read = (request_parser.of_feedback(said) for said in facts.feedback if said.agent_id not in facts.left)
    asked = [request for request in read if request]
    new_day = _day(facts, asked, day)
    met: list[ParticipantRequest] = []
    declined: list[tuple[ParticipantRequest, str]] = []
    company = {
        request: role_sharing.share_for(facts, request)
        for request in asked
        if role_sharing.wants_company(facts, request)
    }
    for request in asked:
        why = _refused(facts, request, new_day, alone=company.get(request, True) is None)
        if why:
            declined.append((request, why))
        elif request.about != "fee":
            met.append(request)
    paid, unpaid = _fees(facts, [request for request in asked if request.about == "fee"])
    shares = {share.second.agent_id: share for share in company.values() if share}
    return AdjustmentDecision((*met, *paid), (*declined, *unpaid), new_day, tuple(shares.values()))


def _refused(facts: AdjustmentFacts, request: ParticipantRequest, day: date | None, *, alone: bool) -> str:
    """Why a request that is not about money cannot be met; empty when it can. `alone`: no second person is there."""
    language, coming = facts.setting.language, facts.demand.context.expected_attendees
    if request.about == "date" and request.day != day:
        return _other_day(facts, request, day)
    if not request.suits(coming) and (alone or request.fewest) and not _can_be_fewer(request, coming):
        return say("so many", language, people=coming)
    if request.about == "hands" and alone and not _helper(request):
        return say("no second", language)
    working = {part.agent_id: part.role for part in facts.proposal.assignments if _works(facts, part.agent_id)}
    if obstacle := against(request, facts.demand, working):
        return say(obstacle, language)
    lacking = [tag for tag in facts.demand.capability_tags if tag in request.text]
    unheld = lacking and not any(part.role in lacking for part in facts.proposal.assignments)
    return say("still lacking", language, tags=listed(lacking, language)) if unheld else ""


def _other_day(facts: AdjustmentFacts, request: ParticipantRequest, day: date | None) -> str:
    """Why the plan stays on `day`: somebody cannot come on the one asked for, or the others have arranged for this."""
    others = _kept_away(facts, request.day, request.agent_id) if request.day else []
    language = facts.setting.language
    if others:
        return say("barred", language, names=listed(others, language), day=request.day)
    return say("other day", language, day=day)


def _can_be_fewer(request: ParticipantRequest, coming: int | None) -> bool:
    """Whether the limit that somebody asks for leaves places for most of those who are to come."""
    return not request.fewest and (request.people or 0) * 5 >= (coming or 0) * 3


def _kept_away(facts: AdjustmentFacts, day: date, asking: str) -> list[str]:
    """Who works on it and said in the offer that they cannot come that day, but for the one who asks for it."""
    others = (offer for offer in facts.offers if offer.agent_id != asking and _works(facts, offer.agent_id))
    return [offer.display_name or offer.agent_id for offer in others if request_parser.cannot_on(offer, day)]


def _helper(request: ParticipantRequest) -> bool:
    """Whether whoever asks for hands would do with somebody of the requester's own."""
    return request.label != say("aspect hands", "zh") and request.label != say("aspect hands", "en")


def changes(facts: AdjustmentFacts, result: AdjustmentDecision, before: date | None) -> tuple[Change, ...]:
    """Every change with its reason, and whose requests it met."""
    language = facts.setting.language
    movers = [request for request in result.met if request.about == "date"]
    moved = (
        [
            Change(
                aspect=say("aspect date", language),
                before=before.isoformat() if before else "",
                after=result.day.isoformat(),
                reason=say("moved", language, names=listed((mover.name for mover in movers), language)),
                requested_by=tuple(mover.agent_id for mover in movers),
            )
        ]
        if movers and result.day and result.day != before
        else []
    )
    notes = {part.agent_id: part.notes for part in facts.proposal.assignments}
    shared = [share.request for share in result.shares]
    others = [
        _change(facts, request)
        for request in result.met
        if request.about != "date" and request not in shared and request.text not in notes.get(request.agent_id, "")
    ]
    return (*moved, *(role_sharing.share_change(facts, share) for share in result.shares), *others)


def declined(result: AdjustmentDecision) -> tuple[DeclinedRequest, ...]:
    """What was not met, and why."""
    return tuple(
        DeclinedRequest(request=f"{request.name}: {request.said}", reason=why) for request, why in result.declined
    )


def promoted(facts: AdjustmentFacts, parts: Sequence[Assignment]) -> tuple[list[Assignment], list[Change]]:
    """A role whose holder left goes to whoever stands by for it."""
    language, same = facts.setting.language, known("skills").same
    plan, said = list(parts), list[Change]()
    backups = {say("backup", language, role=tag): tag for tag in facts.demand.capability_tags}
    held = [part.role for part in plan if part.role not in backups]
    for gap in (*facts.proposal.gaps, *gaps_of(facts.demand, held, language, facts.raw_input)):
        if any(same(gap.gap_type, role) for role in held):
            continue
        place = next((place for place, part in enumerate(plan) if backups.get(part.role) == gap.gap_type), None)
        if place is None:
            continue
        before, plan[place] = plan[place], _called_up(plan[place], gap, language)
        held.append(gap.gap_type)
        said.append(
            Change(
                aspect=say("aspect role", language),
                before=before.role,
                after=f"{before.display_name}: {gap.gap_type}",
                reason=say("promoted", language),
            )
        )
    return plan, said


def _called_up(part: Assignment, gap: Gap, language: Language) -> Assignment:
    """Somebody in reserve, now holder of the role."""
    return part.model_copy(
        update={
            "role": gap.gap_type,
            "responsibility": say("does", language, role=gap.gap_type),
            "notes": role_sharing.taken_up(part.notes, language),
            "required": gap.importance >= 100,
        }
    )


def _day(facts: AdjustmentFacts, asked: Sequence[ParticipantRequest], day: date | None) -> date | None:
    """The day most people ask for, when there is still time; else the old one.

    A day that the demand itself names gives way to half of those in the plan, any other day to a third, or to one
    who cannot be replaced.
    """
    today = date.fromisoformat(facts.setting.today)
    votes = Counter(
        request.day
        for request in asked
        if request.day and request.day > today and not _kept_away(facts, request.day, request.agent_id)
    )
    if not votes:
        return day
    fixed = bool(days_in(facts.demand.context.date or ""))
    needed = {request.day for request in asked if _irreplaceable(facts, request.agent_id)}
    wanted = max(votes, key=lambda each: (votes[each], each in needed, -each.toordinal()))
    here = {part.agent_id for part in facts.proposal.assignments}
    if day is None or (wanted in needed and not fixed):
        return wanted
    return wanted if (votes.total() * 2 if fixed else votes[wanted] * 3) >= len(here) else day


def _irreplaceable(facts: AdjustmentFacts, agent_id: str) -> bool:
    """Whether somebody holds a role for which nobody else is there."""
    same = known("skills").same
    others = [part.role for part in facts.proposal.assignments if part.agent_id != agent_id]
    own = [part.role for part in facts.proposal.assignments if part.agent_id == agent_id]
    return any(not any(same(role, other) for other in others) for role in own)


def _fees(
    facts: AdjustmentFacts, asked: Sequence[ParticipantRequest]
) -> tuple[list[ParticipantRequest], list[tuple[ParticipantRequest, str]]]:
    """The lower sums first: as far as the budget goes; without a budget half of them."""
    language = facts.setting.language
    lowest = sorted(asked, key=lambda request: (request.sum or 0, request.agent_id))
    budget = money_in(facts.demand.context.budget or "")
    if budget is None:
        enough = ceil(len(lowest) / 2)
        met = [_part_way(facts, request) for request in lowest[:enough]]
        return met, [(request, say("lower first", language)) for request in lowest[enough:]]
    asking = {request.agent_id for request in asked}
    left = budget - sum(
        request_parser.fee_of(offer)
        for offer in facts.offers
        if offer.agent_id not in asking and _works(facts, offer.agent_id)
    )
    met: list[ParticipantRequest] = []
    unmet: list[tuple[ParticipantRequest, str]] = []
    for request in lowest:
        if (request.sum or 0) <= left:
            left -= request.sum or 0
            met.append(request)
        else:
            rest = amount(max(left, 0), facts.demand.context.budget, language)
            unmet.append((request, say("no money", language, left=rest)))
    return met, unmet


def _part_way(facts: AdjustmentFacts, request: ParticipantRequest) -> ParticipantRequest:
    """A large sum asked for the first time is met at four fifths, where nobody said what may be spent."""
    before = facts.proposal.adjustment_summary
    asked_before = before and any(request.agent_id in change.requested_by for change in before.changes_made)
    if asked_before or (request.sum or 0) < LARGE:
        return request
    part = round((request.sum or 0) * 0.8 / 10) * 10
    return replace(request, sum=part, text=amount(part, None, facts.setting.language))


def _works(facts: AdjustmentFacts, agent_id: str) -> bool:
    backups = {say("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags}
    return any(part.agent_id == agent_id and part.role not in backups for part in facts.proposal.assignments)


def _change(facts: AdjustmentFacts, request: ParticipantRequest) -> Change:
    language, coming = facts.setting.language, facts.demand.context.expected_attendees
    return Change(
        aspect=request.label or say(f"aspect {request.about}", language),
        before=say("unsettled", language),
        after=request.text,
        reason=say(_reason(facts, request), language, people=request.people, coming=coming),
        requested_by=(request.agent_id,),
    )


def _reason(facts: AdjustmentFacts, request: ParticipantRequest) -> str:
    if not request.suits(facts.demand.context.expected_attendees):
        return "capped"
    if request.about != "fee":
        return f"noted {request.about}" if request.about in ("people", "hands") else "noted"
    asked = (request_parser.of_feedback(said) for said in facts.feedback if said.agent_id == request.agent_id)
    if any(own and own.sum != request.sum for own in asked):
        return "part way"
    return "lower" if money_in(facts.demand.context.budget or "") is None else "paid"


def day_of(texts: Sequence[str]) -> date | None:
    """The last day that any of `texts` names."""
    return max((day for text in texts for day in days_in(text)), default=None)
