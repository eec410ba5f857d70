"""What changes in a simulated answer when one thing in the demand or in the profile changes, and nothing else? (TW-012)

Everybody who is shipped is asked by a demand that is shipped. Each property counts its cases; a failing one shows the
first few.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from typing import Any, cast

from coordinator.actors import Coordinator
from coordinator.prompts import AgentSummary, FilterFacts
from coordinator.settings import CoordinatorSettings
from coordinator.simulated.rules import RULES as COORDINATOR_RULES
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.messages import ChooseCandidates
from negotiation.contracts.money import money_of_units
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.search.geographic_distance import is_nearby
from negotiation.search.need_fits import find_fits
from negotiation.search.synonyms import Term, load_thesaurus
from negotiation.simulated.quantities import parse_dates
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import TaskContext
from tests.support.demand_profile_pairs import TODAY, DemandProfilePair, demands, pairs, people, understand
from tests.support.task_fixtures import LATER, FixedClock, ask
from user_agent.core.answer_normalization import OfferReply

RANK = {"participate": 0, "conditional": 1, "decline": 2}


@cache
def near() -> Sequence[DemandProfilePair]:
    """One demand for everybody, at home: what far away would decide is out of the way."""
    chosen: dict[str, list[DemandProfilePair]] = {}
    for pair in pairs():
        chosen.setdefault(pair.person.agent_id, []).append(pair)
    rotated = (own[at % len(own)] for at, own in enumerate(chosen.values()))
    return [pair.wanting(location=pair.person.location) for pair in rotated]


def negativity(said: OfferReply) -> tuple[int, int]:
    """How far from a plain yes an offer is: the decision, then how much is to be changed first."""
    return RANK[said.decision], len(said.negotiation_points)


def test_a_higher_budget_never_worsens_an_answer() -> None:
    paid = [pair for pair in near() if pair.person.price]
    broken: list[object] = []
    moved = 0
    for pair in paid:
        price = (pair.person.price or 0) * max(len(pair.demand.capability_tags), 1)
        budgets = (price // 4, price // 2, price * 9 // 10, price + 1, price * 2, price * 10)
        said = [_with_budget(pair, budget).offer() for budget in budgets]
        moved += negativity(said[-1]) < negativity(said[0])
        broken += [
            (pair.person.agent_id, pair.raw_input, less, more)
            for less, more in pairwise(said)
            if negativity(more) > negativity(less)
        ]
    assert len(paid) >= 100
    assert moved >= len(paid) // 4, "money moves hardly anybody"
    assert not broken[:3]


def _with_budget(pair: DemandProfilePair, units: int) -> DemandProfilePair:
    """The same demand with a budget in the person's own currency."""
    budget = money_of_units(units, pair.person.currency)
    limits = pair.demand.limits.model_copy(update={"budget": budget})
    return pair._replace(demand=pair.demand.model_copy(update={"limits": limits}))


def test_a_busy_date_leads_to_a_decline_or_another_date() -> None:
    answers = [(pair, pair.offer()) for pair in _taken()]
    others = [(pair, said) for pair, said in answers if said.decision != "decline"]
    broken = [
        (pair.person.agent_id, pair.demand.context.date, pair.person.busy_weekdays, pair.person.free_dates, said)
        for pair, said in others
        if not _asks_for_a_free_day(pair, said)
    ]
    assert len(answers) >= 150
    assert len(others) >= len(answers) // 4, "hardly anybody asks for another day"
    assert not broken[:3]


def test_no_agent_accepts_a_proposal_on_a_busy_date() -> None:
    answers = [(pair, pair.feedback(pair.demand.context.date or "")) for pair in _taken()]
    broken = [
        (pair.person.agent_id, pair.demand.context.date, pair.person.busy_weekdays, pair.person.free_dates, said)
        for pair, said in answers
        if said.feedback_type == "accept" or not (said.adjustment_request or said.feedback_type == "withdraw")
    ]
    assert len(answers) >= 150
    assert not broken[:3]


