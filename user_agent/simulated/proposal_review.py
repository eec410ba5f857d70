"""Review of a plan by a simulated person: acceptance, requests, concessions and withdrawal (TW-510)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from negotiation.contracts.proposal import Proposal
from negotiation.simulated.quantities import parse_dates
from shared.core.language import join_items
from shared.llm.seeded_random import seeded_fraction
from user_agent.prompts import FeedbackFacts
from user_agent.simulated import suitability
from user_agent.simulated.phrasing import render_text
from user_agent.simulated.plan_requests import (
    RequestedPlanChange,
    helper_request,
    is_request_granted,
    last_request,
    lower_request,
    ungranted_offer_requests,
    unmentioned_requests,
)
from user_agent.simulated.suitability import unmet_limit
from user_agent.simulated.temperament import Temperament, find_temperament

AcceptStance = Literal[
    "fine", "still", "moved", "waiting", "called", "met", "standby", "still_by", "let_be", "give_way", "for_now"
]
NegotiateStance = Literal["ask", "again", "one_more", "hollow_ask"]
RejectStance = Literal["refuse", "hold_out", "hollow"]
WithdrawStance = Literal["leave", "away", "no_day", "replaced", "no_role"]
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

SMALL_PLAN = 4
"""Number of participants below which a person without an assignment waits."""

MAX_GAP_REQUESTS = 2
"""Number of requests for missing participants before a person rejects the plan."""


MAX_SPEAKING_SHARE = 0.4
"""Maximum share of a plan's participants that make requests in one round."""


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """Decision on a plan version: stance, the request made now, and further open requests."""

    stance: Stance
    request: RequestedPlanChange | None = None
    open_requests: tuple[RequestedPlanChange, ...] = ()


def decide_review(facts: FeedbackFacts) -> ReviewDecision:
    """Return the decision of the person in `facts.profile` on a plan version.

    It depends only on the facts: the plan, and the person's own profile, offer and earlier feedback.
    """
    temperament = find_temperament(facts.profile.temperament)
    date_conflict, missing = _find_date_conflict(facts), _find_missing(facts)
    if missing:
        return _review_incomplete_plan(facts, missing)
    if _is_on_standby(facts):
        return (
            ReviewDecision("away", date_conflict)
            if date_conflict
            else ReviewDecision("still_by" if _has_accepted(facts) else "standby")
        )
    if date_conflict and date_conflict.wanted_date is None:
        return ReviewDecision("no_day")
    limit = unmet_limit(facts)
    if date_conflict or limit:
        request = date_conflict or RequestedPlanChange(
            "other", limit.aspect if limit else "", limit.desired_value if limit else ""
        )
        repeats = _count_requests(facts)
        return ReviewDecision("leave" if repeats > temperament.max_repeats else "again" if repeats else "ask", request)
    if _count_requests(facts):
        return _review_after_request(facts, temperament)
    return _review_first_time(facts, temperament)


def _find_missing(facts: FeedbackFacts) -> RequestedPlanChange | None:
    """Return the missing skills if there are at least as many as assigned roles, else None."""
    grave_gaps = [gap.gap_type for gap in facts.proposal.gaps if gap.importance >= GRAVE_IMPORTANCE]
    tags = facts.demand.capability_tags
    missing = [tag for tag in tags if tag in grave_gaps]
    active_roles = {
        assignment.role for assignment in facts.proposal.assignments if not _is_standby_role(facts, assignment.role)
    }
    if len(missing) < max(len(active_roles), 2):
        return None
    language = facts.setting.language
    return RequestedPlanChange("other", render_text("aspect.missing", language), join_items(missing, language))


