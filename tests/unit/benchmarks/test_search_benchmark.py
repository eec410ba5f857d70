"""Can the measure of the search fail: are the words of both sides apart, the labels facts, and does a loss show?"""

import asyncio
from pathlib import Path

import pytest

import benchmarks.search_dataset as world
from benchmarks.search import check_prompt_growth, p95, recall, recall_figures, strangers_share
from benchmarks.search_dataset import (
    FEWEST,
    MOST,
    SERVICES,
    DatasetQuery,
    PersonFacts,
    content_words,
    demands,
    people,
    profile,
)
from benchmarks.search_load import SearchMeasurement, run_searches
from negotiation.registry.profile import Profile

EVERYBODY = people(20_000)
SOUGHT = demands(EVERYBODY, 60)


def ask(everybody: list[PersonFacts], sought: list[DatasetQuery], folder: Path) -> SearchMeasurement:
    return asyncio.run(run_searches(map(profile, everybody), sought, folder))


def test_the_generated_profiles_are_reproducible_and_a_smaller_set_is_a_prefix() -> None:
    assert people(50) == EVERYBODY[:50]
    assert demands(EVERYBODY, 60) == SOUGHT
    assert profile(EVERYBODY[7]) == profile(EVERYBODY[7])


def test_relevance_is_decided_by_the_facts_alone() -> None:
    for one in SOUGHT:
        assert FEWEST <= len(one.fitting) <= MOST
        cities = {EVERYBODY[number].city for number in one.fitting}
        assert len(cities) == 1
        assert all(one.language in EVERYBODY[number].speaks for number in one.fitting)


def test_demand_and_profile_never_use_the_same_paraphrase() -> None:
    assert world.shared_phrases() == frozenset()
    for service in range(len(SERVICES)):
        for language in world.LANGUAGES:
            both = (world.words(service, side, language) for side in ("profile", "demand"))
            assert not set(next(both)) & set(next(both))


def test_a_paraphrase_on_both_sides_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "PAGE", {**world.PAGE, "said": {"profile": {}, "demand": {}}})
    easy = {
        **world.PAGE["services"],
        "venue": {side: {"zh": ["场地"], "en": ["hall"]} for side in ("profile", "demand")},
    }
    monkeypatch.setitem(world.PAGE, "services", easy)
    with pytest.raises(RuntimeError, match="both say"):
        strangers_share(EVERYBODY, SOUGHT)


def test_many_of_those_who_fit_share_no_word_with_the_demand() -> None:
    assert strangers_share(EVERYBODY, SOUGHT) >= 0.4


def test_too_many_who_share_a_word_are_refused() -> None:
    easy = [
        DatasetQuery(
            f"{one.text} {next(iter(content_words(profile(EVERYBODY[min(one.fitting)]).summary)))}", "en", one.fitting
        )
        for one in SOUGHT
    ]
    alone = [DatasetQuery(each.text, each.language, frozenset([min(each.fitting)])) for each in easy]
    with pytest.raises(RuntimeError, match="only 0%"):
        strangers_share(EVERYBODY, alone)


def test_content_words_are_those_that_say_something() -> None:
    assert content_words("We are in 北京 to find a place") == {"are", "北京", "find", "place"}


def test_the_benchmark_measures_the_unmodified_coordinator(tmp_path: Path) -> None:
    seen = ask(EVERYBODY[:3_000], SOUGHT[:10], tmp_path)
    assert len(seen.shown) == len(seen.characters) == 10
    assert 10 <= len(seen.searching) <= 20  # a second search looks for whoever is able but not invited
    assert {len(shown) for shown in seen.shown} == {50}
    assert min(seen.characters) > 5_000
    assert min(seen.searching) > 0
    assert seen.first > 0
    assert not list(tmp_path.iterdir())


def test_a_registry_without_those_who_fit_finds_none_of_them(tmp_path: Path) -> None:
    fitting = set[int]().union(*(one.fitting for one in SOUGHT[:10]))
    others = [facts for facts in EVERYBODY[:3_000] if facts.number not in fitting]
    assert recall(SOUGHT[:10], ask(others, SOUGHT[:10], tmp_path)) == 0


def test_most_of_few_relevant_agents_are_found(tmp_path: Path) -> None:
    fitting = sorted(set[int]().union(*(one.fitting for one in SOUGHT[:10])))
    some = [*EVERYBODY[:1_000], *(EVERYBODY[number] for number in fitting if number >= 1_000)]
    assert recall(SOUGHT[:10], ask(some, SOUGHT[:10], tmp_path)) > 0.9


def test_recall_is_averaged_over_the_demands() -> None:
    sought = [DatasetQuery("", "en", frozenset([1, 2, 3, 4])), DatasetQuery("", "en", frozenset([5]))]
    assert recall(sought, SearchMeasurement(shown=[frozenset([1, 9]), frozenset([5, 6])])) == (0.25 + 1) / 2


def test_the_interval_of_the_recall_holds_it_and_is_narrower_with_more_demands() -> None:
    sought = [DatasetQuery("", "en", frozenset([1])), DatasetQuery("", "en", frozenset([2]))] * 8
    shown = [frozenset([1])] * len(sought)
    few, many = (
        recall_figures("r", sought[:count], SearchMeasurement(shown=shown[:count])) for count in (4, len(sought))
    )
    assert few["r"] == many["r"] == 0.5
    assert few["r_low"] < many["r_low"] < 0.5 < many["r_high"] < few["r_high"]


@pytest.mark.parametrize("wording_set", ["unseen", "composed"])
def test_the_sets_of_wordings_ask_for_the_same_people_mostly_in_other_words(wording_set: world.WordingSet) -> None:
    other = demands(EVERYBODY, 60, wording_set)
    assert {one.fitting for one in SOUGHT} & {one.fitting for one in other}
    own, tuned = ({text for one in each for text in one.wordings} for each in (other, SOUGHT))
    assert len(own - tuned) > 0.8 * len(own)
    assert all(text in one.text for one in other for text in one.wordings)
    assert all(1 <= len(one.wordings) <= 2 for one in other)


def test_a_prompt_that_grows_is_refused() -> None:
    check_prompt_growth([1000, 1040, 990])
    with pytest.raises(RuntimeError, match="grows"):
        check_prompt_growth([1000, 1000, 1060])


@pytest.mark.parametrize(("values", "most"), [([1.0], 1.0), (list(range(1, 101)), 95), ([3, 1, 2], 3)])
def test_the_95th_percentile_of_the_latencies(values: list[float], most: float) -> None:
    assert p95(values) == most


def test_a_profile_says_what_its_facts_are() -> None:
    written: list[Profile] = [profile(facts) for facts in EVERYBODY[:300]]
    for facts, one in zip(EVERYBODY, written, strict=False):
        text = " ".join((*one.capabilities, *one.tags, one.summary))
        for service in facts.services:
            said = [word for language in facts.speaks for word in world.words(service, "profile", language)]
            assert any(word in text for word in said)
        assert one.location in world.CITIES[facts.city]
        assert (one.price, one.languages, one.agent_id) == (facts.price, facts.speaks, facts.agent_id)