def _taken() -> Iterator[DemandProfilePair]:
    """Everybody on one of their busy weekdays, and with a calendar of two other days."""
    first = date.fromisoformat(TODAY) + timedelta(days=42)
    week = [first + timedelta(days=ahead) for ahead in range(7)]
    for pair in near():
        for day in (day for day in week if day.weekday() in pair.person.busy_weekdays):
            yield pair.wanting(date=day.isoformat())
        free = (week[1].isoformat(), week[5].isoformat())
        yield pair.being(free_dates=free, busy_weekdays=()).wanting(date=week[3].isoformat())


def _asks_for_a_free_day(pair: DemandProfilePair, said: OfferReply) -> bool:
    wanted = [day for point in said.negotiation_points for day in parse_dates(point.desired_value)]
    named = [day for text in pair.person.free_dates for day in parse_dates(text)]
    return any(
        day.weekday() not in pair.person.busy_weekdays
        and (not named or day in named)
        and day.isoformat() != pair.demand.context.date
        for day in wanted
    )


def test_no_agent_takes_part_unconditionally_beyond_its_capacity() -> None:
    crowded = [
        pair.wanting(expected_attendees=coming)
        for pair in near()
        if pair.person.capacity
        for coming in (pair.person.capacity + 1, pair.person.capacity * 2, pair.person.capacity * 20)
    ]
    broken = [
        (pair.person.agent_id, pair.demand.context.expected_attendees, pair.person.capacity)
        for pair in crowded
        if pair.offer().decision == "participate"
    ]
    assert len(crowded) >= 100
    assert not broken[:3]


def test_a_deactivated_agent_is_no_candidate() -> None:
    everybody = people()
    cases = 0
    for demand_id, text, setting, demand in demands():
        body = ChooseCandidates(
            demand_id=demand_id,
            channel_id=f"collab-{demand_id}",
            setting=setting,
            answer_by=LATER,
            raw_input=text,
            demand=demand,
        )
        chosen = _candidates(body, everybody)
        gone = frozenset(chosen[:2])
        left = [person.model_copy(update={"active": person.agent_id not in gone}) for person in everybody]
        assert not gone & {*_candidates(body, left)}
        cases += len(gone)
    assert cases >= 60


def _candidates(body: ChooseCandidates, everybody: Sequence[Profile]) -> list[str]:
    coordinator = Coordinator(MemoryProfileRegistry(everybody), CoordinatorSettings())
    answer = ask(coordinator, body, TaskContext(RuleBasedModel(COORDINATOR_RULES), FixedClock()))
    return [candidate.agent_id for candidate in answer.candidates]


class Swap:
    """Two places that change their names, in every language and spelling."""

    def __init__(self, one: Term, other: Term) -> None:
        names = [*zip(one.zh, other.zh, strict=False), *zip(one.en, other.en, strict=False)]
        self.names = {**dict(names), **{after: before for before, after in names}}
        self.whole = len(one.zh) == len(other.zh) and len(one.en) == len(other.en)
        self._pattern = re.compile("|".join(sorted(map(re.escape, self.names), key=len, reverse=True)))

    def text(self, text: str) -> str:
        return self._pattern.sub(lambda found: self.names[found[0]], text)

    def knows(self, place: str) -> bool:
        """Whether it is one of the two."""
        return self._pattern.search(place) is not None

    def is_beside(self, place: str) -> bool:
        """Whether it is near one of the two, and none of them: a swap changes who is near."""
        return not self.knows(place) and any(is_nearby(place, name) for name in self.names)

    def of(self, data: Any) -> Any:
        """The same data with the two places swapped in every text."""
        return json.loads(self.text(json.dumps(data, ensure_ascii=False)))


@cache
def _plain_places() -> Sequence[Term]:
    """The places of the shipped people that have one name in each language, so that a swap is exact."""
    places = {term.en[0]: term for person in people() if (term := load_thesaurus("places").find(person.location or ""))}
    return [term for _, term in sorted(places.items()) if len(term.zh) == len(term.en) == 1]


