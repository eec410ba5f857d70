"""Terms of a simulated person's offer: fee, people, notice, days and conditions (INTERFACES § 6, *Terms*)."""

from datetime import date

from negotiation.contracts.terms import Terms
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.simulated.quantities import parse_dates
from user_agent.prompts import OfferFacts
from user_agent.simulated.constraints import condition_terms, max_people, required_notice
from user_agent.simulated.invitation_decision import InvitationDecision


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
        not_on=tuple(WEEKDAYS[day] for day in sorted(set(profile.busy_weekdays))),
        conditions=stated.conditions,
    )


def _free_dates(facts: OfferFacts) -> tuple[str, ...]:
    """Return the dates of the profile that are not over and on no busy weekday; empty if any day is possible."""
    today = date.fromisoformat(facts.setting.today)
    days = (day for text in facts.profile.free_dates for day in parse_dates(text))
    return tuple(
        dict.fromkeys(
            day.isoformat() for day in days if day >= today and day.weekday() not in facts.profile.busy_weekdays
        )
    )
