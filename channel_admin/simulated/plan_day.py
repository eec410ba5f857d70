"""Day of a plan: the one that the demand names, else one that suits most agents (simulated prompts 4 and 6)."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from channel_admin.simulated.offer_terms import covers_skill, is_unavailable, required_notice
from channel_admin.simulated.participant_request import requests_in_offer
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.offer import Offer
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates
from negotiation.understanding.allowed_days import is_day_allowed
from negotiation.understanding.day_ranges import MIN_RANGE_DAYS

MAX_NOTICE_DAYS = 30
DEFAULT_NOTICE_DAYS = 21
SATURDAY = 5
MAX_LEAD_DAYS = 7
"""Days from today that a plan within a longer stretch of days leaves for its preparation, unless more are requested."""


def demanded_days(demand: DemandUnderstanding, today: date) -> tuple[date, ...]:
    """Return the full dates (see `parse_dates`) from `today` on that a demand allows; empty if it names none."""
    days = parse_dates(" ".join(demand.limits.dates)) or parse_dates(demand.context.date or "")[:1]
    ahead = tuple(day for day in days if day >= today)
    return tuple(day for day in ahead if is_day_allowed(day, demand.limits)) or ahead


def choose_demanded_day(demand: DemandUnderstanding, offers: Sequence[Offer], today: date) -> date | None:
    """Return the earliest of the `demanded_days` on which fewest offers are unavailable; None if there is none.

    Of a stretch of days, those count first that leave the notice that offers request, or else a week at most.
    """
    days = demanded_days(demand, today)
    if not days:
        return None
    lead = min(MAX_LEAD_DAYS, (days[-1] - today).days // 2) if len(days) >= MIN_RANGE_DAYS else 0
    first = today + timedelta(days=max(lead, _requested_notice(offers)))
    return min(days, key=lambda day: (sum(is_unavailable(offer, day) for offer in offers), day < first, day))


def is_day_possible(demand: DemandUnderstanding, day: date) -> bool:
    """Return whether a plan may move to a day: the demand does not exclude it, nor name other days of the week.

    The demand's dates are left out: a plan may have to leave them.
    """
    return is_day_allowed(day, demand.limits.model_copy(update={"dates": ()}))


def choose_day(demand: DemandUnderstanding, offers: Sequence[Offer], today: date) -> date:
    """Choose the plan's day: the one that the demand names, else the one that most requests name or suits most agents.

    - Demanded: see `choose_demanded_day`. Another day is chosen only if nobody who offers some demanded skill is free on
      it, and more than half as many requests as offers name another day; then it is the one that most requests name.
    - Requested: only days after `today` that the demand does not exclude, and only if these requests are at least half
      as many as the offers.
    - Else: of seven days, the one on which fewest offers are unavailable, and of those the nearest to a Saturday. The
      seven start after the longest notice that an offer requests, at least 21 (one, if the demand names days of the
      week) and at most 30 days after `today`. Days that the demand excludes count only if it excludes them all.

    `offers` are those that do not decline, without reserves; the caller removes the others.
    """
    requests = [wish for offer in offers for wish in requests_in_offer(offer)]
    votes = Counter(
        wish.day for wish in requests if wish.day and wish.day > today and is_day_possible(demand, wish.day)
    )
    location_bound_days = {
        wish.day for offer in offers if _is_location_bound(demand, offer) for wish in requests_in_offer(offer)
    }
    favourite = max(votes, key=lambda day: (votes[day], day in location_bound_days, -day.toordinal()), default=None)
    demanded = choose_demanded_day(demand, offers, today)
    if demanded:
        is_moved = _lacks_holder(demand, offers, demanded) and votes.total() * 2 > len(offers)
        return favourite if favourite and is_moved else demanded
    if favourite and votes.total() * 2 >= len(offers):
        return favourite
    default_notice = 1 if demand.limits.weekdays else DEFAULT_NOTICE_DAYS
    notice_days = max(default_notice, min(_requested_notice(offers), MAX_NOTICE_DAYS))
    first = today + timedelta(days=notice_days)
    week = [first + timedelta(days=later) for later in range(7)]
    days = [day for day in week if is_day_possible(demand, day)] or week
    return min(
        days, key=lambda day: (sum(is_unavailable(offer, day) for offer in offers), abs(day.weekday() - SATURDAY), day)
    )


def _requested_notice(offers: Sequence[Offer]) -> int:
    """Return the longest notice that offers request, in days; 0 without a request."""
    return max(map(required_notice, offers), default=0)


def _lacks_holder(demand: DemandUnderstanding, offers: Sequence[Offer], day: date) -> bool:
    """Return whether some demanded skill is offered, but by nobody who is free on a day."""
    offers_by_skill = ([offer for offer in offers if covers_skill(offer, tag)] for tag in demand.capability_tags)
    return any(matching and all(is_unavailable(offer, day) for offer in matching) for matching in offers_by_skill)


def _is_location_bound(demand: DemandUnderstanding, offer: Offer) -> bool:
    """Return whether an offer covers a skill bound to its location, whose day is harder to move."""
    return any(
        load_thesaurus("skills").is_location_bound(tag) and covers_skill(offer, tag) for tag in demand.capability_tags
    )
