"""Requests of a simulated person to change a plan: from their offer, constraints and earlier feedback (TW-510)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates, parse_money
from shared.llm.seeded_random import seeded_fraction
from user_agent.prompts import FeedbackFacts
from user_agent.simulated.constraints import LEAST, MOST, parse_constraints
from user_agent.simulated.phrasing import render_text
from user_agent.simulated.temperament import Temperament

LARGE_HEAD_COUNT = 50
"""Head count from which a person may request a helper."""


@dataclass(frozen=True, slots=True)
class RequestedPlanChange:
    """Change of a plan that a person requests.

    Attributes:
        aspect: Subject of the request.
        label: Its name in the person's offer; empty if it was not mentioned there.
        text: Wanted value as text.
        wanted_date: Wanted date, for `date`.
        amount: Wanted fee in yuan, for `fee`.
    """

    aspect: Literal["date", "fee", "hands", "other"]
    label: str
    text: str
    wanted_date: date | None = None
    amount: int | None = None


def build_request(label: str, text: str) -> RequestedPlanChange:
    """Return a request with a label and a text; a value in the text decides its aspect.

    A full date (see `parse_dates`) gives a `date` request with `wanted_date`, an amount in yuan (元) a `fee` request
    with `amount`, anything else an `other` request.
    """
    day = next(iter(parse_dates(text)), None)
    if day:
        return RequestedPlanChange("date", label, text, wanted_date=day)
    amount = parse_money(text) if any(sign in text.lower() for sign in ("元", "yuan")) else None
    return RequestedPlanChange("other" if amount is None else "fee", label, text, amount=amount)


def ungranted_offer_requests(facts: FeedbackFacts) -> Iterator[RequestedPlanChange]:
    """Yield the requests of the person's offer, negotiation points and then conditions, that the plan does not grant.

    A request is granted if its text is part of the notes of `facts.your_assignment`. Requests for another date are left
    out; nothing is yielded without an offer.
    """
    offer, assignment = facts.your_offer, facts.your_assignment
    if offer is None:
        return
    notes = assignment.notes if assignment else ""
    requests = [(point.aspect, point.desired_value) for point in offer.negotiation_points]
    requests += [
        ("", condition) for condition in offer.conditions if not any(text and text in condition for _, text in requests)
    ]
    for label, text in requests:
        request = build_request(label, text)
        if text and text not in notes and not request.wanted_date:  # date conflicts are handled before
            yield request


def last_request(facts: FeedbackFacts) -> RequestedPlanChange:
    """Return the latest change request of the person's earlier feedback, read as `LABEL: TEXT`.

    Without a label, the label is empty; without an earlier request, label and text are.
    """
    requests = [feedback.adjustment_request or "" for feedback in facts.your_feedback]
    text = next((request for request in reversed(requests) if request), "")
    label, colon, value = text.replace("：", ":").partition(":")
    return build_request(label.strip() if colon else "", value.strip() if colon else text)


def is_request_granted(facts: FeedbackFacts, request: RequestedPlanChange, temperament: Temperament) -> bool:
    """Return whether the last adjustment of the plan, or the notes of the person's assignment, grant a request.

    Any change that the adjustment made at the request of this agent grants it, whatever the change is about; for a fee
    no amount in these changes may be lower than the requested one by more than the discount of `temperament`, the
    person's own. The notes grant it if they contain its text.
    """
    summary = facts.proposal.adjustment_summary
    own_changes = (
        [change for change in summary.changes_made if facts.agent_id in change.requested_by] if summary else []
    )
    is_granted = bool(own_changes)
    if request.amount is not None:  # a smaller amount does not grant the request
        amounts = [value for change in own_changes if (value := parse_money(change.after)) is not None]
        is_granted = is_granted and all(value >= request.amount * (1 - temperament.max_discount) for value in amounts)
    notes = facts.your_assignment.notes if facts.your_assignment else ""
    return is_granted or bool(request.text and request.text in notes)


def lower_request(facts: FeedbackFacts, request: RequestedPlanChange, temperament: Temperament) -> RequestedPlanChange:
    """Return a request for a fee with the amount lowered and no text, any other request unchanged.

    The new amount is the rest of the budget that the adjustment named when it declined the person's request, if the
    discount of `temperament`, the person's own, allows it; else the lowest amount that the discount allows, rounded to
    10 yuan.
    """
    if request.amount is None:
        return request
    minimum = round(request.amount * (1 - temperament.max_discount) / 10) * 10
    summary = facts.proposal.adjustment_summary
    declined = summary.requests_declined if summary else ()
    name = facts.your_assignment.display_name if facts.your_assignment else ""
    remaining = [parse_money(decline.reason) or 0 for decline in declined if name and decline.request.startswith(name)]
    sufficient = [amount for amount in remaining if minimum <= amount < request.amount]
    return RequestedPlanChange("fee", request.label, "", amount=max(sufficient, default=minimum))


def helper_request(facts: FeedbackFacts, temperament: Temperament) -> Iterator[RequestedPlanChange]:
    """Yield one request for a helper, or nothing.

    It is made if at least LARGE_HEAD_COUNT people come, the person alone holds a role that can be shared, and a
    pseudo-random number for demand and agent is below the temperament's `helper_probability`.
    """
    assignment, head_count = facts.your_assignment, facts.demand.context.expected_attendees or 0
    is_only_one = (
        assignment is not None and [other.role for other in facts.proposal.assignments].count(assignment.role) == 1
    )
    if (
        assignment is None
        or head_count < LARGE_HEAD_COUNT
        or not is_only_one
        or load_thesaurus("skills").is_location_bound(assignment.role)
    ):
        return
    if seeded_fraction(facts.demand_id, facts.agent_id, "hands") < temperament.helper_probability:
        language = facts.setting.language
        yield RequestedPlanChange(
            "hands", render_text("aspect.hands", language), render_text("shared_role", language, role=assignment.role)
        )


def unmentioned_requests(facts: FeedbackFacts) -> Iterator[RequestedPlanChange]:
    """Yield a request for each constraint of the person's profile that is no condition of their offer.

    Constraints on notice are left out, and those on the number of people if the demand states it.
    """
    mentioned = facts.your_offer.conditions if facts.your_offer else ()
    for constraint in parse_constraints(facts.profile, facts.setting.language):
        is_known = constraint.key in (MOST, LEAST) and facts.demand.context.expected_attendees is not None
        if constraint.wanted not in mentioned and not constraint.notice and not is_known:
            yield RequestedPlanChange("other", constraint.label, constraint.wanted)
