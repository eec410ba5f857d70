"""Data set of the search benchmark: generated people, demands and the people that match them.

Facts come first: who does what, where, in which languages, at what price. Who fits a demand follows from the facts
alone. A profile is then worded from one list of paraphrases, a demand from another that shares no entry with it
(search_words.json). Of the four facts place and language are fields that the search is told and filters by; what a
service is called it has to bring together by words, and the price it does not read at all. Without being told place
and language (`near`, `language`) it finds .622 of the fitting people among 50, by the words alone.
"""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from negotiation.registry.profile import Profile
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.tokenizer import tokenize
from shared.core.language import Language

SEED = 20260122
FEWEST, MOST = 3, 30
"""Number of people that match a demand in the largest registry."""

LANGUAGES: tuple[Language, Language] = ("zh", "en")
_SPOKEN: tuple[tuple[Language, ...], ...] = (("zh",), ("en",), ("zh", "en"))
PAGE: dict[str, Any] = json.loads(Path(__file__).with_name("search_words.json").read_text("utf-8"))
"""The lists of both sides: what services are called, and the phrases around them."""
WordingSet = Literal["tuned", "unseen", "composed", "heldout"]
"""Where the words of demands come from.

tuned: search_words.json, whose words the synonyms know. unseen: written without sight of that list and of the synonyms.
composed: service × situation × frame. heldout: written aside, and read by no one who changes the search.
"""

WORDING_SETS: tuple[WordingSet, ...] = get_args(WordingSet)

SERVICES: tuple[str, ...] = tuple(PAGE["services"])
CITIES = tuple((term.zh[0], term.en[0]) for term in load_thesaurus("places").terms)
_FUNCTION_WORDS = "a an and at by can for from in is it of on our the to up us we what who with"
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """One person: numbers of services and of the city, the languages spoken, the price in yuan."""

    number: int
    services: tuple[int, ...]
    city: int
    speaks: tuple[Language, ...]
    price: int

    @property
    def agent_id(self) -> str:
        """The same in a registry of any size."""
        return f"agent_{self.number:06}"


@dataclass(frozen=True, slots=True)
class DatasetQuery:
    """One demand: its words, those that name each service, and who fits."""

    text: str
    language: Language
    fitting: frozenset[int]
    wordings: tuple[str, ...] = ()


def people(count: int) -> list[PersonFacts]:
    """The first `count` people: always the same."""
    dice = random.Random(SEED)
    return [_facts(dice, number) for number in range(count)]


def _facts(dice: random.Random, number: int) -> PersonFacts:
    services = dice.sample(range(len(SERVICES)), 2 if dice.random() < 0.3 else 1)
    city, speaks = dice.randrange(len(CITIES)), dice.choice(_SPOKEN)
    return PersonFacts(number, tuple(services), city, speaks, price=100 * dice.randint(2, 60))


def profile(facts: PersonFacts) -> Profile:
    """Somebody's profile: in a language they speak, the city in either, a service where people happen to put it."""
    dice = random.Random(f"{SEED} {facts.number}")
    language = dice.choice(facts.speaks)
    said = PAGE["said"]["profile"][language]
    fields: dict[str, list[str]] = {"capabilities": [], "tags": [dice.choice(said["tags"])], "summary": []}
    for service in facts.services:
        word = dice.choice(words(service, "profile", language))
        field = dice.choices(("capabilities", "tags", "summary"), (70, 15, 15))[0]
        fields[field].append(dice.choice(said["also"]).format(word) if field == "summary" else word)
    if dice.random() < 0.3:
        other = dice.choice(words(dice.randrange(len(SERVICES)), "profile", language))
        fields["summary"].append(dice.choice(said["once"]).format(other))
    fields["summary"] += dice.sample(said["lines"], 2)
    return Profile(
        agent_id=facts.agent_id,
        display_name=f"Agent {facts.number}",
        user_id=f"user_{facts.number:06}",
        summary=("，" if language == "zh" else ", ").join(fields["summary"]),
        capabilities=tuple(fields["capabilities"]),
        tags=tuple(fields["tags"]),
        location=dice.choice(CITIES[facts.city]),
        languages=facts.speaks,
        remote=dice.random() < 0.1,
        price=facts.price,
        capacity=dice.choice((None, 20, 60, 200)),
    )


