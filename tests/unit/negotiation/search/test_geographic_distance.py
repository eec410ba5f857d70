"""Distances between known places, and profiles that are near, far, remote or nowhere."""

import pytest

from negotiation.registry.profile import Profile
from negotiation.search.geographic_distance import distance_km, places_within
from negotiation.search.scoring import NEARBY_KM, TRAVELS, UNKNOWN_LOCATION, index_terms, nearby_terms
from negotiation.search.synonyms import load_thesaurus


@pytest.mark.parametrize(
    ("one", "other", "km"),
    [
        ("上海", "Suzhou", 84),
        ("Beijing", "天津", 109),
        ("London", "Edinburgh", 534),
        ("Auckland", "London", 18339),
        ("北京朝阳", "Beijing", 0),
    ],
)
def test_the_distance_of_known_places_is_that_of_the_great_circle(one: str, other: str, km: int) -> None:
    assert distance_km(one, other) == pytest.approx(km, abs=max(3, km // 100))
    assert distance_km(other, one) == distance_km(one, other)


@pytest.mark.parametrize("unknown", ["Ushuaia", "", "somewhere"])
def test_an_unknown_place_has_no_distance(unknown: str) -> None:
    assert distance_km("Beijing", unknown) is None
    assert nearby_terms(unknown) == ()


def test_every_known_place_has_coordinates() -> None:
    for place in load_thesaurus("places").terms:
        assert place.lat is not None, place.en[0]
        assert place.lon is not None, place.en[0]
        assert abs(place.lat) <= 90, place.en[0]
        assert abs(place.lon) <= 180, place.en[0]


def test_places_within_a_day_s_way_are_nearby_without_the_place_itself() -> None:
    terms = nearby_terms("上海")
    assert "place:suzhou" in terms
    assert "place:shanghai" not in terms
    assert "place:beijing" not in terms
    assert {place.en[0] for place in places_within("Edinburgh", NEARBY_KM)} == {"Edinburgh", "Glasgow"}


@pytest.mark.parametrize(
    ("fields", "unknown", "travels"),
    [
        ({"location": "Beijing"}, False, False),
        ({"location": "Ushuaia"}, True, False),
        ({}, True, False),
        ({"location": "Edinburgh", "constraints": ["travel paid for when it is far"]}, False, True),
        ({"location": "上海", "constraints": ["外地拍摄报销路费"]}, False, True),
        ({"location": "上海", "summary": "教外地人说上海话"}, False, False),
    ],
)
def test_profiles_tell_unknown_places_and_travel(fields: dict[str, object], *, unknown: bool, travels: bool) -> None:
    terms = index_terms(Profile.model_validate({"agent_id": "a", "display_name": "A", **fields}))
    assert (UNKNOWN_LOCATION in terms, TRAVELS in terms) == (unknown, travels)
