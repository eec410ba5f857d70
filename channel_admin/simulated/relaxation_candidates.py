"""Candidates for relaxations: the values that would bring somebody, from terms and refusals (simulated prompt 9)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil

from channel_admin.core.plan_totals import expected_people, fee_amount
from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated.demand_reader import RelaxedAspect, refusals
from channel_admin.simulated.demand_rewriter import LIMIT_OF_ASPECT, RelaxedDemand
from channel_admin.simulated.filled_needs import (
    holders,
    is_done_on_the_spot,
    reserve_ids,
    unfilled_needs,
    willing_offers,
)
from channel_admin.simulated.refusal import Refusal, read_refusal
from channel_admin.simulated.texts import render_text
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, PeopleRange
from negotiation.contracts.money import money_of_units, units_of_money
from negotiation.contracts.terms import Condition, Terms
from negotiation.search.geographic_distance import distance_km
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.allowed_days import is_day_allowed
from negotiation.understanding.derived_fields import format_money, need_tag
from shared.core.language import join_items

MAX_BUDGET_FACTOR = 5
"""Factor by which a proposed budget may exceed the named one: more is another undertaking."""

MAX_JOURNEY_KM = 500
"""Longest journey that is proposed for what is done on the spot."""

WEEKS_LATER = (1, 2, 3)
"""Weeks by which a day is moved that nobody asked to move to another one."""


@dataclass(frozen=True, slots=True)
class RelaxationCandidate:
    """One aspect that could be relaxed: both values and the expected change in words, and the demand as it then is."""

    before: str
    after: str
    expected: str
    demand: RelaxedDemand


@dataclass(frozen=True, slots=True)
class _Wish:
    """Terms that one agent asks for instead of the demand's."""

    agent_id: str
    name: str
    terms: Terms


def list_candidates(facts: CompromiseFacts) -> Iterator[RelaxationCandidate]:
    """Yield what could be relaxed so that somebody comes or stays: budget, date, people, place, scope, in this order."""
    refusals = [
        read_refusal(offer, facts.demand, facts.setting) for offer in facts.offers if offer.decision == "decline"
    ]
    wishes = tuple(_wishes(facts))
    yield from _budget(facts, refusals, wishes)
    yield from _date(facts, refusals, wishes)
    yield from _people(facts, refusals, wishes)
    yield from _place(facts, refusals)
    yield from _scope(facts)


def _wishes(facts: CompromiseFacts) -> Iterator[_Wish]:
    """Yield the terms that points of offers and feedback ask for."""
    for offer in willing_offers(facts):
        for point in offer.negotiation_points:
            if point.terms:
                yield _Wish(offer.agent_id, offer.display_name, point.terms)
    for feedback in facts.feedback:
        if feedback.terms and feedback.feedback_type in ("negotiate", "reject") and feedback.agent_id not in facts.left:
            yield _Wish(feedback.agent_id, feedback.display_name or feedback.agent_id, feedback.terms)


def _budget(
    facts: CompromiseFacts, refusals: Sequence[Refusal], wishes: Sequence[_Wish]
) -> Iterator[RelaxationCandidate]:
    """Yield the budget that pays all who are ready, and the cheapest who refused for each need without anybody."""
    demand, language = facts.demand, facts.setting.language
    current, heads = demand.limits.budget, expected_people(demand)
    if current is None and not demand.context.budget:
        return
    asked = {each.agent_id: each for each in wishes if each.terms.fee}
    active = [offer for offer in willing_offers(facts) if offer.agent_id not in reserve_ids(facts)]
    own = {offer.agent_id: offer.terms for offer in active if offer.terms}
    # The offer's terms hold the full price; a wish without one is the price.
    prices = {agent_id: fee_amount(wish.terms, heads) for agent_id, wish in asked.items()}
    prices |= {agent_id: fee for agent_id, terms in own.items() if (fee := fee_amount(terms, heads))}
    refused = [(each.fee, each.name) for each in refusals if each.fee]
    currency = current.currency if current and current.amount else next((fee.currency for fee, _ in refused), None)
    currency = currency or next((fee.currency for fee in prices.values() if fee), None)
    dear = sorted((units_of_money(fee), name) for fee, name in refused if fee.currency == currency)
    needed = dear[: max(sum(need.count for need in unfilled_needs(facts)), 1)]
    total = sum(units_of_money(fee) for fee in prices.values() if fee and fee.currency == currency)
    # Whoever refuses compares the price with an equal share of the budget: nobody has told them another one.
    shares = max((units for units, _ in needed), default=0) * max(len(demand.capability_tags), 1)
    wanted = max(total + sum(units for units, _ in needed), shares)
    names = [*(wish.name for wish in asked.values()), *(name for _, name in needed)]
    named = units_of_money(current) if current else 0
    if not names or currency is None or wanted <= named or (named and wanted > MAX_BUDGET_FACTOR * named):
        return
    proposed = money_of_units(_round_up(wanted), currency)
    yield _limit_candidate(
        facts,
        "budget",
        demand.limits.model_copy(update={"budget": proposed}),
        format_money(current, language) if current and current.amount else demand.context.budget or "",
        format_money(proposed, language),
        "expected.budget" if current and current.amount else "expected.budget_new",
        names,
    )