def words(service: int, side: Literal["profile", "demand"], language: Language) -> Sequence[str]:
    """Return the phrases for a service in profiles or in demands."""
    return PAGE["services"][SERVICES[service]][side][language]


def demands(people_facts: Sequence[PersonFacts], count: int, wording_set: WordingSet = "tuned") -> list[DatasetQuery]:
    """Return `count` demands, for one service or (one in four) for two, each fitted by FEWEST to MOST of the people.

    The sets differ in the words only: all ask for the same services in the same places.
    """
    by_cell: defaultdict[tuple[int, int], list[PersonFacts]] = defaultdict(list)
    for one in people_facts:
        for service in one.services:
            by_cell[service, one.city].append(one)
    choose, dice = wording_chooser(wording_set), random.Random(SEED + 1)
    found: list[DatasetQuery] = []
    while len(found) < count:
        services = dice.sample(range(len(SERVICES)), 2 if dice.random() < 0.25 else 1)
        city, language, budget = dice.randrange(len(CITIES)), dice.choice(LANGUAGES), 100 * dice.randint(5, 60)
        able = [one for service in services for one in by_cell[service, city]]
        fitting = frozenset(one.number for one in able if language in one.speaks and one.price <= budget)
        if FEWEST <= len(fitting) <= MOST:
            wordings = tuple(choose(dice, service, language) for service in services)
            found.append(DatasetQuery(_phrase(dice, language, wordings, city, budget), language, fitting, wordings))
    return found


def _phrase(dice: random.Random, language: Language, wordings: Sequence[str], city: int, budget: int) -> str:
    frame: str = dice.choice(PAGE["said"]["demand"][language]["one"])
    place = CITIES[city][LANGUAGES.index(language)]
    return frame.format(what=("和" if language == "zh" else " and ").join(wordings), city=place, budget=budget)


def wording_chooser(wording_set: WordingSet) -> Callable[[random.Random, int, Language], str]:
    """Return the choice of a wording for a service in a language; its file is read here."""
    if wording_set == "tuned":
        return lambda dice, service, language: dice.choice(words(service, "demand", language))
    page = json.loads(Path(__file__).with_name(f"search_{wording_set}.json").read_text("utf-8"))
    if wording_set != "composed":
        return lambda dice, service, language: dice.choice(page[SERVICES[service]][language])

    def compose(dice: random.Random, service: int, language: Language) -> str:
        frame, situation = dice.choice(page["frames"][language]), dice.choice(page["situations"][language])
        does: str = dice.choice(page["services"][SERVICES[service]][language])
        return frame.format(does=does, situation=situation).strip(" ?？")

    return compose


def content_words(text: str) -> frozenset[str]:
    """The words of a text, as the search counts words, that say anything."""
    return frozenset(tokenize(text)) - FUNCTION_WORDS


def profile_words(one: Profile) -> frozenset[str]:
    """All content words that a search could find somebody by."""
    return content_words("\n".join((*one.capabilities, *one.tags, one.summary, one.location or "")))


def texts(side: Literal["profile", "demand"]) -> Iterator[str]:
    """Every paraphrase and every phrase around them of one side."""
    for service in range(len(SERVICES)):
        for language in LANGUAGES:
            yield from words(service, side, language)
    for phrases in PAGE["said"][side].values():
        for several in phrases.values():
            yield from several


def shared_phrases() -> frozenset[str]:
    """Return the phrases in both lists, ignoring case; must be empty for a valid measurement."""
    profile_side, demand_side = ({text.lower() for text in texts(side)} for side in ("profile", "demand"))
    return frozenset(profile_side & demand_side)
