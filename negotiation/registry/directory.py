"""Filters of the agents' directory by place, skill, language and price, and how many agents each choice would leave."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from pydantic_core import from_json

from negotiation.contracts.money import MINOR_UNITS
from negotiation.search.geographic_distance import place_terms
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.tokenizer import contains_cjk, normalize

MAX_FACET_VALUES = 40
"""Maximum number of choices of one facet: those with the most agents."""

MAX_LISTED = 200
"""Maximum number of agents of one page of the directory."""

_PRICE_BANDS = (0, 100, 500, 1000, 5000)
_BANDS_WITHOUT_MINOR_UNITS = tuple(100 * limit for limit in _PRICE_BANDS)

MAX_CURRENCIES = 4
"""Maximum number of currencies in which prices are counted: those of the most agents."""

TIME_SLICE_S = 0.005
"""Time of work after which the event loop gets control, in s."""

FacetKind = Literal["location", "capability", "language", "price"]


@dataclass(frozen=True, slots=True)
class DirectoryFilter:
    """Condition on the agents that are listed; an empty field, or None, excludes nobody.

    Attributes:
        location: Place, by any of its known names; an agent is there if its location names it.
        capability: Skill, by any of its known names; an agent has it if one of its capabilities names it.
        language: Language code, such as `zh` or `en-GB` (the region is ignored).
        max_price: Highest price, in whole units of `currency`, lowered to one of `price_bands`, since nobody's own
            price is public; agents with another currency or without a price are excluded.
        currency: ISO 4217 code.
    """

    location: str = ""
    capability: str = ""
    language: str = ""
    max_price: int | None = None
    currency: str = "CNY"

    @property
    def is_empty(self) -> bool:
        """Whether it excludes nobody."""
        return not (self.location or self.capability or self.language) and self.max_price is None


def price_bands(currency: str) -> Sequence[int]:
    """Return the prices by which agents are told apart, in whole units of a currency, ascending from 0."""
    return _PRICE_BANDS if MINOR_UNITS.get(currency, 100) > 1 else _BANDS_WITHOUT_MINOR_UNITS


@dataclass(frozen=True, slots=True)
class FacetCount:
    """One choice of a facet: its value as a filter, its usual names, and how many agents it would leave."""

    value: str
    zh: str
    en: str
    count: int


@dataclass(frozen=True, slots=True)
class PriceFacet:
    """Number of agents that ask for at most `max_price` whole units of a currency."""

    max_price: int
    currency: str
    count: int


@dataclass(frozen=True, slots=True)
class Facets:
    """Choices of every facet, those with the most agents first; each counts with the filters of the other facets."""

    locations: tuple[FacetCount, ...] = ()
    capabilities: tuple[FacetCount, ...] = ()
    languages: tuple[FacetCount, ...] = ()
    prices: tuple[PriceFacet, ...] = ()


@dataclass(frozen=True, slots=True)
class DirectoryResult:
    """The first ids of the agents that a filter leaves, their number, and the facets."""

    ids: tuple[str, ...]
    count: int
    facets: Facets


@dataclass(slots=True)
class DirectoryCounter:
    """Counts agents one by one against a filter."""

    filters: DirectoryFilter
    _counts: dict[FacetKind, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in _KINDS})
    _names: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    _texts: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    _prices: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def add(self, profile: Mapping[str, Any]) -> bool:
        """Count an agent, given the fields of its profile; return whether the filter leaves it."""
        values = _facet_values(profile)
        passes: dict[FacetKind, bool] = {
            "location": _overlaps(values["location"], place_names(self.filters.location)),
            "capability": _overlaps(values["capability"], skill_names(self.filters.capability)),
            "language": _overlaps(values["language"], language_names([self.filters.language])),
            "price": self._is_affordable(profile),
        }
        failed = [kind for kind, passed in passes.items() if not passed]
        for kind in _KINDS:
            if not failed or failed == [kind]:
                self._counts[kind].update(values[kind].keys())
                self._names.update(values[kind])
                if kind == "capability":
                    self._count_texts(profile)
                if kind == "price" and profile.get("price") is not None:
                    self._prices.setdefault(profile.get("currency", "CNY"), []).append(profile["price"])
        return not failed

    def facets(self) -> Facets:
        """Return the choices as counted so far."""
        return Facets(
            locations=self._values("location"),
            capabilities=self._values("capability"),
            languages=self._values("language"),
            prices=self._price_bands(),
        )

    def _is_affordable(self, profile: Mapping[str, Any]) -> bool:
        if self.filters.max_price is None:
            return True
        price = profile.get("price")
        is_same = profile.get("currency", "CNY") == self.filters.currency
        allowed = max(limit for limit in price_bands(self.filters.currency) if limit <= self.filters.max_price)
        return price is not None and is_same and price <= allowed

    def _count_texts(self, profile: Mapping[str, Any]) -> None:
        for capability in profile.get("capabilities", ()):
            for value in skill_names(capability):
                self._texts.setdefault(value, Counter())[" ".join(capability.split())] += 1

    def _values(self, kind: FacetKind) -> tuple[FacetCount, ...]:
        ranked = sorted(self._counts[kind].items(), key=lambda item: (-item[1], item[0]))[:MAX_FACET_VALUES]
        return tuple(FacetCount(value, *self._names_of(kind, value), count) for value, count in ranked)

    def _names_of(self, kind: FacetKind, value: str) -> tuple[str, str]:
        """Return the Chinese and the English name of a value; of a skill what most agents call it in that language.

        A skill stands for several similar ones, and most of those agents may have another one than its usual name says.
        """
        zh, en = self._names[value]
        if kind != "capability":
            return zh, en
        texts = sorted(self._texts[value].items(), key=lambda item: (-item[1], item[0]))
        own_zh = next((text for text, _ in texts if contains_cjk(text)), zh)
        return own_zh, next((text for text, _ in texts if not contains_cjk(text)), en)

    def _price_bands(self) -> tuple[PriceFacet, ...]:
        ranked = sorted(self._prices.items(), key=lambda item: (-len(item[1]), item[0]))[:MAX_CURRENCIES]
        bands = (
            PriceFacet(limit, currency, sum(price <= limit for price in prices))
            for currency, prices in ranked
            for limit in price_bands(currency)
        )
        return tuple(band for band in bands if band.count)


_KINDS: Sequence[FacetKind] = ("location", "capability", "language", "price")


async def browse(encoded: Iterable[tuple[str, bytes]], filters: DirectoryFilter) -> DirectoryResult:
    """List agents by a filter, given their ids and encoded profiles; yield to the event loop every TIME_SLICE_S."""
    clock, counter = asyncio.get_running_loop().time, DirectoryCounter(filters)
    slice_start, ids, count = clock(), list[str](), 0
    for agent_id, data in encoded:
        if counter.add(from_json(data)):
            count += 1
            if len(ids) < MAX_LISTED:
                ids.append(agent_id)
        if clock() - slice_start > TIME_SLICE_S:
            await asyncio.sleep(0)
            slice_start = clock()
    return DirectoryResult(tuple(ids), count, counter.facets())


Names = Mapping[str, tuple[str, str]]
"""Value of a facet → its Chinese and its English name."""


def _facet_values(profile: Mapping[str, Any]) -> dict[FacetKind, Names]:
    skills: dict[str, tuple[str, str]] = {}
    for capability in profile.get("capabilities", ()):
        skills.update(skill_names(capability))
    return {
        "location": place_names(profile.get("location") or ""),
        "capability": skills,
        "language": language_names(profile.get("languages", ())),
        "price": {},
    }


def _overlaps(values: Names, wanted: Names) -> bool:
    return not wanted or not values.keys().isdisjoint(wanted)


@lru_cache(maxsize=4096)
def place_names(text: str) -> Names:
    """Return the known places that a text names, else the text itself; empty for a blank text."""
    known = {term.en[0]: (term.label("zh"), term.en[0]) for term in place_terms(text)}
    return known or _own_name(text)


@lru_cache(maxsize=8192)
def skill_names(text: str) -> Names:
    """Return the known skills that a text names, one that it is alone, else the text itself; empty for a blank text."""
    thesaurus = load_thesaurus("skills")
    exact = thesaurus.find_exact(text)
    terms = [exact] if exact else [found.term for found in thesaurus.find_all(text)]
    return {term.en[0]: (term.label("zh"), term.en[0]) for term in terms} or _own_name(text)


def language_names(codes: Iterable[str]) -> Names:
    """Return language codes in lower case and without their region, each as its own name; blank ones are left out."""
    short = {code.lower().partition("-")[0] for code in codes}
    return {code: (code, code) for code in short if code}


def _own_name(text: str) -> Names:
    plain = " ".join(text.split())
    return {normalize(plain): (plain, plain)} if plain else {}
