"""How much does a word count that a profile is found by? BM25 over weighted fields (TWQ-03, TW-1104).

A word's part is bm25's: rarity × times ÷ (times + K1). `times` adds up the weights of the fields it stands in; a
profile's length does not matter, for who can do many things does each of them no worse. A wish counts once, by its
best wording, and is as rare as the people are whom it finds.
"""

import math
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from negotiation.registry.profile import Profile
from negotiation.search.synonyms import known, tokens

WEIGHTS: Mapping[str, int] = {"capabilities": 6, "tags": 3, "location": 2, "summary": 1}
"""How many times a word counts that stands in a field of a profile."""

K1 = 3.0
"""How often a word must be there to count half of the most it can."""

ENOUGH = 0.6
"""The share of a wording's tokens that a profile must have to be found by it."""

THERE, REACHABLE, SPEAKS = 4.0, 1.5, 1.25
"""By how much a score rises for who is at the place, who may be (remote, or tells no place), who has the language."""

ANYWHERE, ANY_LANGUAGE = "place:", "language:"
"""What stands in place of a mark for those who are remote or tell no place, and those who tell no language."""


def term_saturation(times: int) -> float:
    """How much a word counts by itself: from 0 to 1."""
    return times / (times + K1)


def idf(found: int, of: int) -> float:
    """How much it tells that somebody is found by a wish that finds `found` of all `of` (bm25's idf, as Lucene's)."""
    return math.log(1 + (of - found + 0.5) / (found + 0.5))


def min_matching_tokens(wording: int) -> int:
    """How many of a wording's tokens must be there."""
    return math.ceil(ENOUGH * wording)


def index_terms(profile: Profile) -> Mapping[str, int]:
    """What a profile is found by: its words and how many times each counts, its places and languages.

    The last two hold a colon, which no word does.
    """
    texts = {
        "capabilities": "\n".join(profile.capabilities),
        "tags": "\n".join(profile.tags),
        "location": profile.location or "",
        "summary": profile.summary,
    }
    times: Counter[str] = Counter()
    for field, text in texts.items():
        for token in tokens(text):
            times[token] += WEIGHTS[field]
    places = places_of(profile.location) if profile.location else ()
    times.update(places)
    times.update([ANYWHERE] if profile.remote or not places else [])
    times.update(map(language_of, profile.languages) if profile.languages else [ANY_LANGUAGE])
    return times


@lru_cache(maxsize=4096)
def places_of(location: str) -> tuple[str, ...]:
    """The marks of a place: one for each known place it names, else itself."""
    named = [found.term.en[0] for found in known("places").found_in(location)]
    return tuple(f"{ANYWHERE}{name.lower()}" for name in named or [" ".join(location.split())])


def language_of(code: str) -> str:
    """The mark of a language, whatever the country: zh-CN is zh."""
    return f"{ANY_LANGUAGE}{code.lower().partition('-')[0]}"
