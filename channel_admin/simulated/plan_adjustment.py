"""Decision on the requests of a round: which are granted, which declined and why (TW-346, TW-506; simulated prompt 6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import ceil

from channel_admin.core.plan_checks import is_free
from channel_admin.core.plan_totals import expected_people, plan_totals
from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import day_change, plan_day, role_replacement
from channel_admin.simulated.assignment_terms import contains_terms, describe_fee, granted_terms
from channel_admin.simulated.participant_request import ParticipantRequest, request_in_feedback
from channel_admin.simulated.plan_draft import AgentRole, fee_rise, obstacle_to
from channel_admin.simulated.texts import render_text
from negotiation.contracts.money import Money, units_of_money
from negotiation.contracts.proposal import Change, DeclinedRequest
from negotiation.contracts.terms import Terms
from negotiation.understanding.derived_fields import format_money
from shared.core.language import join_items

LARGE_FEE_UNITS = {"CNY": 2000}
"""Fee in whole units of a currency from which a first request is granted only in part."""

DEFAULT_LARGE_FEE_UNITS = 250
"""The same for every other currency."""


@dataclass(frozen=True, slots=True)
class AdjustmentDecision:
    """Decision on all requests of a round.

    Attributes:
        granted: Granted requests.
        declined: Declined requests with the reason in the demand's language.
        day: Day of the adjusted plan.
        unfree: Ids of agents who are not free on that day.
        shares: Granted requests for which a second holder joins the role.
    """

    granted: tuple[ParticipantRequest, ...]
    declined: tuple[tuple[ParticipantRequest, str], ...]
    day: date | None
    unfree: frozenset[str] = frozenset()
    shares: tuple[role_replacement.RoleShare, ...] = ()


def decide_adjustment(facts: AdjustmentFacts) -> AdjustmentDecision:
    """Grant or decline each request in the feedback of agents that have not left (TW-346); `facts` stay unchanged.

    - Days: the adjusted plan's day is chosen first; only requests that it meets are granted.
    - Fees: from the lowest rise up within the budget; without one, the lower half, large ones reduced to 80 %, but not
      below what was offered.
    - Others: granted unless the plan, the demand or a limit that the requester keeps rules them out.
    - Reserves: declined, to be settled when they are called.
    """
    parsed = (request_in_feedback(feedback) for feedback in facts.feedback if feedback.agent_id not in facts.left)
    said = [request for request in parsed if request]
    requests = [request for request in said if not _is_reserve_only(facts, request.agent_id)]
    new_day = day_change.choose_adjusted_day(facts, requests, facts.proposal.day)
    granted: list[ParticipantRequest] = []
    declined = [
        (request, render_text("in_reserve", facts.setting.language)) for request in said if request not in requests
    ]
    shares = {
        request: role_replacement.find_share(facts, request)
        for request in requests
        if role_replacement.needs_second_holder(facts, request)
    }
    for request in requests:
        reason = _decline_reason(facts, request, new_day, no_second=shares.get(request, True) is None)
        if reason:
            declined.append((request, reason))
        elif request.topic != "fee":
            granted.append(request)
    granted_fees, declined_fees = _split_fee_requests(
        facts, [request for request in requests if request.topic == "fee"]
    )
    by_second = {share.second.agent_id: share for share in shares.values() if share}
    return AdjustmentDecision(
        (*granted, *granted_fees),
        (*declined, *declined_fees),
        new_day,
        day_change.unfree_agents(facts, requests, new_day),
        tuple(by_second.values()),
    )


def build_changes(facts: AdjustmentFacts, decision: AdjustmentDecision) -> tuple[Change, ...]:
    """Build the changes that the decision makes to the plan, each with its reason and requesters: day, shares, others.

    A granted request that the requester's part meets already is no change. The texts are in the demand's language.
    """
    shared = [share.request for share in decision.shares]
    others = [
        _build_change(facts, request)
        for request in decision.granted
        if request.topic != "date" and request not in shared and is_news(facts, request)
    ]
    shares = (role_replacement.build_share_change(facts, share) for share in decision.shares)
    return (*_day_change(facts, decision), *shares, *others)


def is_news(facts: AdjustmentFacts, request: ParticipantRequest) -> bool:
    """Return whether granting a request changes the requester's part: its terms do not hold all of it yet.

    A request for other roles of the plan changes no part of its own.
    """
    part = next((part for part in facts.proposal.assignments if part.agent_id == request.agent_id), None)
    if part is None or is_about_others(facts, request):
        return False
    is_noted = part.terms is None and bool(request.text) and request.text in part.notes
    is_capped = request.people is not None and not request.fits_attendance(expected_people(facts.demand))
    if is_capped and render_text("term.people", facts.setting.language, people=request.people) not in part.notes:
        return True
    return not is_noted and not contains_terms(part.terms, granted_terms(request))


def is_about_others(facts: AdjustmentFacts, request: ParticipantRequest) -> bool:
    """Return whether a request only names demanded skills that the requester does not hold: others are to join."""
    own = {part.role for part in facts.proposal.assignments if part.agent_id == request.agent_id}
    named = [tag for tag in facts.demand.capability_tags if tag in request.text]
    return request.topic == "other" and bool(named) and not own & {*named}


def declined_requests(decision: AdjustmentDecision) -> tuple[DeclinedRequest, ...]:
    """Return the declined requests of the decision in its order, each as `NAME: LABEL: TEXT` with its reason.

    NAME is the display name of the requester. Without a label the text is `NAME: TEXT`.
    """
    return tuple(
        DeclinedRequest(request=f"{request.name}: {request.full_text}", reason=why)
        for request, why in decision.declined
    )


def _day_change(facts: AdjustmentFacts, decision: AdjustmentDecision) -> list[Change]:
    language, before = facts.setting.language, facts.proposal.day
    if decision.day is None or decision.day == before:
        return []
    movers = [request for request in decision.granted if request.topic == "date"]
    is_kept = day_change.keeps_day(facts)
    names = join_items((mover.name for mover in movers), language)
    return [
        Change(
            aspect=render_text("aspect.date", language),
            before=before.isoformat() if before else "",
            after=decision.day.isoformat(),
            reason=render_text("kept_day" if is_kept else "moved", language, names=names),
            requested_by=tuple(mover.agent_id for mover in movers),
            terms=Terms(dates=(decision.day.isoformat(),)),
        )
    ]


def _is_reserve_only(facts: AdjustmentFacts, agent_id: str) -> bool:
    own = [part for part in facts.proposal.assignments if part.agent_id == agent_id]
    return bool(own) and all(part.reserve for part in own)


def _decline_reason(facts: AdjustmentFacts, request: ParticipantRequest, day: date | None, *, no_second: bool) -> str:
    """Reason to decline a request that is not about a fee; "" to grant it. `no_second`: no second holder was found."""
    language, people = facts.setting.language, expected_people(facts.demand)
    if request.topic == "date" and day is not None and not is_free(request.terms, day):
        return _day_decline_reason(facts, request, day)
    if not request.fits_attendance(people) and no_second:
        return _people_decline_reason(facts, request, people or 0)
    if no_second and role_replacement.asks_to_share(facts, request):
        return render_text("no_second", language)
    roles = [AgentRole(part.agent_id, part.role) for part in facts.proposal.assignments if not part.reserve]
    if obstacle := obstacle_to(request, facts.demand, roles):
        return render_text(obstacle, language)
    lacking = [tag for tag in facts.demand.capability_tags if tag in request.text]
    is_uncovered = lacking and not any(role in lacking for _, role in roles)
    return render_text("still_lacking", language, tags=join_items(lacking, language)) if is_uncovered else ""


def _people_decline_reason(facts: AdjustmentFacts, request: ParticipantRequest, people: int) -> str:
    """Reason to decline fewer people than come; "" if nobody else has room and at least three fifths can come."""
    language = facts.setting.language
    if roomier := role_replacement.find_roomier_reserve(facts, request.agent_id, people):
        return render_text("room_elsewhere", language, name=roomier.display_name or roomier.agent_id, people=people)
    is_kept = any(finding.aspect == "people" for finding in facts.kept)
    is_acceptable = not is_kept and (request.people or 0) * 5 >= people * 3
    return "" if is_acceptable else render_text("so_many", language, people=people)


def _day_decline_reason(facts: AdjustmentFacts, request: ParticipantRequest, day: date) -> str:
    """Reason to keep `day`: the requester does, others are not free on the requested day, or it is the demand's."""
    language = facts.setting.language
    if day_change.keeps_day(facts):
        return render_text("kept_day", language)
    others = day_change.names_of_unfree(facts, request.day, request.agent_id) if request.day else []
    if others:
        return render_text("barred", language, names=join_items(others, language), day=request.day)
    if day in plan_day.demanded_days(facts.demand, date.fromisoformat(facts.setting.today)):
        return render_text("asked_day", language, day=day)
    return render_text("other_day", language, day=day)