def _round_up(units: float) -> int:
    """Return an amount rounded up to tens below a thousand, else to hundreds."""
    step = 10 if units < 1000 else 100
    return ceil(units / step) * step


def _date(
    facts: CompromiseFacts, refusals: Sequence[Refusal], wishes: Sequence[_Wish]
) -> Iterator[RelaxationCandidate]:
    """Yield the day that most ask for; without one, the same day of a later week, if the day kept somebody away.

    Nobody is told to put off a funeral: without a wish no other day is named for what is grave.
    """
    limits, today = facts.demand.limits, date.fromisoformat(facts.setting.today)
    if not limits.dates:
        return
    wished = [(wish.name, day) for wish in wishes for day in _days(wish.terms)]
    wished += [
        (each.name, day) for each in refusals if each.dates and each.offer.terms for day in _days(each.offer.terms)
    ]
    votes = [(name, day) for name, day in dict.fromkeys(wished) if _is_possible(day, limits, today)]
    names: list[str] = []
    counts = Counter(day for _, day in votes)
    day = max(counts, key=lambda each: (counts[each], -each.toordinal()), default=None)
    if day:
        names = [name for name, other in votes if other == day]
    elif facts.demand.tone != "grave":
        unfree = [each for each in refusals if set(each.dates) == set(limits.dates)]
        names = [each.name for each in unfree]
        day = next((each for each in _later_days(limits, today) if _are_free(unfree, each)), None) if unfree else None
    if day is None:
        return
    yield _limit_candidate(
        facts,
        "date",
        limits.model_copy(update={"dates": (day.isoformat(),)}),
        facts.demand.context.date or limits.dates[0],
        day.isoformat(),
        "expected.date" if counts else "expected.date_later",
        names,
    )


def _days(terms: Terms) -> Iterator[date]:
    """Yield the dates that terms ask for."""
    for text in dict.fromkeys((*terms.dates, *((terms.start[:10],) if terms.start else ()))):
        if text[:1].isdigit():
            yield date.fromisoformat(text)


def _is_possible(day: date, limits: DemandLimits, today: date) -> bool:
    """Return whether a demand may move to a day: it lies ahead, is no date of the demand, and nothing excludes it."""
    others = limits.model_copy(update={"dates": ()})
    return day > today and day.isoformat() not in limits.dates and is_day_allowed(day, others)


def _later_days(limits: DemandLimits, today: date) -> Iterator[date]:
    last = date.fromisoformat(limits.dates[-1])
    for weeks in WEEKS_LATER:
        day = last + timedelta(weeks=weeks)
        if _is_possible(day, limits, today):
            yield day


def _are_free(refusals: Sequence[Refusal], day: date) -> bool:
    return not any(
        terms and not is_day_allowed(day, DemandLimits(not_on=terms.not_on))
        for terms in (each.offer.terms for each in refusals)
    )


def _people(
    facts: CompromiseFacts, refusals: Sequence[Refusal], wishes: Sequence[_Wish]
) -> Iterator[RelaxationCandidate]:
    """Yield the largest smaller number of people that somebody accepts for whom there are too many."""
    limits = facts.demand.limits
    current = limits.people
    if current is None:
        return
    accepted = [(wish.name, wish.terms.people) for wish in wishes if wish.terms.people]
    accepted += [(each.name, each.people) for each in refusals if each.people]
    smaller = [(name, most) for name, most in accepted if most and most < current.max]
    most = max((most for _, most in smaller), default=None)
    if most is None:
        return
    yield _limit_candidate(
        facts,
        "people",
        limits.model_copy(update={"people": PeopleRange(min=min(current.min, most), max=most)}),
        str(current.max),
        str(most),
        "expected.people",
        [name for name, other in smaller if other == most],
    )


