"""Will a person take part, and what must change for it? (TW-012, TW-1107, TW-1136; simulated agents)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from negotiation.search.synonyms import known
from negotiation.simulated.travel_terms import online, way_paid
from shared.llm.seeded_random import chance
from user_agent.prompts import OfferFacts
from user_agent.simulated import suitability
from user_agent.simulated.constraints import LEAST, MOST, NOTICE, TRAVEL, Constraint, most_people, travel, wishes
from user_agent.simulated.temperament import Temperament, character

Refusal = Literal["unclear", "field", "far", "time", "size", "few", "money", "day"]
AskAbout = Literal["date", "fee", "people"]

MUCH_TOO_MANY = 1.5
WELCOMED = 0.9
"""How often somebody from elsewhere joins where the demand offers to pay the way or to meet online."""

FURTHEST_MOVE = timedelta(days=21)


@dataclass(frozen=True, slots=True)
class RequestedTerm:
    """One thing to change before joining: what it is now (None: nobody said) and what it should be."""

    about: AskAbout
    now: date | int | None
    wanted: date | int


@dataclass(frozen=True, slots=True)
class InvitationDecision:
    """What comes of an invitation: a refusal, or what one brings (at which fee), asks for, and insists on."""

    refusal: Refusal | None
    skills: tuple[str, ...] = ()
    fee: int = 0
    asks: tuple[RequestedTerm, ...] = ()
    wishes: tuple[Constraint, ...] = ()


def weigh(facts: OfferFacts) -> InvitationDecision:
    """Weigh an invitation by the person's own profile. More money, or a better day, never makes it worse."""
    who = character(facts.profile.temperament)
    brings = _brings(facts)
    answers: tuple[RequestedTerm | Refusal, ...] = (
        *_refusals(facts, who, brings),
        *_day(facts, who),
        *_people(facts),
        *_fee(facts, who),
    )
    refusal = _first_refusal(answers)
    if refusal:
        return InvitationDecision(refusal)
    return InvitationDecision(
        None,
        brings,
        fee_of(facts, who),
        tuple(answer for answer in answers if isinstance(answer, RequestedTerm)),
        _insisted_on(facts, who),
    )


def _insisted_on(facts: OfferFacts, who: Temperament) -> tuple[Constraint, ...]:
    """The way paid for, when there is one; then as much as the character makes a condition of."""
    way = (travel(facts.setting.language),) if _far(facts) and not _welcome(facts) else ()
    particular = chance(facts.demand_id, facts.agent_id, "particular") < who.particular
    others = unmet(facts)[: who.asks] if particular else []
    return (*way, *(wish for wish in others if wish.key != TRAVEL or not way))


def _brings(facts: OfferFacts) -> tuple[str, ...]:
    """The wanted skills that somebody has; from elsewhere, those that travel, if there is one."""
    able = suitability.skills(facts.profile, facts.demand.capability_tags)
    movable = tuple(skill for skill in able if not known("skills").bound(skill))
    return movable if movable and _far(facts) else able


def _far(facts: OfferFacts) -> bool:
    return not suitability.reachable(facts.profile, facts.demand.context.location)


def _stays(facts: OfferFacts, who: Temperament, brings: tuple[str, ...]) -> bool:
    """Whether somebody from elsewhere does not come: what they have cannot travel, or the road is too long for them."""
    if all(map(known("skills").bound, brings)):
        return True
    if not _welcome(facts) and suitability.overseas(facts.profile, facts.demand.context.location):
        return True
    willing = max(who.travels, WELCOMED) if _welcome(facts) else who.travels
    return chance(facts.demand_id, facts.agent_id, "road") >= willing


def _welcome(facts: OfferFacts) -> bool:
    return online(facts.raw_input) or way_paid(facts.raw_input)


def fee_of(facts: OfferFacts, who: Temperament) -> int:
    """What this person will do it for: the price, or as much less as their character allows when money is short."""
    cost = suitability.money(facts.profile, facts.demand)
    if cost.share is None or cost.price <= cost.share:
        return cost.price
    return max(round(cost.price * (1 - who.discount) / 10) * 10, int(cost.share))


def unmet(facts: OfferFacts) -> list[Constraint]:
    """What the person insists on and the demand does not already grant; which comes first differs by demand."""
    day, coming = suitability.day_of(facts.demand), facts.demand.context.expected_attendees
    today = date.fromisoformat(facts.setting.today)
    sized = bool(most_people(facts.profile)) and coming is not None

    def open_still(wish: Constraint) -> bool:
        if wish.key == NOTICE:
            return day is None or not suitability.in_time(facts.profile, day, today)
        if wish.key == MOST:
            return not sized
        return not (wish.key == LEAST and coming is not None and coming >= (wish.people or 0))

    seed = (facts.demand_id, facts.agent_id)
    found = filter(open_still, wishes(facts.profile, facts.setting.language))
    return sorted(found, key=lambda wish: chance(*seed, wish.key, wish.wanted))


def _first_refusal(answers: Iterable[RequestedTerm | Refusal]) -> Refusal | None:
    for answer in answers:
        if not isinstance(answer, RequestedTerm):
            return answer
    return None


def _refusals(facts: OfferFacts, who: Temperament, brings: tuple[str, ...]) -> Iterator[Refusal]:
    if not facts.demand.capability_tags:
        yield "unclear"
    if not brings:
        yield "field"
    if _far(facts) and _stays(facts, who, brings):
        yield "far"
    if suitability.too_many(facts.profile, facts.demand) > MUCH_TOO_MANY:
        yield "size"
    coming = facts.demand.context.expected_attendees
    fewest = [wish.people or 0 for wish in wishes(facts.profile, facts.setting.language) if wish.key == LEAST]
    if coming is not None and any(coming * 2 < least for least in fewest):
        yield "few"
    if chance(facts.demand_id, facts.agent_id, "mood") < who.unwilling:
        yield "time"


def _day(facts: OfferFacts, who: Temperament) -> Iterator[RequestedTerm | Refusal]:
    day, today = suitability.day_of(facts.demand), date.fromisoformat(facts.setting.today)
    if day is None or (
        suitability.free_on(facts.profile, day, today, facts.demand_id)
        and suitability.in_time(facts.profile, day, today)
    ):
        return
    other = suitability.nearest_day(facts.profile, day, today, facts.demand_id)
    if other is None or abs(other - day) > FURTHEST_MOVE or who.firm or who.ends == "withdraw":
        yield "day"
    else:
        yield RequestedTerm("date", day, other)


def _people(facts: OfferFacts) -> Iterator[RequestedTerm]:
    if suitability.too_many(facts.profile, facts.demand):
        yield RequestedTerm("people", facts.demand.context.expected_attendees, most_people(facts.profile) or 0)


def _fee(facts: OfferFacts, who: Temperament) -> Iterator[RequestedTerm | Refusal]:
    cost, fee = suitability.money(facts.profile, facts.demand), fee_of(facts, who)
    if cost.share is None:
        if cost.price and who.haggles:
            yield RequestedTerm("fee", None, cost.price)
    elif fee > cost.share * who.stretch:
        yield "money"
    elif fee > cost.share:
        yield RequestedTerm("fee", int(cost.share), fee)
