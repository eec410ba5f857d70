"""Day of an adjusted plan: kept, moved to one that participants request, or back to one that the demand allows."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from channel_admin.core.plan_checks import is_free
from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import plan_day
from channel_admin.simulated.offer_terms import covers_skill, is_excluded, requested_days
from channel_admin.simulated.participant_request import ParticipantRequest
from negotiation.contracts.demand import LimitName
from negotiation.contracts.offer import Offer
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates
from negotiation.understanding.allowed_days import is_day_allowed

DAY_LIMITS: frozenset[LimitName] = frozenset({"dates", "weekdays", "not_on"})
"""Limits of a demand that are about its day."""


def keeps_day(facts: AdjustmentFacts) -> bool:
    """Return whether the requester keeps a limit that is about the day."""
    return any(finding.aspect in DAY_LIMITS for finding in facts.kept)


def choose_adjusted_day(
    facts: AdjustmentFacts, requests: Sequence[ParticipantRequest], day: date | None
) -> date | None:
    """Return the day of the adjusted plan.

    - If the requester keeps the day: the plan's, or else one that the demand allows.
    - Else the future day that most participants request, of those that the demand allows; otherwise the plan's. A plan
      leaves the dates that the demand names only if half of the participants request another day, and one of them has a
      role that nobody else can hold on `day`. Any other change needs a third who agree on a day, or a participant who
      cannot be replaced.

    Args:
        facts: Plan, offers and demand.
        requests: Requests of the holders.
        day: Day of the present plan; None if it has none.
    """
    today = date.fromisoformat(facts.setting.today)
    if keeps_day(facts):
        if day is not None and is_day_allowed(day, facts.demand.limits):
            return day
        offers = [offer for offer in facts.offers if _is_holder(facts, offer.agent_id)]
        back = plan_day.choose_demanded_day(facts.demand, offers, today)
        return back or plan_day.choose_day(facts.demand, offers, today)
    demanded = plan_day.demanded_days(facts.demand, today)
    votes = Counter(
        request.day
        for request in requests
        if request.day
        and request.day > today
        and (request.day in demanded or plan_day.is_day_possible(facts.demand, request.day))
        and not names_of_unfree(facts, request.day, request.agent_id)
    )
    if day is not None and day in demanded:
        needed = {request.day for request in requests if _has_no_substitute(facts, requests, request.agent_id, day)}
        votes = Counter({each: count for each, count in votes.items() if each in demanded or each in needed})
    if not votes:
        return day
    days_of_irreplaceable = {request.day for request in requests if _is_irreplaceable(facts, request.agent_id)}
    favourite = max(votes, key=lambda each: (votes[each], each in days_of_irreplaceable, -each.toordinal()))
    participants = {part.agent_id for part in facts.proposal.assignments if not part.reserve}
    is_departure = bool(demanded) and favourite not in demanded
    if day is None or (favourite in days_of_irreplaceable and not is_departure):
        return favourite
    return favourite if (votes.total() * 2 if is_departure else votes[favourite] * 3) >= len(participants) else day


def names_of_unfree(facts: AdjustmentFacts, day: date, requesting_agent: str) -> list[str]:
    """Return the names of other holders whose offers say that they are not free on a day."""
    others = (
        offer for offer in facts.offers if offer.agent_id != requesting_agent and _is_holder(facts, offer.agent_id)
    )
    return [offer.display_name or offer.agent_id for offer in others if _declares_unfree(facts, offer, day)]


def unfree_agents(facts: AdjustmentFacts, requests: Sequence[ParticipantRequest], day: date | None) -> frozenset[str]:
    """Return the ids of agents who are not free on a day, by their offers and requests, or by an earlier move of the plan.

    Args:
        facts: Plan with its last changes, offers and demand.
        requests: Requests of this round.
        day: The day; None leaves it open, so that everybody is free.
    """
    if day is None:
        return frozenset()
    said = (offer.agent_id for offer in facts.offers if _declares_unfree(facts, offer, day))
    asking = (request.agent_id for request in requests if request.topic == "date" and not is_free(request.terms, day))
    summary = facts.proposal.adjustment_summary
    moved = (
        agent_id
        for change in (summary.changes_made if summary else ())
        if change.terms and change.terms.dates and day in parse_dates(change.before)
        for agent_id in change.requested_by
    )
    return frozenset((*said, *asking, *moved))


def _declares_unfree(facts: AdjustmentFacts, offer: Offer, day: date) -> bool:
    """Return whether an offer excludes a day, or asks for another than this day of the demand."""
    asked = requested_days(offer)
    demanded = plan_day.demanded_days(facts.demand, date.fromisoformat(facts.setting.today))
    return is_excluded(offer, day) or bool(asked and day in demanded and day not in asked)


def _is_holder(facts: AdjustmentFacts, agent_id: str) -> bool:
    return bool(_roles(facts, agent_id)) and agent_id not in facts.left


def _roles(facts: AdjustmentFacts, agent_id: str) -> list[str]:
    return [part.role for part in facts.proposal.assignments if part.agent_id == agent_id and not part.reserve]


def _has_no_substitute(
    facts: AdjustmentFacts, requests: Sequence[ParticipantRequest], agent_id: str, day: date
) -> bool:
    """Return whether an agent holds a role that nobody else who is free on `day` has offered.

    Whoever has left or requests another day is not free.
    """
    absent = {agent_id, *facts.left, *unfree_agents(facts, requests, day)}
    others = [offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in absent]
    return any(not any(covers_skill(offer, role) for offer in others) for role in _roles(facts, agent_id))


def _is_irreplaceable(facts: AdjustmentFacts, agent_id: str) -> bool:
    """Return whether an agent is the only one in the plan for one of its roles, reserves included."""
    are_synonyms = load_thesaurus("skills").are_synonyms
    others = [part.role for part in facts.proposal.assignments if part.agent_id != agent_id]
    return any(not any(are_synonyms(role, other) for other in others) for role in _roles(facts, agent_id))
