"""Suitability of a simulated person for a demand: skills, location, dates, notice and capacity."""

from collections.abc import Sequence
from datetime import date, timedelta

from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.registry.profile import Profile
from negotiation.search.geographic_distance import is_nearby
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates
from negotiation.understanding.allowed_days import is_day_allowed
from negotiation.understanding.derived_fields import need_tag
from shared.core.language import Language
from user_agent.simulated.constraints import max_people, required_notice

NO_LIMITS = DemandLimits()

MAX_DAYS_AHEAD = 60
"""Number of days searched for another date."""


def matching_skills(
    profile: Profile, demand: DemandUnderstanding, fits: Sequence[NeedFit], language: Language
) -> tuple[str, ...]:
    """Return those of a demand's skills that a person has, in its order: those of needs that fit.

    A skill that no need names is one that a capability names, itself or by a synonym.

    Args:
        profile: Profile of the person.
        demand: Its `capability_tags` are the skills, each that of a need (see `need_tag`).
        fits: Needs that the profile meets.
        language: Language of the tags.
    """
    same = load_thesaurus("skills").are_synonyms
    met = {fit.need for fit in fits}
    needed = {
        need_tag(need, language): need.id in met for need in sorted(demand.needs, key=lambda need: need.id in met)
    }
    return tuple(
        tag
        for tag in demand.capability_tags
        if needed.get(tag, tag not in needed and any(same(tag, own) for own in profile.capabilities))
    )


def is_at(profile: Profile, location: str | None) -> bool:
    """Return whether a person is at a location; True if the demand (`location` is None) or the profile states none."""
    if not location or not profile.location:
        return True
    return load_thesaurus("places").are_synonyms(location, profile.location)


def is_within_reach(profile: Profile, location: str | None) -> bool:
    """Return whether a person is at a location or at most NEARBY_KM from it.

    True if the demand (`location` is None) or the profile states no location.
    """
    return is_at(profile, location) or is_nearby(location or "", profile.location or "")


def demand_date(demand: DemandUnderstanding) -> date | None:
    """Return the only full date that a demand names; None if it names none, or several.

    Full dates are those of `parse_dates`: 2026-02-15, 2026/2/15, 2026.2.15 or 2026年2月15日.
    """
    dates = demand_dates(demand)
    return dates[0] if len(dates) == 1 else None


def demand_dates(demand: DemandUnderstanding) -> tuple[date, ...]:
    """Return the full dates that a demand allows, in its order; without such a limit, that of its context."""
    days = parse_dates(" ".join(demand.limits.dates)) or parse_dates(demand.context.date or "")[:1]
    return tuple(day for day in days if is_day_allowed(day, demand.limits)) or days


def names_days(demand: DemandUnderstanding) -> bool:
    """Return whether a demand says when: a date, days of the week or a period. Days that it excludes are none."""
    return bool(demand_dates(demand) or demand.limits.weekdays or demand.context.date)


def is_never_free(profile: Profile, demand: DemandUnderstanding) -> bool:
    """Return whether a person is busy on every day of the week that a demand allows."""
    allowed = set(demand.limits.weekdays) or set(range(7))
    excluded = {number for number, name in enumerate(WEEKDAYS) if name in demand.limits.not_on}
    return allowed - excluded <= set(profile.busy_weekdays)


def is_free_on(profile: Profile, day: date, today: date) -> bool:
    """Return whether a person is free on `day`, as far as their profile says.

    They never are on their busy weekdays. If the profile lists free dates of which one is not before `today`, only
    those are free; else any other day is.
    """
    if day.weekday() in profile.busy_weekdays:
        return False
    free_dates = [free_date for text in profile.free_dates for free_date in parse_dates(text) if free_date >= today]
    return day in free_dates or not free_dates


def has_enough_notice(profile: Profile, day: date, today: date) -> bool:
    """Return whether the time from `today` to `day` is at least the notice that a person requires."""
    return day - today >= required_notice(profile)


def nearest_free_date(
    profile: Profile, wanted: date | None, today: date, limits: DemandLimits = NO_LIMITS
) -> date | None:
    """Return the free date with enough notice that is nearest to `wanted`, of two the earlier; None without one.

    Only days that the demand's `limits` allow count; its dates are preferred, but if the person is free on none of them,
    they ask for another day. Searched are the 60 days from the first one with enough notice, tomorrow at the earliest.
    If `wanted` is None, the date is near 21 days after `today`.
    """
    target = wanted or today + timedelta(days=21)
    earliest = today + max(required_notice(profile), timedelta(days=1))
    days = (earliest + timedelta(days=offset) for offset in range(MAX_DAYS_AHEAD))
    other_days = limits.model_copy(update={"dates": ()})
    free_days = [day for day in days if is_day_allowed(day, other_days) and is_free_on(profile, day, today)]
    named_days = [day for day in free_days if is_day_allowed(day, limits)]
    return min(named_days or free_days, key=lambda day: (abs((day - target).days), day), default=None)


def overload_factor(profile: Profile, demand: DemandUnderstanding) -> float:
    """Return head count ÷ capacity (above 1) if the demand exceeds the person's capacity, else 0.

    It is 0 as well if the demand states no head count or the person has no limit (see `max_people`).
    """
    limit, head_count = max_people(profile), demand.context.expected_attendees
    if not limit or not head_count or head_count <= limit:
        return 0.0
    return head_count / limit
