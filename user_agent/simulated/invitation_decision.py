"""Decision of a simulated person on an invitation: decline, or skills, fee, requests and constraints (TW-012, TW-1107)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from negotiation.contracts.demand import Need
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.demand_travel_terms import is_remote_welcome, is_travel_paid
from negotiation.simulated.in_person_needs import is_met_in_person
from negotiation.understanding.derived_fields import need_tag
from shared.llm.seeded_random import seeded_fraction
from user_agent.prompts import OfferFacts
from user_agent.simulated import suitability
from user_agent.simulated.constraints import (
    LEAST,
    MOST,
    NOTICE,
    Constraint,
    max_people,
    parse_constraints,
)
from user_agent.simulated.fees import budget_share, comparable_budget, offered_fee, own_price
from user_agent.simulated.temperament import Temperament, find_temperament

DeclineReason = Literal["unclear", "field", "far", "time", "size", "few", "money", "day", "soon"]
RequestAspect = Literal["date", "fee", "people"]

MAX_OVERLOAD = 1.5
"""Head count ÷ capacity above which a person declines."""

MAX_DATE_SHIFT = timedelta(days=21)
"""Maximum distance of a requested date from that of the demand."""


@dataclass(frozen=True, slots=True)
class RequestedTerm:
    """Change that a person requests before joining: current value (None: not stated) and wanted value.

    A fee's current value is the person's share of the budget.
    """

    aspect: RequestAspect
    current: date | int | Money | None
    wanted: date | int | Money

    @property
    def terms(self) -> Terms:
        """The wanted value as terms."""
        if isinstance(self.wanted, date):
            return Terms(dates=(self.wanted.isoformat(),))
        return Terms(fee=self.wanted) if isinstance(self.wanted, Money) else Terms(people=self.wanted)


@dataclass(frozen=True, slots=True)
class InvitationDecision:
    """Decision on an invitation: a decline reason, or offered skills, fee (None: unknown), requests and constraints."""

    decline_reason: DeclineReason | None
    skills: tuple[str, ...] = ()
    fee: Money | None = None
    requests: tuple[RequestedTerm, ...] = ()
    constraints: tuple[Constraint, ...] = ()


def decide_invitation(facts: OfferFacts) -> InvitationDecision:
    """Return the decision of the person in `facts.profile` on an invitation: decline, or join on which terms.

    `decline_reason` is None for a person who joins. A larger budget or a better date never worsens the decision; the
    same facts give the same decision.
    """
    temperament = find_temperament(facts.profile.temperament)
    skills = _offered_skills(facts)
    answers: tuple[RequestedTerm | DeclineReason, ...] = (
        *_decline_reasons(facts, temperament, skills),
        *_check_date(facts, temperament),
        *_check_people(facts),
        *_check_fee(facts, temperament),
    )
    decline_reason = _first_decline_reason(answers)
    if decline_reason:
        return InvitationDecision(decline_reason)
    return InvitationDecision(
        None,
        skills,
        offered_fee(facts.profile, facts.demand, temperament),
        tuple(answer for answer in answers if isinstance(answer, RequestedTerm)),
        _select_constraints(facts, temperament),
    )


def _select_constraints(facts: OfferFacts, temperament: Temperament) -> tuple[Constraint, ...]:
    """Return the constraints that become conditions, as many as the temperament demands."""
    has_conditions = seeded_fraction(facts.demand_id, facts.agent_id, "particular") < temperament.condition_probability
    return tuple(unmet_constraints(facts)[: temperament.max_requests]) if has_conditions else ()


def _offered_skills(facts: OfferFacts) -> tuple[str, ...]:
    """Return the needed skills that a person has.

    Whoever lives elsewhere offers those that are not bound to a place there, such as a venue, and without paid travel
    those for which nobody has to be on the spot; all of them if none is left.
    """
    skills = suitability.matching_skills(facts.profile, facts.demand, facts.fits, facts.setting.language)
    location = facts.demand.context.location
    if suitability.is_at(facts.profile, location):
        return skills
    movable = tuple(skill for skill in skills if not load_thesaurus("skills").is_location_bound(skill)) or skills
    if suitability.is_within_reach(facts.profile, location) or is_travel_paid(facts.raw_input):
        return movable
    return _skills_from_afar(facts, movable) or movable


def _skills_from_afar(facts: OfferFacts, skills: Sequence[str]) -> tuple[str, ...]:
    """Return those of the skills for which nobody has to be on the spot."""
    language = facts.setting.language
    words = {need_tag(need, language): need for need in facts.demand.needs}
    matched = {fit.need: fit.matched for fit in facts.fits}
    return tuple(
        skill
        for skill in skills
        if not is_met_in_person(words[skill].need if skill in words else skill, _matched(words.get(skill), matched))
    )


def _matched(need: Need | None, matched: Mapping[str, str]) -> str:
    return matched.get(need.id or "", "") if need else ""


def _is_too_far(facts: OfferFacts, skills: tuple[str, ...]) -> bool:
    """Return whether a person does not come: skills bound to another location, or a journey that nobody pays for."""
    location = facts.demand.context.location
    is_bound = all(map(load_thesaurus("skills").is_location_bound, skills))
    if is_bound and not suitability.is_at(facts.profile, location):
        return True
    if suitability.is_within_reach(facts.profile, location) or is_travel_paid(facts.raw_input):
        return False
    is_remote = facts.profile.remote or is_remote_welcome(facts.raw_input)
    return not (is_remote and _skills_from_afar(facts, skills))


def unmet_constraints(facts: OfferFacts) -> list[Constraint]:
    """Return the constraints of the person in `facts.profile` that the demand does not already meet.

    They are those of `parse_constraints` in the language of the demand, in a pseudo-random order that is the same for
    the same demand and agent.
    """
    day, head_count = suitability.demand_date(facts.demand), facts.demand.context.expected_attendees
    today = date.fromisoformat(facts.setting.today)
    is_size_checked = bool(max_people(facts.profile)) and head_count is not None

    def is_open(constraint: Constraint) -> bool:
        if constraint.key == NOTICE:
            return day is None or not suitability.has_enough_notice(facts.profile, day, today)
        if constraint.key == MOST:
            return not is_size_checked
        return not (constraint.key == LEAST and head_count is not None and head_count >= (constraint.people or 0))

    seed = (facts.demand_id, facts.agent_id)
    constraints = filter(is_open, parse_constraints(facts.profile, facts.setting.language))
    return sorted(constraints, key=lambda constraint: seeded_fraction(*seed, constraint.key, constraint.wanted))


def _first_decline_reason(answers: Iterable[RequestedTerm | DeclineReason]) -> DeclineReason | None:
    for answer in answers:
        if not isinstance(answer, RequestedTerm):
            return answer
    return None


def _decline_reasons(facts: OfferFacts, temperament: Temperament, skills: tuple[str, ...]) -> Iterator[DeclineReason]:
    if not facts.demand.capability_tags:
        yield "unclear"
    if not skills:
        yield "field"
    if _is_too_far(facts, skills):
        yield "far"
    if suitability.overload_factor(facts.profile, facts.demand) > MAX_OVERLOAD:
        yield "size"
    head_count = facts.demand.context.expected_attendees
    minimums = [
        constraint.people or 0
        for constraint in parse_constraints(facts.profile, facts.setting.language)
        if constraint.key == LEAST
    ]
    if head_count is not None and any(head_count * 2 < minimum for minimum in minimums):
        yield "few"
    is_busy = seeded_fraction(facts.demand_id, facts.agent_id, "mood") < temperament.busy_probability
    if is_busy and suitability.names_days(facts.demand):
        yield "time"


def _check_date(facts: OfferFacts, temperament: Temperament) -> Iterator[RequestedTerm | DeclineReason]:
    today = date.fromisoformat(facts.setting.today)
    days = [day for day in suitability.demand_dates(facts.demand) if day >= today]
    if not days:
        if suitability.is_never_free(facts.profile, facts.demand):
            yield "day"
        return
    if any(_is_possible(facts, day, today) for day in days):
        return
    day = days[0]
    alternative = suitability.nearest_free_date(facts.profile, day, today, facts.demand.limits)
    if alternative is None or abs(alternative - day) > MAX_DATE_SHIFT or not temperament.moves_dates:
        yield "day" if any(suitability.has_enough_notice(facts.profile, each, today) for each in days) else "soon"
    else:
        yield RequestedTerm("date", day, alternative)


def _is_possible(facts: OfferFacts, day: date, today: date) -> bool:
    """Return whether the person in `facts.profile` can come on `day`."""
    return suitability.is_free_on(facts.profile, day, today) and suitability.has_enough_notice(
        facts.profile, day, today
    )


def _check_people(facts: OfferFacts) -> Iterator[RequestedTerm]:
    if suitability.overload_factor(facts.profile, facts.demand):
        yield RequestedTerm("people", facts.demand.context.expected_attendees, max_people(facts.profile) or 0)


def _check_fee(facts: OfferFacts, temperament: Temperament) -> Iterator[RequestedTerm | DeclineReason]:
    """Yield "money" for a fee above the whole budget, or the fee as a request of somebody who bargains, or nothing."""
    price, fee = own_price(facts.profile), offered_fee(facts.profile, facts.demand, temperament)
    budget = comparable_budget(facts.profile, facts.demand)
    if not price or not fee or not price.amount:
        return
    if budget is not None and fee.amount > budget.amount:
        yield "money"
    elif temperament.bargains and budget is None:
        yield RequestedTerm("fee", None, price)
    elif temperament.bargains and budget is not None:
        share = budget_share(budget, facts.demand)
        if fee.amount > share.amount:
            yield RequestedTerm("fee", share, fee)
