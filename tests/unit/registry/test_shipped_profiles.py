from collections import Counter

from shared.registry.files import read, shipped
from shared.registry.words import known

PEOPLE = read([shipped()])


def test_every_shipped_line_is_a_profile_of_its_own() -> None:
    assert not PEOPLE.errors
    assert len({profile.agent_id for profile in PEOPLE.profiles}) == len(PEOPLE.profiles)
    assert len({profile.display_name for profile in PEOPLE.profiles}) == len(PEOPLE.profiles)


def test_there_are_enough_people_cities_skills_and_temperaments() -> None:
    people = PEOPLE.profiles
    assert len(people) >= 48
    assert len({profile.location for profile in people}) >= 12
    assert len({skill for profile in people for skill in profile.capabilities}) >= 40
    assert len({profile.temperament for profile in people}) >= 6
    assert all(profile.user_id and profile.summary and profile.constraints for profile in people)


def test_about_half_are_chinese_and_half_english() -> None:
    first = Counter(profile.languages[0] for profile in PEOPLE.profiles)
    assert min(first["zh"], first["en"]) >= 0.4 * len(PEOPLE.profiles)


def test_beijing_can_hold_a_meetup() -> None:
    here = [profile for profile in PEOPLE.profiles if profile.location in ("北京", "Beijing")]
    same = known("skills").same
    for skill in ("venue", "speaker", "event planning", "photography", "MC", "catering"):
        able = [profile for profile in here if any(same(skill, own) for own in profile.capabilities)]
        assert able, skill
    venues = [profile for profile in here if any(same("venue", own) for own in profile.capabilities)]
    assert len({profile.price for profile in venues}) >= 3
    assert len({profile.capacity for profile in venues}) >= 3
