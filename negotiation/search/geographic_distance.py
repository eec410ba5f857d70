"""Distances between places that the thesaurus knows, by their coordinates."""

import math
from collections.abc import Sequence
from functools import lru_cache

from negotiation.search.synonyms import Term, load_thesaurus

EARTH_RADIUS_KM = 6371.0

NEARBY_KM = 150.0
"""Distance up to which a place is near another one: there and back in a day."""


def place_terms(location: str) -> Sequence[Term]:
    """Return the known places that a text names, in Chinese or English."""
    return [found.term for found in load_thesaurus("places").find_all(location)]


@lru_cache(maxsize=8192)
def distance_km(one: str, other: str) -> int | None:
    """Return the distance in km between the nearest of the places that two texts name; None if either names none."""
    pairs = [(a, b) for a in place_terms(one) for b in place_terms(other)]
    distances = [_great_circle_km(a, b) for a, b in pairs]
    return min((round(each) for each in distances if each is not None), default=None)


def is_nearby(one: str, other: str) -> bool:
    """Return whether two texts name places at most NEARBY_KM apart; False if either names none."""
    km = distance_km(one, other)
    return km is not None and km <= NEARBY_KM


def places_within(location: str, radius_km: float) -> Sequence[Term]:
    """Return the known places at most `radius_km` from one that a text names, these included."""
    centres = place_terms(location)
    return [
        place
        for place in load_thesaurus("places").terms
        if any((km := _great_circle_km(place, centre)) is not None and km <= radius_km for centre in centres)
    ]


def _great_circle_km(one: Term, other: Term) -> float | None:
    if one.lat is None or one.lon is None or other.lat is None or other.lon is None:
        return None
    first, second = math.radians(one.lat), math.radians(other.lat)
    half_width = math.sin(math.radians(other.lon - one.lon) / 2)
    half_height = math.sin((second - first) / 2)
    chord = half_height**2 + math.cos(first) * math.cos(second) * half_width**2
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(min(1.0, chord)))