def _split_fee_requests(
    facts: AdjustmentFacts, requests: Sequence[ParticipantRequest]
) -> tuple[list[ParticipantRequest], list[tuple[ParticipantRequest, str]]]:
    """Split fee requests into granted and declined: lowest rise first within the budget; without one, half of them.

    A request for no more than the plan has is granted.
    """
    language, budget = facts.setting.language, facts.demand.limits.budget
    ascending = sorted(requests, key=lambda request: (_rise(facts, request), request.agent_id))
    lower = [request for request in ascending if _rise(facts, request) <= 0]
    rises = [request for request in ascending if request not in lower]
    if budget is None:
        count = ceil(len(rises) / 2)
        met = [_reduce_large_fee(facts, request) for request in rises[:count]]
        return [*lower, *met], [(request, render_text("lower_first", language)) for request in rises[count:]]
    totals = plan_totals(facts.proposal.assignments, expected_people(facts.demand))
    left = budget.amount - sum(total.amount for total in totals if total.currency == budget.currency)
    left -= sum(_rise(facts, request) for request in lower)
    met: list[ParticipantRequest] = []
    declined: list[tuple[ParticipantRequest, str]] = []
    for request in rises:
        if request.fee and request.fee.currency == budget.currency and _rise(facts, request) <= left:
            left -= _rise(facts, request)
            met.append(request)
        else:
            rest = format_money(Money(amount=max(left, 0), currency=budget.currency), language)
            declined.append((request, render_text("no_money", language, left=rest)))
    return [*lower, *met], declined


