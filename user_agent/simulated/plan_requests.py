"""Requests of a simulated person to change a plan: from their offer, constraints and earlier feedback (TW-510)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from negotiation.contracts.money import money_of_units, units_of_money
from negotiation.contracts.offer import Offer
from negotiation.contracts.terms import NO_TERMS, Condition, Terms
from negotiation.search.synonyms import load_thesaurus
from negotiation.terms.term_parser import parse_request, parse_terms, split_label
from shared.core.iso_dates import is_date
from shared.core.language import Language
from shared.llm.seeded_random import seeded_fraction
from user_agent.prompts import FeedbackFacts
from user_agent.simulated.constraints import LEAST, MOST, max_people, parse_constraints
from user_agent.simulated.fees import lowest_fee, own_price
from user_agent.simulated.phrasing import render_text
from user_agent.simulated.request_grant import is_granted, is_role_shared
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
        terms: Wanted value; empty for what is no term of the person's own part.
    """

    aspect: Literal["date", "fee", "people", "hands", "other"]
    label: str
    text: str
    terms: Terms = NO_TERMS

    @property
    def wanted_date(self) -> date | None:
        """The first date that the request names; None without one."""
        return next((date.fromisoformat(day) for day in self.terms.dates if is_date(day)), None)


def build_request(label: str, text: str, terms: Terms) -> RequestedPlanChange:
    """Return a request for `terms`, which decide its aspect, with a label and a text."""
    aspect: Literal["date", "fee", "people", "hands", "other"] = "other"
    if terms.dates:
        aspect = "date"
    elif terms.fee is not None:
        aspect = "fee"
    elif terms.people is not None:
        aspect = "people"
    return RequestedPlanChange(aspect, label, text, terms)


def ungranted_offer_requests(facts: FeedbackFacts, temperament: Temperament) -> Iterator[RequestedPlanChange]:
    """Yield the requests of the person's offer, negotiation points and then conditions, that the plan does not grant.

    Requests for another date are left out, since the plan's own day decides; nothing is yielded without an offer.
    """
    if facts.your_offer is None:
        return
    for request in _offer_requests(facts.your_offer, facts.setting.language, facts.profile.currency):
        if request.aspect != "date" and not is_granted(facts, request.terms, temperament):
            yield request


def _offer_requests(offer: Offer, language: Language, currency: str) -> Iterator[RequestedPlanChange]:
    """Yield the requests of an offer; terms that one of an earlier version lacks come from its texts."""
    for point in offer.negotiation_points:
        text = point.desired_value or point.aspect
        terms = point.terms or parse_terms(point.aspect, text, language, currency)
        yield build_request(point.aspect, text, terms or _other(text))
    values = [point.desired_value for point in offer.negotiation_points if point.desired_value]
    typed = {condition.text: condition for condition in offer.terms.conditions} if offer.terms else {}
    for text in offer.conditions:
        if not any(value in text for value in values):  # it repeats a point
            yield build_request("", text, _typed(typed.get(text), offer) or parse_request(text, language, currency))


def _typed(condition: Condition | None, offer: Offer) -> Terms | None:
    """Return the terms of a typed condition, its value if it has one; None without one."""
    if condition is None or offer.terms is None:
        return None
    if condition.kind == "notice" and offer.terms.notice_days is not None:
        return Terms(notice_days=offer.terms.notice_days)
    if condition.kind == "deposit" and offer.terms.deposit_share is not None:
        return Terms(deposit_share=offer.terms.deposit_share)
    return Terms(conditions=(condition,))


def _other(text: str) -> Terms:
    return Terms(conditions=(Condition(kind="other", text=text),))


