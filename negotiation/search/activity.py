"""Activities: what is done with a thing (activities.json). Lessons on an instrument and its repair differ."""

import json
from functools import cache, lru_cache
from importlib.resources import files

from negotiation.search.known_word_matcher import KeywordMatcher
from negotiation.search.synonyms import load_thesaurus

_TRADES_OF_THEIR_OWN = frozenset({"repair", "tuning"})
"""Activities that no word for a thing alone implies."""


@lru_cache(maxsize=8192)
def activities_in(text: str) -> frozenset[str]:
    """Return the names of the activities whose words stand in a text."""
    activity_of = _activity_by_word()
    return frozenset(activity_of[word] for word, _, _ in _matcher().find_all(text))


def is_other_activity(need: str, ability: str) -> bool:
    """Return whether a need and an ability name different activities, or only the ability one of repair or tuning."""
    asked, offered = activities_in(need), activities_in(ability)
    if asked and offered:
        return not asked & offered
    if offered <= asked or not offered <= _TRADES_OF_THEIR_OWN:
        return False
    known = (found.term for found in load_thesaurus("skills").find_all(need))
    return not any(activities_in(term.en[0]) & offered for term in known)


@cache
def _activity_by_word() -> dict[str, str]:
    page: dict[str, list[str]] = json.loads(files("negotiation.search").joinpath("activities.json").read_text("utf-8"))
    return {word: activity for activity, words in page.items() for word in words}


@cache
def _matcher() -> KeywordMatcher:
    return KeywordMatcher(_activity_by_word())
