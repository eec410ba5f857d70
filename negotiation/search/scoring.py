"""Scoring of profiles: BM25 over weighted fields, with boosts for location and language (TWQ-03, TW-1104).

A token scores idf × tf ÷ (tf + K1), where tf adds up the weights of the fields that contain it. There is no length
normalization: a profile with many skills is no worse at each of them. Each query term scores once, with its
best-matching synonym; its idf uses all profiles that match any synonym.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from negotiation.registry.profile import Profile
from negotiation.search.geographic_distance import NEARBY_KM, place_terms, places_within
from negotiation.search.tokenizer import tokenize

FIELD_WEIGHTS: Mapping[str, int] = {"capabilities": 6, "tags": 3, "location": 2, "summary": 1}
"""Weight of a token in each field of a profile, added to its term frequency."""

K1 = 3.0
"""Term frequency at which a token reaches half of its maximum score (BM25's k1)."""

MIN_TOKEN_SHARE = 0.6
"""Minimum share of a synonym's tokens that a profile must contain to match it."""

AT_LOCATION_BOOST, REACHABLE_BOOST, LANGUAGE_BOOST = 4.0, 1.5, 1.25
"""Factors of the score for profiles at the location, those that are remote or have no location, language speakers."""

ANY_LOCATION, ANY_LANGUAGE = "place:", "language:"
"""Index terms of profiles that are remote or have no location, and of those without languages.

Both are also the prefixes of location and language terms; the colon keeps them apart from tokens.
"""


UNKNOWN_LOCATION, TRAVELS = "place:?", "travels:"
"""Index terms of profiles without a known place, and of those that say on what conditions they travel."""

_TRAVEL_PATTERN = re.compile(
    r"\b(?:(?:will(?:ing)?|happy|able|glad) to travel|travels? (?:paid|covered|costs?|expenses|included))\b"
    r"|路费|差旅|可(?:以|去|到)?(?:出差|外地)|愿意?出差",
    re.IGNORECASE,
)


def term_saturation(times: int) -> float:
    """Return the score of a weighted term frequency, without idf: from 0 (not in the profile) to below 1.

    `times` is the frequency that `index_terms` gives; at K1 the score is 0.5.
    """
    return times / (times + K1)


def idf(document_frequency: int, document_count: int) -> float:
    """Return the inverse document frequency as in BM25 and Lucene: above 0, higher for rarer terms.

    Args:
        document_frequency: Number of profiles that match the term; 0 to `document_count`.
        document_count: Number of all profiles in the index.
    """
    return math.log(1 + (document_count - document_frequency + 0.5) / (document_frequency + 0.5))


def min_matching_tokens(token_count: int) -> int:
    """Return how many of a synonym's `token_count` tokens a profile must contain to match it: 60 %, rounded up."""
    return math.ceil(MIN_TOKEN_SHARE * token_count)


def index_terms(profile: Profile) -> Mapping[str, int]:
    """Return the index terms of a profile, each with its weighted term frequency, as a new mapping.

    Tokens, spelled as by `tokenize`, have the sum of the weights of the fields that contain them: capabilities 6, tags
    3, location 2, summary 1 (FIELD_WEIGHTS). Repetitions within a field do not count; other fields give no tokens.

    The location terms of `location_terms` (`place:beijing`) have 1, the language terms of `language_term`
    (`language:zh`) 1 per language. `place:` alone is added with 1 if the profile is remote or has no location,
    `language:` alone if it lists no languages. `place:?` is added if none of its places is known, `travels:` if its
    summary, tags or constraints say that it travels.
    """
    texts = {
        "capabilities": "\n".join(profile.capabilities),
        "tags": "\n".join(profile.tags),
        "location": profile.location or "",
        "summary": profile.summary,
    }
    times: Counter[str] = Counter()
    for field, text in texts.items():
        for token in tokenize(text):
            times[token] += FIELD_WEIGHTS[field]
    locations = location_terms(profile.location) if profile.location else ()
    times.update(locations)
    if not (profile.location and place_terms(profile.location)):
        times[UNKNOWN_LOCATION] = 1
    if any(map(_TRAVEL_PATTERN.search, (profile.summary, *profile.tags, *profile.constraints))):
        times[TRAVELS] = 1
    times.update([ANY_LOCATION] if profile.remote or not locations else [])
    times.update(map(language_term, profile.languages) if profile.languages else [ANY_LANGUAGE])
    return times


@lru_cache(maxsize=4096)
def location_terms(location: str) -> tuple[str, ...]:
    """Return the index terms of a location text (cached), all in lower case.

    One term `place:NAME` for each known place that the text names in Chinese or English, with its usual English name:
    `place:beijing` for 北京朝阳; without any, one term `place:TEXT` for the text itself, with single spaces.
    """
    names = [term.en[0] for term in place_terms(location)]
    return tuple(f"{ANY_LOCATION}{name.lower()}" for name in names or [" ".join(location.split())])


@lru_cache(maxsize=4096)
def nearby_terms(location: str) -> tuple[str, ...]:
    """Return the index terms of the known places within NEARBY_KM of those that a text names, without their own."""
    own = frozenset(location_terms(location))
    names = (f"{ANY_LOCATION}{term.en[0].lower()}" for term in places_within(location, NEARBY_KM))
    return tuple(name for name in names if name not in own)


def language_term(code: str) -> str:
    """Return the index term of a language code, in lower case and without its region: `language:zh` for zh-CN."""
    return f"{ANY_LANGUAGE}{code.lower().partition('-')[0]}"
