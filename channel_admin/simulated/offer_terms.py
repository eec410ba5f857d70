"""Terms of an offer: the skill that it covers, the days on which its agent is free, the notice that it takes."""

from datetime import date

from channel_admin.core.plan_checks import is_free
from channel_admin.simulated.participant_request import requests_in_offer
from negotiation.contracts.offer import Offer
from negotiation.contracts.terms import NO_TERMS
from negotiation.search.synonyms import load_thesaurus


def covers_skill(offer: Offer, tag: str) -> bool:
    """Return whether the first clause of an offer's contribution names the skill `tag` or a synonym.

    Clauses end at a semicolon; case is ignored, and Chinese and English names are synonyms. False without a
    contribution.
    """
    return load_thesaurus("skills").are_synonyms(tag, first_clause(offer))


def first_clause(offer: Offer) -> str:
    """Return the first clause of an offer's contribution, which names its skills; "" without a contribution."""
    return (offer.contribution or "").replace("；", ";").split(";")[0]


def requested_days(offer: Offer) -> tuple[date, ...]:
    """Return the days that the requests of an offer name, in their order."""
    return tuple(request.day for request in requests_in_offer(offer) if request.day)


def is_excluded(offer: Offer, day: date) -> bool:
    """Return whether the terms of an offer rule out a day: it is none of their dates, or one of the excluded days."""
    return not is_free(offer.terms or NO_TERMS, day)


def is_unavailable(offer: Offer, day: date) -> bool:
    """Return whether an offer says that its agent is not free on `day`, or requests days of which none is `day`."""
    days = requested_days(offer)
    return is_excluded(offer, day) or bool(days and day not in days)


def required_notice(offer: Offer) -> int:
    """Return the longest notice in days that an offer's terms and requests ask for; 0 without one."""
    asked = [(offer.terms or NO_TERMS).notice_days, *(each.terms.notice_days for each in requests_in_offer(offer))]
    return max((days for days in asked if days), default=0)


def is_too_late(offer: Offer, day: date, today: date) -> bool:
    """Return whether fewer days than the required notice are left from `today` to `day`."""
    return (day - today).days < required_notice(offer)
