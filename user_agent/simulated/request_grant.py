"""Whether a plan grants what a simulated person wants: wanted terms against those of their own part (TW-510)."""

from datetime import date, timedelta

from negotiation.contracts.money import Money
from negotiation.contracts.proposal import Proposal
from negotiation.contracts.terms import NO_TERMS, Condition, Terms
from negotiation.simulated.quantities import parse_dates
from user_agent.prompts import FeedbackFacts
from user_agent.simulated import suitability
from user_agent.simulated.fees import lowest_fee, own_price
from user_agent.simulated.temperament import Temperament


def plan_date(plan: Proposal) -> date | None:
    """Return the latest date of a plan's milestones, else its start date; None without either."""
    texts = [milestone.date or "" for milestone in plan.timeline.milestones]
    days = [day for text in texts for day in parse_dates(text)]
    return max(days, default=next(iter(parse_dates(plan.timeline.start_date or "")), None))


def is_granted(facts: FeedbackFacts, wanted: Terms, temperament: Temperament) -> bool:
    """Return whether the terms of `facts.your_assignment` contain everything that is wanted.

    A fee may be lower by the discount of `temperament`, the person's own; a number of people and a notice are granted
    as well if few enough come and the plan's day is late enough; any day on which the person is free is granted; of a
    condition the kind or the text counts.
    """
    held = (facts.your_assignment.terms if facts.your_assignment else None) or NO_TERMS
    return (
        (wanted.fee is None or _is_paid(facts, wanted.fee, held.fee, temperament))
        and (wanted.people is None or _is_small_enough(facts, wanted.people, held.people))
        and (wanted.notice_days is None or _is_early_enough(facts, wanted.notice_days, held.notice_days))
        and (wanted.deposit_share is None or (held.deposit_share or 0) >= wanted.deposit_share)
        and (not wanted.dates or _is_day_possible(facts, wanted.dates))
        and all(_is_agreed(facts, condition, held) for condition in wanted.conditions)
    )


def is_role_shared(facts: FeedbackFacts) -> bool:
    """Return whether somebody else, who is not in reserve, has the same role as the person; False without a role."""
    own = facts.your_assignment
    return own is not None and any(
        other.role == own.role and other.agent_id != facts.agent_id and not other.reserve
        for other in facts.proposal.assignments
    )


def _is_paid(facts: FeedbackFacts, wanted: Money, held: Money | None, temperament: Temperament) -> bool:
    if wanted.amount == 0:
        return True
    if held is None or held.currency != wanted.currency:
        return False
    price = own_price(facts.profile)
    if price is not None and price.currency == wanted.currency:
        return held.amount >= min(wanted.amount, lowest_fee(price, temperament).amount)
    return held.amount >= wanted.amount * (1 - temperament.max_discount)


def _is_small_enough(facts: FeedbackFacts, wanted: int, held: int | None) -> bool:
    head_count = facts.demand.context.expected_attendees
    is_few = head_count is not None and head_count <= wanted
    return is_few or is_role_shared(facts) or (held is not None and held <= wanted)


def _is_early_enough(facts: FeedbackFacts, wanted: int, held: int | None) -> bool:
    day = plan_date(facts.proposal)
    is_late = day is not None and day - date.fromisoformat(facts.setting.today) >= timedelta(days=wanted)
    return is_late or (held is not None and held >= wanted)


def _is_day_possible(facts: FeedbackFacts, dates: tuple[str, ...]) -> bool:
    day, today = plan_date(facts.proposal), date.fromisoformat(facts.setting.today)
    return day is not None and (day.isoformat() in dates or suitability.is_free_on(facts.profile, day, today))


def _is_agreed(facts: FeedbackFacts, wanted: Condition, held: Terms) -> bool:
    if wanted.kind == "helper" and is_role_shared(facts):
        return True
    return any(
        condition.text == wanted.text or (condition.kind == wanted.kind != "other") for condition in held.conditions
    )