def _place(facts: CompromiseFacts, refusals: Sequence[Refusal]) -> Iterator[RelaxationCandidate]:
    """Yield that travel is paid, for those who refused over the distance and could come.

    Not for what cannot move, such as a venue, nor for people in another area of the world, as far as both places are known;
    for what is done on the spot only for people at most MAX_JOURNEY_KM away. Nobody is asked to take part online: whoever
    can has said so in the profile, and then does not refuse over the distance.
    """
    demand, language = facts.demand, facts.setting.language
    unfilled, place = unfilled_needs(facts), demand.limits.place
    if not place or load_thesaurus("places").find(place) is None or not unfilled:
        return
    is_on_the_spot = any(is_done_on_the_spot(need, language) for need in unfilled)
    if all(load_thesaurus("skills").is_location_bound(need.need) for need in unfilled):
        return
    near = [each for each in refusals if each.places and _can_come(place, each, is_on_the_spot=is_on_the_spot)]
    if not near:
        return
    places = join_items(dict.fromkeys(each.places[0].label(language) for each in near), language)
    paid = Condition(kind="travel", text=render_text("relaxation.travel", language))
    terms = demand.terms or Terms()
    changed = terms.model_copy(update={"conditions": (*terms.conditions, paid)[-7:]})
    yield RelaxationCandidate(
        place,
        render_text("relaxation.travel_paid", language, places=places),
        render_text(
            "expected.place", language, names=join_items((each.name for each in near), language), places=places
        ),
        RelaxedDemand("place", demand.model_copy(update={"terms": changed})),
    )


def _can_come(place: str, refusal: Refusal, *, is_on_the_spot: bool) -> bool:
    """Return whether somebody who refused over the distance could make the journey if it was paid."""
    homes = [term.en[0] for term in refusal.places]
    if any(load_thesaurus("places").are_in_different_areas(place, home) for home in homes):
        return False
    return not is_on_the_spot or all((distance_km(place, home) or 0) <= MAX_JOURNEY_KM for home in homes)


def _scope(facts: CompromiseFacts) -> Iterator[RelaxationCandidate]:
    """Yield the demand without the needs that nobody is ready to meet, if others are met."""
    demand, language = facts.demand, facts.setting.language
    kept = tuple(need for need in demand.needs if holders(facts, need))
    dropped = tuple(need for need in demand.needs if need not in kept)
    if not kept or not dropped:
        return
    names = dict.fromkeys(name for need in kept for name in holders(facts, need))
    before, after, without = (
        join_items((need_tag(need, language) for need in needs), language) for needs in (demand.needs, kept, dropped)
    )
    yield RelaxationCandidate(
        before,
        after,
        render_text("expected.scope", language, dropped=without, names=join_items(names, language)),
        RelaxedDemand("scope", demand.model_copy(update={"needs": kept})),
    )


def _limit_candidate(
    facts: CompromiseFacts,
    aspect: RelaxedAspect,
    limits: DemandLimits,
    before: str,
    after: str,
    expected: str,
    names: Iterable[str],
) -> RelaxationCandidate:
    """Build the candidate for another value of a limit, which then stands in none of the demand's own words."""
    language = facts.setting.language
    people = join_items(dict.fromkeys(names), language)
    return RelaxationCandidate(
        before,
        after,
        render_text(expected, language, to=after, from_=before, names=people),
        RelaxedDemand(aspect, relax_limit(facts.demand, aspect, limits), after),
    )


def relax_limit(demand: DemandUnderstanding, aspect: RelaxedAspect, limits: DemandLimits) -> DemandUnderstanding:
    """Return a demand with other limits, without the words that stated the relaxed one.

    Args:
        demand: The demand as it is.
        aspect: The relaxed aspect: date, people or budget.
        limits: Its limits with another value for this aspect.
    """
    kept = tuple(each for each in demand.limit_words if each.limit != LIMIT_OF_ASPECT[aspect])
    return demand.model_copy(update={"limits": limits, "limit_words": kept, "not_wanted": refusals(demand)})
