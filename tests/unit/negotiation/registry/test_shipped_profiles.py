"""Are the shipped people enough, of many kinds, each a life of its own, and can agents act on what they insist on?"""

import re
from collections import Counter
from datetime import date
from itertools import combinations

from coordinator.simulated.demand_parser import parse_demand
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.search.synonyms import Term, load_thesaurus
from negotiation.understanding.derived_fields import derive_tags
from negotiation.understanding.mentions import find_mentions
from shared.core.language import Language
from user_agent.simulated.constraints import is_written_in, parse_constraints

PEOPLE = read_profiles([shipped_profiles_folder()])
TODAY = date(2026, 11, 22)
DIFFICULT = {"stubborn", "proud", "busy", "cautious"}
MOST_SHARED = 0.3
ENOUGH_FOR_A_SUMMARY = 6
"""5-grams: a summary has at least this many, else two of them share nothing however alike they are."""


def language_of(profile: Profile) -> Language:
    return "zh" if is_written_in(profile.summary, "zh") else "en"


def acted_on(profile: Profile) -> int:
    """How many of the constraints a simulated agent reads as something it acts on, in the person's own language."""
    return sum(wish.key != "other" for wish in parse_constraints(profile, language_of(profile)))


def skills_held() -> dict[str, Term]:
    terms = (load_thesaurus("skills").find(own) for profile in PEOPLE.profiles for own in profile.capabilities)
    return {term.en[0]: term for term in terms if term}


def five_grams(summary: str) -> frozenset[tuple[str, ...]]:
    """Of characters in Chinese, of words in English; punctuation aside."""
    units = re.findall(r"\w" if is_written_in(summary, "zh") else r"[\w'’]+", summary.lower())
    return frozenset(tuple(units[at : at + 5]) for at in range(len(units) - 4))


def shared(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> float:
    """Which part of the shorter summary's 5-grams the other has too."""
    return len(one & other) / min(len(one), len(other))


def test_every_shipped_line_is_a_profile_of_its_own() -> None:
    people = PEOPLE.profiles
    assert not PEOPLE.errors
    assert len({profile.agent_id for profile in people}) == len(people)
    assert len({profile.user_id for profile in people}) == len(people)
    assert len({profile.display_name for profile in people}) == len(people)
    assert all(profile.user_id and profile.summary and profile.capabilities for profile in people)


def test_there_are_enough_people_cities_and_skills() -> None:
    people, places = PEOPLE.profiles, load_thesaurus("places")
    cities = {term.en[0] for profile in people if (term := places.find(profile.location or ""))}
    assert len(people) >= 240
    assert len(cities) >= 20
    assert len(skills_held()) >= 80


def test_every_location_is_a_known_place() -> None:
    places = load_thesaurus("places")
    assert [profile.location for profile in PEOPLE.profiles if places.find(profile.location or "") is None] == []


def test_half_are_chinese_and_half_english() -> None:
    languages = Counter(map(language_of, PEOPLE.profiles))
    assert min(languages["zh"], languages["en"]) >= 0.45 * len(PEOPLE.profiles)


def test_every_profile_has_two_actionable_constraints() -> None:
    assert {profile.agent_id: acted_on(profile) for profile in PEOPLE.profiles if acted_on(profile) < 2} == {}


def test_temperaments_vary_and_some_are_difficult() -> None:
    tempers = Counter(profile.temperament for profile in PEOPLE.profiles)
    assert sum(tempers[temper] for temper in DIFFICULT) >= 12
    assert len(tempers) >= 6
    assert all(tempers[temper] for temper in DIFFICULT)


def test_no_two_summaries_are_similar() -> None:
    grams = [(profile.agent_id, five_grams(profile.summary)) for profile in PEOPLE.profiles]
    assert [agent for agent, own in grams if len(own) < ENOUGH_FOR_A_SUMMARY] == []
    alike = [(one, other) for (one, a), (other, b) in combinations(grams, 2) if shared(a, b) > MOST_SHARED]
    assert alike == []


def test_five_gram_overlap_distinguishes_similar_texts() -> None:
    assert shared(five_grams("在鼓楼边拍了十年照片。"), five_grams("在鼓楼边拍了十年，照片！")) == 1
    assert shared(five_grams("在鼓楼边拍了十年照片"), five_grams("在钟楼下卖了六年点心")) == 0
    assert shared(five_grams("She mends old, old clocks."), five_grams("she mends old old clocks at night")) == 1


def test_every_skill_held_is_found_in_a_demand_of_either_language() -> None:
    for name, term in skills_held().items():
        assert tags(f"我们需要{term.zh[0]}。", "zh") == (term.zh[0],), name
        assert tags(f"For the weekend we need {term.en[0]}.", "en") == (term.en[0],), name


def tags(text: str, language: Language) -> tuple[str, ...]:
    """Return the skills that the simulated model reads in a demand."""
    return derive_tags(parse_demand(text, language, find_mentions(text, language, TODAY)).needs, language)


def test_common_skills_have_several_people_with_prices_and_characters_of_their_own() -> None:
    same = load_thesaurus("skills").are_synonyms
    for skill in ("venue", "speaker", "event planning", "photography", "catering", "MC", "translation", "hiking"):
        able = [one for one in PEOPLE.profiles if any(same(skill, own) for own in one.capabilities)]
        assert len(able) >= 5, skill
        assert len({one.price for one in able}) >= 4, skill
        assert len({one.temperament for one in able}) >= 3, skill
        assert len({one.location for one in able}) >= 3, skill


def test_beijing_can_hold_a_meetup() -> None:
    here = [profile for profile in PEOPLE.profiles if profile.location in ("北京", "Beijing")]
    same = load_thesaurus("skills").are_synonyms
    for skill in ("venue", "speaker", "event planning", "photography", "MC", "catering"):
        able = [profile for profile in here if any(same(skill, own) for own in profile.capabilities)]
        assert len(able) >= 3, skill
        assert len({profile.temperament for profile in able}) >= 2, skill
    venues = [profile for profile in here if any(same("venue", own) for own in profile.capabilities)]
    assert len({profile.price for profile in venues}) >= 5
    assert len({profile.capacity for profile in venues}) >= 5
