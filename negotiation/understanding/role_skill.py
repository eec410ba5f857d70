"""Skills that the roles of a plan name: the need that they meet, and what they bring with them."""

from collections.abc import Sequence

from negotiation.contracts.demand import Need
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import need_tag
from shared.core.language import Language


def find_need(role: str, needs: Sequence[Need], language: Language) -> str | None:
    """Return the id of the first need that a role names, by its words, its usual name or a synonym; else None."""
    word = role.casefold()
    exact = (need.id for need in needs if word in (need.need.casefold(), need_tag(need, language).casefold()))
    same = load_thesaurus("skills").are_synonyms
    return next(exact, None) or next((need.id for need in needs if same(need.need, role)), None)


def brings_food(role: str) -> bool:
    """Return whether a role names a skill that brings food or drink."""
    return any(found.term.food for found in load_thesaurus("skills").find_all(role))


def takes_recordings(role: str) -> bool:
    """Return whether a role names a skill that takes pictures or sound."""
    return any(found.term.recording for found in load_thesaurus("skills").find_all(role))
