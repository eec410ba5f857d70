"""Is the ablation of the synonym table right on small cases, and can its measure fall?"""

from pathlib import Path

import numpy as np

from benchmarks.search_dataset import people
from benchmarks.synonym_ablation import guessable_names, is_free, recalls, spelled_out_names, without
from benchmarks.synonym_recall import OPEN_SETS, RecallMeter, WordingQuery, open_queries
from negotiation.search.synonyms import Term, load_thesaurus

SWIMMING = Term(
    zh=("游泳", "学游泳", "蛙泳"), en=("swimming", "learn swimming", "breaststroke", "swimming pool cleaner")
)
CLEANING = Term(zh=("保洁",), en=("cleaning", "cleaner", "cleaners"))
TABLE = (SWIMMING, CLEANING)


def test_a_name_is_spelled_out_if_another_one_of_its_skill_alone_is_in_it() -> None:
    assert spelled_out_names(TABLE) == {"学游泳", "learn swimming"}


def test_a_guessable_name_is_nearer_to_the_rest_of_its_skill_than_to_others() -> None:
    vectors = {word: np.array([1.0, 0.0]) for word in SWIMMING.words} | {
        word: np.array([0.0, 1.0]) for word in CLEANING.words
    }
    vectors["swimming pool cleaner"] = np.array([0.6, 0.8])
    assert guessable_names(TABLE, vectors, 0.5) == {"学游泳", "蛙泳", "learn swimming", "breaststroke"} | {
        "cleaner",
        "cleaners",
    }
    assert guessable_names(TABLE, vectors, 1.1) == frozenset()


def test_usual_names_stay() -> None:
    (swimming, cleaning) = without(TABLE, frozenset({"swimming", "蛙泳", "cleaners", "保洁"}))
    assert swimming.words == ("游泳", "学游泳", "swimming", "learn swimming", "breaststroke", "swimming pool cleaner")
    assert cleaning.words == ("保洁", "cleaning", "cleaner")


def test_names_are_not_free_if_one_set_loses() -> None:
    assert is_free({"tuned": 0.9, "unseen": 0.8}, {"tuned": 0.899, "unseen": 0.9})
    assert not is_free({"tuned": 0.9, "unseen": 0.8}, {"tuned": 0.99, "unseen": 0.79})


def test_each_half_is_counted_alone() -> None:
    queries = [
        WordingQuery(name, 0, half, f"{name} {half}", "Beijing", "en", frozenset({"a"}))
        for name in OPEN_SETS
        for half in (0, 1)
    ]
    shares = [1.0, 0.5] * len(OPEN_SETS)
    assert recalls(queries, shares, 0) == dict.fromkeys(OPEN_SETS, 1.0)
    assert recalls(queries, shares, 1) == dict.fromkeys(OPEN_SETS, 0.5)


async def test_recall_falls_without_names_and_the_shipped_table_is_back_afterwards(tmp_path: Path) -> None:
    dataset = [one for one in people(12_000) if one.city == 0]
    queries = [query for query in open_queries(dataset) if query.wording_set == "tuned"]
    choosing, confirming = ({(query.service, query.text) for query in queries if query.half == half} for half in (0, 1))
    assert choosing
    assert confirming
    assert not choosing & confirming
    shipped = load_thesaurus("skills").terms
    known = [term.model_copy(update={"zh": term.zh[:4], "en": term.en[:4]}) for term in shipped]
    foreign = [Term(zh=(f"虚{number}",), en=(f"void{number}",)) for number in range(len(shipped))]
    meter = await RecallMeter.build(dataset, tmp_path)
    found, lost = await meter.shares(known, queries), await meter.shares(foreign, queries)
    assert np.mean(found) > np.mean(lost) + 0.1
    assert load_thesaurus("skills").terms == shipped
