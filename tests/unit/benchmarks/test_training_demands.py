"""Marks of training demands become labels of the words they stand around."""

from benchmarks.training_demands import Label, parse_marks, read_judged_fits, read_training_demands
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.search.synonyms import load_thesaurus


def test_marks_are_taken_out_and_say_what_their_words_are() -> None:
    demand = parse_marks("x", "en", "Two {{n2:waiter|waiters}} in {{place|Leeds}}, {{o|a harp}}, no {{x|clowns}}")
    assert demand.text == "Two waiters in Leeds, a harp, no clowns"
    assert demand.labels == (
        Label((4, 11), "need", "waiter"),
        Label((15, 20), "limit", None),
        Label((22, 28), "optional", None),
        Label((33, 39), "unwanted", None),
    )


def test_every_skill_of_a_training_demand_is_known() -> None:
    known = {term.en[0] for term in load_thesaurus("skills").terms} | {"other", None}
    assert {label.skill for demand in read_training_demands() for label in demand.labels} <= known


def test_judged_fits_are_of_training_demands_and_shipped_profiles() -> None:
    demands = {demand.id: demand for demand in read_training_demands()}
    agents = {profile.agent_id for profile in read_profiles([shipped_profiles_folder()]).profiles}
    fits = read_judged_fits()
    assert len(fits) >= 1000
    for fit in fits:
        assert any(label.span == fit.span for label in demands[fit.demand].labels), fit.demand
        assert set(fit.able) <= agents
