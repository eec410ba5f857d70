"""Terms of a simulated person's offer: fee, people, notice, days and conditions (INTERFACES § 6, *Terms*)."""

from datetime import date

from negotiation.contracts.terms import Terms
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.simulated.quantities import parse_dates
from negotiation.understanding.day_ranges import MIN_RANGE_DAYS
from shared.llm.seeded_random import seeded_fraction
from user_agent.prompts import OfferFacts
from user_agent.simulated import suitability
from user_agent.simulated.constraints import condition_terms, max_people, required_notice
from user_agent.simulated.invitation_decision import InvitationDecision

FORGET_PROBABILITY = 0.35
"""Probability that a person does not mention the dates on which they are busy."""


def build_offer_terms(facts: OfferFacts, decision: InvitationDecision) -> Terms:
    """Return the terms on which the person in `facts.profile` joins, as `decision` says.

    `fee` is what they would be paid without any change; of their constraints only those that they state as conditions
    count, but people, notice and days in any case.
    """
    profile, notice = facts.profile, required_notice(facts.profile)
    stated = condition_terms(decision.constraints)
    return Terms(
        fee=decision.fee,
        people=max_people(profile),
        notice_days=notice.days or None,
        deposit_share=stated.deposit_share,
        dates=_free_dates(facts),
        not_on=(*(WEEKDAYS[day] for day in sorted(set(profile.busy_weekdays))), *_engaged_dates(facts, decision)),
        conditions=stated.conditions,
    )


def mentioned_dates(facts: OfferFacts) -> tuple[date, ...]:
    """Return the dates on which a person is busy, as far as they mention them, ascending.

    Those are dates that the demand names, else the busy ones of the next weeks; none if the profile lists free dates.
    """
    profile = facts.profile
    if profile.free_dates or seeded_fraction(facts.demand_id, facts.agent_id, "forgets") < FORGET_PROBABILITY:
        return ()
    today = date.fromisoformat(facts.setting.today)
    named = suitability.demand_dates(facts.demand)
    if len(named) >= MIN_RANGE_DAYS:
        return ()
    if named:
        return tuple(day for day in named if not suitability.is_free_on(profile, day, today, facts.demand_id))
    return suitability.busy_dates(profile, today, facts.demand_id)


def _free_dates(facts: OfferFacts) -> tuple[str, ...]:
    """Return the dates of the profile that are not over and on no busy weekday; empty if any day is possible."""
    today = date.fromisoformat(facts.setting.today)
    days = (day for text in facts.profile.free_dates for day in parse_dates(text))
    return tuple(
        dict.fromkeys(
            day.isoformat() for day in days if day >= today and day.weekday() not in facts.profile.busy_weekdays
        )
    )


def _engaged_dates(facts: OfferFacts, decision: InvitationDecision) -> tuple[str, ...]:
    """Return the dates that a person mentions as busy, and those of the demand that they ask to move."""
    today = date.fromisoformat(facts.setting.today)
    moved: tuple[date, ...] = ()
    if any(request.aspect == "date" for request in decision.requests):
        named = (day for day in suitability.demand_dates(facts.demand) if day >= today)
        moved = tuple(day for day in named if not suitability.is_free_on(facts.profile, day, today, facts.demand_id))
    return tuple(dict.fromkeys(day.isoformat() for day in (*mentioned_dates(facts), *moved)))
