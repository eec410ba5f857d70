"""Does the fitting find what it should, and judge by other demands only?"""

import asyncio

import numpy as np
import pytest

from benchmarks.fit_weights import LabelledPair, choose, collect_pairs, cross_validate, fit, labelled_demands, predict
from negotiation.registry.profile import Profile
from towow.evaluation.corpus import LabelledDemand


def pair(demand: str, feature: float, *, is_able: bool, need: str = "n0") -> LabelledPair:
    return LabelledPair(demand, need, (feature,), is_able)


def test_the_regression_tells_the_classes_apart_and_finds_their_share() -> None:
    features = np.array([[0.0]] * 1000 + [[1.0]] * 1000)
    labels = np.array([0.0] * 900 + [1.0] * 100 + [0.0] * 200 + [1.0] * 800)
    none, full = predict(fit(features, labels), np.array([[0.0], [1.0]]))
    assert none == pytest.approx(0.1, abs=0.03)
    assert full == pytest.approx(0.8, abs=0.03)


def test_a_need_chooses_its_best_profiles_above_the_threshold() -> None:
    pairs = [pair("d", 0, is_able=False), pair("d", 0, is_able=True), pair("d", 0, is_able=True, need="n1")]
    choice = choose(pairs, np.array([0.9, 0.6, 0.3]))
    assert (choice.chosen, choice.able, choice.first_chosen, choice.first_able, choice.needs) == (2, 1, 1, 0, 2)


def test_a_demand_is_judged_by_the_others() -> None:
    # In every demand but one, the feature means being able; in that one it means the opposite.
    usual = [pair(f"d{number:02}", value, is_able=value > 0) for number in range(40) for value in (0.0, 1.0)]
    odd = [pair("odd", value, is_able=value == 0) for value in (0.0, 1.0)]
    choice = cross_validate([*usual, *odd])
    assert (choice.chosen, choice.able) == (41, 40)


def test_pairs_are_of_those_who_speak_the_language_and_can_be_there() -> None:
    people = {
        "here": {"location": "Bristol", "languages": ["en"]},
        "remote": {"location": "London", "languages": ["en"], "remote": True},
        "far": {"location": "London", "languages": ["en"]},
        "other_language": {"location": "Bristol", "languages": ["zh"]},
    }
    profiles = [
        Profile.model_validate({"agent_id": name, "display_name": name, "capabilities": ["piano tuning"], **fields})
        for name, fields in people.items()
    ]
    raw_input = "I need a piano tuner in Bristol."
    need = {"need": "piano tuner", "span": [9, 20], "count": 1, "required": True, "able": ["here"], "in_place": []}
    demand = LabelledDemand.model_validate(
        {
            "id": "x",
            "raw_input": raw_input,
            "language": "en",
            "kind": "everyday",
            "needs": [need],
            "limits": {"place": "Bristol"},
            "preferences": [],
            "not_wanted": [],
            "grave": False,
        }
    )
    pairs = asyncio.run(collect_pairs(labelled_demands([demand], profiles), profiles))
    assert [each.is_able for each in pairs] == [True, False]