def _swaps(place: str | None, *, around: bool = False) -> Iterator[Swap]:
    """The place of a demand with two others; `around`: in the same part of the world.

    Where people of third places stand by, a swap across the world would change who of them is near.
    """
    here = load_thesaurus("places").find(place or "")
    if here is not None and here in _plain_places():
        others = [term for term in _plain_places() if term != here and (term.area == here.area or not around)]
        at = _plain_places().index(here)
        yield from (Swap(here, others[(at + step) % len(others)]) for step in (0, 7) if others)


def test_swapping_two_cities_in_demand_and_profiles_keeps_the_offers() -> None:
    cases, broken = 0, list[object]()
    for pair in near():
        for swap in _swaps(pair.demand.context.location):
            cases += 1
            person = Profile.model_validate({**swap.of(pair.person.model_dump()), "agent_id": pair.person.agent_id})
            demand = DemandUnderstanding.model_validate(swap.of(pair.demand.model_dump()))
            swapped = pair._replace(person=person, demand=demand, raw_input=swap.text(pair.raw_input))
            before, after = swap.of(pair.offer().model_dump()), swapped.offer().model_dump(mode="json")
            if before != after:
                broken.append((pair.person.agent_id, pair.raw_input, before, after))
    assert cases >= 100
    assert not broken[:3]


def test_swapping_two_cities_in_a_text_swaps_them_in_its_understanding() -> None:
    """Where dollars are stated, the place tells whose they are."""
    cases, broken = 0, list[object]()
    for demand_id, text, setting, demand in demands():
        for swap in _swaps(demand.context.location):
            swapped = understand(demand_id, swap.text(text), setting.user_id)[3]
            if "$" in text and _currency(swapped) != _currency(demand):
                continue
            cases += 1
            after = swapped.model_dump(mode="json")
            before = swap.of(demand.model_dump(mode="json"))
            if _without_spans(after) != _without_spans(before):
                broken.append((text, before, after))
    assert cases >= 20
    assert not broken[:3]


def _currency(demand: DemandUnderstanding) -> str | None:
    return demand.limits.budget.currency if demand.limits.budget else None


def _without_spans(data: Any) -> Any:
    """The same data without the offsets of words, which move with a longer name."""
    if isinstance(data, dict):
        return {key: _without_spans(one) for key, one in cast("dict[str, Any]", data).items() if key != "span"}
    return [_without_spans(one) for one in cast("list[Any]", data)] if isinstance(data, list) else data


def test_swapping_two_cities_in_demand_and_profiles_keeps_the_candidates() -> None:
    cases, broken = 0, list[object]()
    shown = AgentSummary.model_fields.keys() - {"matched", "fits"}
    for demand_id, text, setting, demand in demands():
        people = [pair.person for pair in pairs() if pair.demand_id == demand_id][:50]
        cards = [
            {**person.model_dump(include=shown), "fits": [fit.model_dump() for fit in find_fits(demand.needs, person)]}
            for person in people
        ]
        facts: dict[str, Any] = {"channel_id": "collab", "setting": setting, "call": 1, "demand_id": demand_id}
        for swap, around in (
            *((swap, True) for swap in _swaps(demand.context.location, around=True)),
            *((swap, False) for swap in _swaps(demand.context.location)),
        ):
            cases += 1
            # Across the world: of the two places alone, for it changes who of a third place is near.
            told = [
                card
                for card in cards
                if not (place := str(card["location"] or ""))
                or swap.knows(place)
                or (around and not swap.is_beside(place))
            ]
            asked: dict[str, Any] = {"raw_input": text, "demand": demand.model_dump(mode="json"), "profiles": told}
            said, after = (
                COORDINATOR_RULES["smart_filter"](FilterFacts.model_validate({**facts, **words})).model_dump(
                    mode="json"
                )
                for words in (asked, swap.of(asked))
            )
            if after != swap.of(said):
                broken.append((text, swap.of(said), after))
    assert cases >= 40
    assert not broken[:3]
