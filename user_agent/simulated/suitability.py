"""Are more people to come than somebody can serve, and does the plan do anything about it? (simulated agents)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.offer import NegotiationPoint
from negotiation.registry.profile import Profile
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import days_in, money_in, people_in
from shared.llm.seeded_random import chance
from user_agent.prompts import FeedbackFacts
from user_agent.simulated.constraints import most_people, notice


def unmet_limit(facts: FeedbackFacts) -> NegotiationPoint | None:
    """What the offer asked for about the number of people, while the own part can still not serve so many.

    A room does not grow because one is kind: this is not a wish that gives way.
    """
    most, coming, mine = most_people(facts.profile), facts.demand.context.expected_attendees, facts.your_assignment
    if mine is None or facts.your_offer is None or not most or not coming or coming <= most:
        return None
    shared = [part.role for part in facts.proposal.assignments].count(mine.role) > 1
    limited = people_in(mine.notes)
    if shared or (limited is not None and limited <= most):
        return None
    asked = facts.your_offer.negotiation_points
    return next((point for point in asked if people_in(point.desired_value) == most), None)


ENGAGED = 0.09
"""How often somebody has something else on a day that their profile leaves open."""

USUAL = (14, 36)
"""From how many days ahead to how many things are usually planned."""

FURTHEST_DAY = 60
"""How many days ahead somebody looks for another day."""


@dataclass(frozen=True, slots=True)
class PriceFit:
    """What somebody costs, and which share of the demand's budget falls to them (None: no budget is named)."""

    price: int
    share: float | None
    budget: int | None


def skills(profile: Profile, wanted: Sequence[str]) -> tuple[str, ...]:
    """Which of the wanted skills this person has."""
    same = known("skills").same
    return tuple(tag for tag in wanted if any(same(tag, own) for own in profile.capabilities))


def reachable(profile: Profile, place: str | None) -> bool:
    """Whether this person can work there: the same place, by wire, or no place is named."""
    if not place or not profile.location or profile.remote:
        return True
    return known("places").same(place, profile.location)


def overseas(profile: Profile, place: str | None) -> bool:
    """Whether this person lives in another part of the world."""
    if not place or not profile.location:
        return False
    return known("places").apart(place, profile.location)


def day_of(demand: DemandUnderstanding) -> date | None:
    """The day the demand names, when it can be read."""
    return next(iter(days_in(demand.context.date or "")), None)


def free_on(profile: Profile, day: date, today: date, seed: str) -> bool:
    """Whether this person's calendar is open that day. Free days that have all gone by bind nobody.

    What the profile leaves open may be taken all the same, otherwise for every `seed` (the demand's id).
    """
    if day.weekday() in profile.busy_weekdays:
        return False
    named = [free for text in profile.free_dates for free in days_in(text) if free >= today]
    return day in named if named else chance(seed, profile.agent_id, "engaged", day) >= ENGAGED


def engaged(profile: Profile, today: date, seed: str) -> tuple[date, ...]:
    """The days in the weeks for which things are planned on which something else came up."""
    ahead = (today + timedelta(days=later) for later in range(USUAL[0], USUAL[1]))
    return tuple(
        day for day in ahead if day.weekday() not in profile.busy_weekdays and not free_on(profile, day, today, seed)
    )


def in_time(profile: Profile, day: date, today: date) -> bool:
    """Whether there is time enough to prepare."""
    return day - today >= notice(profile)


def nearest_day(profile: Profile, wanted: date | None, today: date, seed: str) -> date | None:
    """The free day with enough notice that is closest to the wanted one (or to three weeks from today)."""
    aim = wanted or today + timedelta(days=21)
    first = today + max(notice(profile), timedelta(days=1))
    days = (first + timedelta(days=ahead) for ahead in range(FURTHEST_DAY))
    free = [day for day in days if free_on(profile, day, today, seed)]
    return min(free, key=lambda day: (abs((day - aim).days), day), default=None)


def money(profile: Profile, demand: DemandUnderstanding) -> PriceFit:
    """What this person costs against what the demand can pay, shared evenly among the skills it needs."""
    budget = money_in(demand.context.budget or "")
    shares = max(len(demand.capability_tags), 1)
    return PriceFit(profile.price or 0, None if budget is None else budget / shares, budget)


def too_many(profile: Profile, demand: DemandUnderstanding) -> float:
    """How many times over its capacity the demand is; 0 when it fits or nobody said."""
    most, coming = most_people(profile), demand.context.expected_attendees
    if not most or not coming or coming <= most:
        return 0.0
    return coming / most