def _review_incomplete_plan(facts: FeedbackFacts, missing: RequestedPlanChange) -> ReviewDecision:
    """Review a plan that lacks too much: half of its participants wait, the others request the rest, then reject."""
    participants = sorted(
        {assignment.agent_id for assignment in facts.proposal.assignments},
        key=lambda agent_id: seeded_fraction(facts.demand_id, agent_id, "hope"),
    )
    if facts.your_assignment is None:
        return ReviewDecision("standby" if len(participants) < SMALL_PLAN else "hollow", missing)
    if len(participants) > 1 and facts.agent_id in participants[: -(-len(participants) // 2)]:
        return ReviewDecision("for_now", missing)
    return ReviewDecision(
        "hollow_ask" if len(participants) > 1 and _count_requests(facts) < MAX_GAP_REQUESTS else "hollow", missing
    )


def plan_date(plan: Proposal) -> date | None:
    """Return the latest date of a plan's milestones, else its start date; None without either."""
    texts = [milestone.date or "" for milestone in plan.timeline.milestones]
    days = [day for text in texts for day in parse_dates(text)]
    return max(days, default=next(iter(parse_dates(plan.timeline.start_date or "")), None))


def _find_date_conflict(facts: FeedbackFacts) -> RequestedPlanChange | None:
    """Return a request for another date if the person is busy on the plan's date or needs more notice, else None.

    The date is one that the demand's limits allow, as far as they leave a choice (see `nearest_free_date`); the request
    names none if the person is free on none.
    """
    day, today = plan_date(facts.proposal), date.fromisoformat(facts.setting.today)
    if day is None or facts.your_assignment is None:
        return None
    if suitability.is_free_on(facts.profile, day, today, facts.demand_id) and suitability.has_enough_notice(
        facts.profile, day, today
    ):
        return None
    alternative = suitability.nearest_free_date(facts.profile, day, today, facts.demand_id, facts.demand.limits)
    return RequestedPlanChange("date", "", "", wanted_date=alternative)


def _review_after_request(facts: FeedbackFacts, temperament: Temperament) -> ReviewDecision:
    request, last_type = last_request(facts), facts.your_feedback[-1].feedback_type
    if facts.your_assignment is None:
        return ReviewDecision("replaced", request)
    if is_request_granted(facts, request, temperament):
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
    open_requests = tuple(ungranted_offer_requests(facts))
    if facts.your_feedback:  # this version is no worse than the accepted one
        return ReviewDecision(_acceptance_stance(facts), open_requests=open_requests)
    is_alone = len({assignment.agent_id for assignment in facts.proposal.assignments}) < 2
    insists_on_fee = (
        temperament.always_speaks and not is_alone and any(request.aspect == "fee" for request in open_requests)
    )
    if insists_on_fee or _speaks_now(facts):
        requests = (*open_requests, *helper_request(facts, temperament), *unmentioned_requests(facts))
        if requests:
            return ReviewDecision("ask", requests[0], requests[1:])
    return ReviewDecision("let_be" if open_requests else "fine", open_requests=open_requests)


def _next_request(facts: FeedbackFacts, temperament: Temperament) -> RequestedPlanChange | None:
    """Return the next request of a person whose last one was granted, within the temperament's maximum; else None."""
    earlier = [feedback.adjustment_request or "" for feedback in facts.your_feedback]
    candidates = (*ungranted_offer_requests(facts), *unmentioned_requests(facts))
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


def _is_on_standby(facts: FeedbackFacts) -> bool:
    """Return whether the person's own role is a standby role."""
    return facts.your_assignment is not None and _is_standby_role(facts, facts.your_assignment.role)


def _is_standby_role(facts: FeedbackFacts, role: str) -> bool:
    """Return whether a role is a needed skill with an addition in brackets, which marks a standby."""
    tags = facts.demand.capability_tags
    return role not in tags and any(role.startswith(tag) and role.endswith(("）", ")")) for tag in tags)


def _speaks_now(facts: FeedbackFacts) -> bool:
    """Return whether the person makes requests in this round: those named in the plan's risks first, then by chance."""
    risks = "\n".join(facts.proposal.risks)
    active = [assignment for assignment in facts.proposal.assignments if not _is_standby_role(facts, assignment.role)]
    names = {assignment.agent_id: assignment.display_name for assignment in active}
    participant_count = len({assignment.agent_id for assignment in facts.proposal.assignments})

    def sort_key(agent_id: str) -> tuple[bool, float]:
        name = names[agent_id]
        return not (name and name in risks), seeded_fraction(facts.demand_id, agent_id, "turn")

    order = sorted(names, key=sort_key)
    return facts.agent_id in order[: min(participant_count // 2, max(1, int(participant_count * MAX_SPEAKING_SHARE)))]