def people_request(facts: FeedbackFacts) -> RequestedPlanChange | None:
    """Return the offer's request about the number of people, if the person's part still exceeds what they can serve.

    None if they can serve all who come, the role is shared, the part is held for few enough people, or there is no part
    or no such request.
    """
    limit, head_count = max_people(facts.profile), facts.demand.context.expected_attendees
    if facts.your_assignment is None or facts.your_offer is None or not limit or not head_count or head_count <= limit:
        return None
    held = facts.your_assignment.terms
    if is_role_shared(facts) or (held is not None and held.people is not None and held.people <= limit):
        return None
    requests = _offer_requests(facts.your_offer, facts.setting.language, facts.profile.currency)
    return next((request for request in requests if request.terms.people is not None), None)


def last_request(facts: FeedbackFacts) -> RequestedPlanChange:
    """Return the latest change request of the person's earlier feedback, whose text is read as `LABEL: TEXT`.

    Without a label, the label is empty; without an earlier request, label and text are.
    """
    for feedback in reversed(facts.your_feedback):
        if feedback.adjustment_request:
            label, text = split_label(feedback.adjustment_request)
            terms = feedback.terms or parse_request(
                feedback.adjustment_request, facts.setting.language, facts.profile.currency
            )
            return build_request(label, text, terms)
    return RequestedPlanChange("other", "", "")


def lower_request(facts: FeedbackFacts, request: RequestedPlanChange, temperament: Temperament) -> RequestedPlanChange:
    """Return a request for a fee with the amount lowered and no text, any other request unchanged.

    The new amount is the lowest that the person takes: their price less the discount of `temperament`, their own;
    without a price in the same currency, the amount less the discount, rounded to 10 units.
    """
    wanted, price = request.terms.fee, own_price(facts.profile)
    if wanted is None:
        return request
    if price is None or price.currency != wanted.currency:
        units = round(units_of_money(wanted) * (1 - temperament.max_discount) / 10) * 10
        lowest = money_of_units(units, wanted.currency)
    else:
        lowest = lowest_fee(price, temperament)
    lowered = lowest if lowest.amount < wanted.amount else wanted
    return RequestedPlanChange("fee", request.label, "", request.terms.model_copy(update={"fee": lowered}))


def helper_request(facts: FeedbackFacts, temperament: Temperament) -> Iterator[RequestedPlanChange]:
    """Yield one request for a helper, or nothing.

    It is made if at least LARGE_HEAD_COUNT people come, the person alone holds a role that the plan has a reserve for, and
    a pseudo-random number for demand and agent is below the temperament's `helper_probability`.
    """
    assignment, head_count = facts.your_assignment, facts.demand.context.expected_attendees or 0
    if (
        assignment is None
        or head_count < LARGE_HEAD_COUNT
        or is_role_shared(facts)
        or not any(other.reserve and other.role == assignment.role for other in facts.proposal.assignments)
        or load_thesaurus("skills").is_location_bound(assignment.role)
    ):
        return
    if seeded_fraction(facts.demand_id, facts.agent_id, "hands") < temperament.helper_probability:
        language = facts.setting.language
        text = render_text("shared_role", language, role=assignment.role)
        terms = Terms(conditions=(Condition(kind="helper", text=text),))
        if not is_granted(facts, terms, temperament):
            yield RequestedPlanChange("hands", render_text("aspect.hands", language), text, terms)


def unmentioned_requests(facts: FeedbackFacts, temperament: Temperament) -> Iterator[RequestedPlanChange]:
    """Yield a request for each constraint of the person's profile that is no condition of their offer, or nothing.

    Nothing if a pseudo-random number for demand and agent is not below the temperament's `afterthought_probability`.
    Constraints on notice are left out, those on the number of people if the demand states it, and what the plan grants.
    """
    dice = seeded_fraction(facts.demand_id, facts.agent_id, "afterthought")
    if dice >= temperament.afterthought_probability:
        return
    mentioned = facts.your_offer.conditions if facts.your_offer else ()
    for constraint in parse_constraints(facts.profile, facts.setting.language):
        is_known = constraint.key in (MOST, LEAST) and facts.demand.context.expected_attendees is not None
        if constraint.wanted in mentioned or constraint.notice or is_known:
            continue
        if not is_granted(facts, constraint.terms, temperament):
            yield build_request(constraint.label, constraint.wanted, constraint.terms)
