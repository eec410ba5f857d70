"""Review of a plan by a simulated person: acceptance, requests, concessions and withdrawal (TW-510)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from negotiation.contracts.terms import Terms
from negotiation.simulated.quantities import parse_dates
from shared.core.language import join_items
from user_agent.prompts import FeedbackFacts
from user_agent.simulated import suitability
from user_agent.simulated.phrasing import render_text
from user_agent.simulated.plan_requests import (
    RequestedPlanChange,
    helper_request,
    last_request,
    lower_request,
    people_request,
    ungranted_offer_requests,
    unmentioned_requests,
)
from user_agent.simulated.request_grant import is_granted, plan_date
from user_agent.simulated.temperament import Temperament, find_temperament

AcceptStance = Literal[
    "fine", "still", "moved", "waiting", "called", "met", "standby", "still_by", "give_way", "for_now", "aside"
]
NegotiateStance = Literal["ask", "again", "one_more"]
RejectStance = Literal["refuse", "hold_out"]
WithdrawStance = Literal["leave", "away", "no_day", "replaced", "dropped", "no_role"]
Stance = AcceptStance | NegotiateStance | RejectStance | WithdrawStance
FeedbackKind = Literal["accept", "negotiate", "reject", "withdraw"]
FEEDBACK_TYPE_BY_STANCE: Mapping[Stance, FeedbackKind] = {
    **dict.fromkeys(get_args(AcceptStance), "accept"),
    **dict.fromkeys(get_args(NegotiateStance), "negotiate"),
    **dict.fromkeys(get_args(RejectStance), "reject"),
    **dict.fromkeys(get_args(WithdrawStance), "withdraw"),
}

GRAVE_IMPORTANCE = 60
"""Importance (0–100) from which a gap counts as missing."""


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """Decision on a plan version: stance, the request made now, and further open requests."""

    stance: Stance
    request: RequestedPlanChange | None = None
    open_requests: tuple[RequestedPlanChange, ...] = ()


def decide_review(facts: FeedbackFacts) -> ReviewDecision:
    """Return the decision of the person in `facts.profile` on a plan version.

    It depends only on the facts: the plan, and the person's own profile, offer and earlier feedback. Nobody knows what
    the others think: whoever has an open request says so.
    """
    temperament = find_temperament(facts.profile.temperament)
    date_conflict = _find_date_conflict(facts)
    if facts.your_assignment is None and not _can_come(facts):
        return ReviewDecision("aside")
    if facts.your_assignment is not None and facts.your_assignment.reserve:
        return (
            ReviewDecision("away", date_conflict)
            if date_conflict
            else ReviewDecision("still_by" if _has_accepted(facts) else "standby")
        )
    if date_conflict and date_conflict.wanted_date is None:
        return ReviewDecision("no_day")
    conflict = date_conflict or people_request(facts)
    if conflict:
        repeats = _count_requests(facts)
        return ReviewDecision("leave" if repeats > temperament.max_repeats else "again" if repeats else "ask", conflict)
    decision = (
        _review_after_request(facts, temperament) if _count_requests(facts) else _review_first_time(facts, temperament)
    )
    missing = _find_missing(facts)
    if missing and facts.your_assignment and FEEDBACK_TYPE_BY_STANCE[decision.stance] == "accept":
        return ReviewDecision("for_now", missing)
    return decision


def _can_come(facts: FeedbackFacts) -> bool:
    """Return whether a person is free on the plan's day, or it has none."""
    day, today = plan_date(facts.proposal), date.fromisoformat(facts.setting.today)
    return day is None or suitability.is_free_on(facts.profile, day, today)


def _find_missing(facts: FeedbackFacts) -> RequestedPlanChange | None:
    """Return the missing skills if there are at least as many as assigned roles, else None."""
    grave_gaps = [gap.gap_type for gap in facts.proposal.gaps if gap.importance >= GRAVE_IMPORTANCE]
    missing = [tag for tag in facts.demand.capability_tags if tag in grave_gaps]
    roles = {assignment.role for assignment in facts.proposal.assignments if not assignment.reserve}
    if len(missing) < max(len(roles), 2):
        return None
    language = facts.setting.language
    return RequestedPlanChange("other", render_text("aspect.missing", language), join_items(missing, language))