def _rise(facts: AdjustmentFacts, request: ParticipantRequest) -> int:
    own = (part.terms for part in facts.proposal.assignments if part.agent_id == request.agent_id and not part.reserve)
    return fee_rise(request, next(own, None), expected_people(facts.demand))


def _reduce_large_fee(facts: AdjustmentFacts, request: ParticipantRequest) -> ParticipantRequest:
    """Reduce a large fee that is requested for the first time to four fifths, but not below the present fee."""
    last, fee = facts.proposal.adjustment_summary, request.fee
    was_addressed = last and any(request.agent_id in change.requested_by for change in last.changes_made)
    if fee is None or was_addressed:
        return request
    if units_of_money(fee) < LARGE_FEE_UNITS.get(fee.currency, DEFAULT_LARGE_FEE_UNITS):
        return request
    present = max(fee.amount - _rise(facts, request), 0)
    step = 1000 if fee.amount >= 10_000 else 1
    reduced = Money(amount=max(round(fee.amount * 0.8 / step) * step, present), currency=fee.currency)
    terms = request.terms.model_copy(update={"fee": reduced})
    return replace(request, terms=terms, text=describe_fee(terms, facts.setting.language))


def _build_change(facts: AdjustmentFacts, request: ParticipantRequest) -> Change:
    language = facts.setting.language
    part = next((part for part in facts.proposal.assignments if part.agent_id == request.agent_id), None)
    present = describe_fee(part.terms, language) if request.topic == "fee" and part and part.terms else ""
    return Change(
        aspect=request.label or render_text(f"aspect.{request.topic}", language),
        before=present or render_text("unsettled", language),
        after=request.text or describe_fee(request.terms, language),
        reason=render_text(
            _change_reason(facts, request), language, people=request.people, coming=expected_people(facts.demand)
        ),
        requested_by=(request.agent_id,),
        terms=granted_terms(request),
    )


def _change_reason(facts: AdjustmentFacts, request: ParticipantRequest) -> str:
    if not request.fits_attendance(expected_people(facts.demand)):
        return "capped"
    if request.topic != "fee":
        return f"noted.{request.topic}" if request.topic in ("people", "hands") else "noted"
    if _rise(facts, request) <= 0:
        return "less"
    own = (request_in_feedback(each) for each in facts.feedback if each.agent_id == request.agent_id)
    if any(each and each.fee != request.fee for each in own):
        return "part_way"
    return "lower" if facts.demand.limits.budget is None else "paid"
