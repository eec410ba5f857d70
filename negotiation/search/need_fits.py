"""Fits: which needs a profile meets, how probably, and by which of its abilities. A neighbouring trade is no fit."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import Need
from negotiation.registry.profile import Profile
from negotiation.search.activity import is_other_activity
from negotiation.search.fit_model import MIN_PROBABILITY, FitEvidence, fit_probability
from negotiation.search.language_match import lacks_language
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.tokenizer import contains_cjk, normalize

_DESCRIPTION = re.compile(r"(?<=\w) (?:about|for|from|of|on|that|to|who|which|with|without)\b", re.IGNORECASE)
"""Beginning of what describes the noun before it."""


class ProfileComparison(Protocol):
    """Comparison of the needs of a search with profiles, by meaning and by their words."""

    @property
    def context(self) -> str:
        """Beginning of the demand's text; may be empty."""
        ...

    def has_vector(self, profile: Profile, ability: str) -> bool:
        """Return whether the vector of one of a profile's capabilities is there."""
        ...

    def compare(self, number: int, profile: Profile, abilities: Sequence[str]) -> tuple[FitEvidence, str]:
        """Return the evidence that a profile meets a need, and the ability that is nearest to it in meaning.

        Args:
            number: Number of the need in the search.
            profile: A profile that the search found.
            abilities: Those of its capabilities that may meet the need, at least one.
        """
        ...


def find_fits(
    needs: Sequence[Need], profile: Profile, comparison: ProfileComparison | None = None
) -> tuple[NeedFit, ...]:
    """Return the needs that a profile meets, the most probable first; the score is the probability.

    An ability to do something else with the same thing is none that meets it. One that names another skill counts only
    if all of a profile do: the words of a need can name what it is not about. A profile that lacks the language which a
    need is about meets it in no case. Without comparison, and while the
    ability's vector is missing, only equal words and skills count, with score 1.

    Args:
        needs: Needs of a demand; one without id is told by its place, `n1` for the first.
        profile: The profile.
        comparison: Comparison of these needs with profiles; None: by words alone.
    """
    fits = (_find_fit(number, need, profile, comparison) for number, need in enumerate(needs))
    return tuple(sorted((fit for fit in fits if fit is not None), key=lambda fit: -fit.score))


def _find_fit(number: int, need: Need, profile: Profile, comparison: ProfileComparison | None) -> NeedFit | None:
    if lacks_language(need.need, profile, "" if comparison is None else comparison.context):
        return None
    need_id = need.id or f"n{number + 1}"
    same = next((own for own in profile.capabilities if is_same_ability(need.need, own)), None)
    if comparison is None or (same is not None and not comparison.has_vector(profile, same)):
        return None if same is None else NeedFit(need=need_id, matched=same, score=1.0)
    abilities = eligible_abilities(need.need, profile)
    if not abilities:
        return None
    evidence, nearest = comparison.compare(number, profile, abilities)
    probability = fit_probability(evidence)
    if probability < MIN_PROBABILITY:
        return None
    return NeedFit(need=need_id, matched=nearest if same is None else same, score=probability)


def eligible_abilities(need: str, profile: Profile) -> Sequence[str]:
    """Return the capabilities of a profile that may meet a need: none of another activity with the same thing.

    Those that name another skill than the need come into question only if none names the same or no known one.
    """
    allowed = [own for own in profile.capabilities if not is_other_activity(need, own)]
    return [own for own in allowed if not name_different_skills(need, own)] or allowed


@lru_cache(maxsize=65536)
def is_same_ability(need: str, ability: str) -> bool:
    """Return whether a need and an ability are the same words, or name the same skill and no different activity."""
    asked, offered = normalize(need), normalize(ability)
    if not (asked and offered):
        return False
    if asked == offered:
        return True
    return bool(skill_names(need) & skill_names(ability)) and not is_other_activity(need, ability)


@lru_cache(maxsize=65536)
def name_different_skills(need: str, ability: str) -> bool:
    """Return whether two texts both name known skills, but none in common."""
    asked, offered = skill_names(need), skill_names(ability)
    return bool(asked and offered and not asked & offered)


def skill_names(text: str) -> frozenset[str]:
    """Return the skills that the head of a phrase names; those of the whole phrase if its head names none."""
    return _names_in(_head(text)) or _names_in(text)


def _names_in(text: str) -> frozenset[str]:
    return frozenset(found.term.en[0] for found in load_thesaurus("skills").find_all(text))


def _head(text: str) -> str:
    """Return a phrase without what describes its noun: `speakers` of `speakers about AI`, 嘉宾 of 讲AI的嘉宾."""
    if contains_cjk(text):
        return text.rpartition("的")[2]
    return _DESCRIPTION.split(text, maxsplit=1)[0]