def _is_role_taken(facts: FeedbackFacts) -> bool:
    """Return whether somebody else holds a role that the person offered to take on."""
    offered = (facts.your_offer.contribution if facts.your_offer else None) or ""
    return any(not part.reserve and part.role and part.role in offered for part in facts.proposal.assignments)


def _find_date_conflict(facts: FeedbackFacts) -> RequestedPlanChange | None:
    """Return a request for another date if the person is busy on the plan's date or needs more notice, else None.

    The date is one that the demand's limits allow, as far as they leave a choice (see `nearest_free_date`); the request
    names none if the person is free on none.
    """
    day, today = plan_date(facts.proposal), date.fromisoformat(facts.setting.today)
    if day is None or facts.your_assignment is None:
        return None
    if suitability.is_free_on(facts.profile, day, today) and suitability.has_enough_notice(facts.profile, day, today):
        return None
    alternative = suitability.nearest_free_date(facts.profile, day, today, facts.demand.limits)
    terms = Terms(dates=(alternative.isoformat(),)) if alternative else Terms()
    return RequestedPlanChange("date", "", "", terms)


def _review_after_request(facts: FeedbackFacts, temperament: Temperament) -> ReviewDecision:
    request, last_type = last_request(facts), facts.your_feedback[-1].feedback_type
    if facts.your_assignment is None:
        return ReviewDecision("replaced" if _is_role_taken(facts) else "dropped", request)
    if is_granted(facts, request.terms, temperament):
        next_request = _next_request(facts, temperament)
        return ReviewDecision("one_more", next_request) if next_request else ReviewDecision("met", request)
    if last_type == "accept":  # this version is no worse than the accepted one
        return ReviewDecision(_acceptance_stance(facts))
    if last_type == "reject":  # its rejection has changed nothing
        return ReviewDecision("hold_out" if temperament.holds_out else "leave", request)
    if _count_requests(facts) < temperament.max_repeats:
        return ReviewDecision("again", lower_request(facts, request, temperament))
    final_stances: dict[str, Stance] = {"accept": "give_way", "reject": "refuse", "withdraw": "leave"}
    return ReviewDecision(final_stances[temperament.final_answer], request)


def _review_first_time(facts: FeedbackFacts, temperament: Temperament) -> ReviewDecision:
    if facts.your_assignment is None:
        return ReviewDecision(
            "no_role" if temperament.final_answer == "withdraw" and not facts.your_feedback else "standby"
        )
    if facts.your_feedback:  # this version is no worse than the accepted one
        return ReviewDecision(_acceptance_stance(facts))
    requests = (
        *ungranted_offer_requests(facts, temperament),
        *helper_request(facts, temperament),
        *unmentioned_requests(facts, temperament),
    )
    return ReviewDecision("ask", requests[0], requests[1:]) if requests else ReviewDecision("fine")


def _next_request(facts: FeedbackFacts, temperament: Temperament) -> RequestedPlanChange | None:
    """Return the next request of a person whose last one was granted, within the temperament's maximum; else None."""
    earlier = [feedback.adjustment_request or "" for feedback in facts.your_feedback]
    candidates = (*ungranted_offer_requests(facts, temperament), *unmentioned_requests(facts, temperament))
    new = [request for request in candidates if not any(request.text in text for text in earlier)]
    return new[0] if new and temperament.max_requests > len({text for text in earlier if text}) else None


def _has_accepted(facts: FeedbackFacts) -> bool:
    return bool(facts.your_feedback) and facts.your_feedback[-1].feedback_type == "accept"


def _acceptance_stance(facts: FeedbackFacts) -> Literal["still", "moved", "called", "waiting"]:
    """Return the stance of a repeated acceptance, by what has changed since: nothing, the date, or the own assignment."""
    summary, day = facts.proposal.adjustment_summary, plan_date(facts.proposal)
    changes = summary.changes_made if summary else ()
    afters = [change.after for change in changes]
    name = facts.your_assignment.display_name if facts.your_assignment else ""
    if name and any(name in change.after and facts.agent_id not in change.requested_by for change in changes):
        return "called"
    if not changes:
        return "waiting"
    return "moved" if day and any(day in parse_dates(after) for after in afters) else "still"


def _count_requests(facts: FeedbackFacts) -> int:
    return sum(feedback.feedback_type != "accept" for feedback in facts.your_feedback)
