"""Calibration of the local embedder on the open labelled pairs (DL-90): thresholds, rules and weights."""

from functools import cache

import numpy as np
import pytest

from benchmarks.embedder_auc import measure_half
from benchmarks.fit_agreement import changed_position, repeated_position
from benchmarks.position_pairs import LabelledPositions, Values, labelled, measure_pairs, read_pairs
from deliberation.contracts.control import SEED_THRESHOLDS
from deliberation.core.contradiction import find_contradictions
from deliberation.host.thresholds import thresholds_of
from shared.embedding.local import local_model
from tests.support.caching_embedder import CachingEmbedder

LANGUAGES = ("zh", "en")
THRESHOLDS = thresholds_of(local_model().name)


@cache
def open_pairs(language: str) -> list[LabelledPositions]:
    return read_pairs(language, "open")


def cosines(pairs: list[LabelledPositions]) -> Values:
    return np.array([one.texts for one in measure_pairs(pairs, CachingEmbedder())])


def pairs_of(language: str, label: str) -> list[LabelledPositions]:
    return [pair for pair in open_pairs(language) if pair.label == label]


def test_the_local_embedder_is_calibrated_and_others_have_the_seeds_thresholds() -> None:
    assert THRESHOLDS != SEED_THRESHOLDS
    assert THRESHOLDS.low < THRESHOLDS.high < THRESHOLDS.stubborn
    assert thresholds_of("another-model") == SEED_THRESHOLDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_unrelated_positions_lie_below_the_low_threshold(language: str) -> None:
    assert np.mean(cosines(pairs_of(language, "unrelated")) <= THRESHOLDS.low) >= 0.95


@pytest.mark.parametrize(("language", "share"), [("zh", 0.7), ("en", 0.3)])
def test_paraphrases_pass_the_high_threshold_more_often_than_parts(language: str, share: float) -> None:
    """English ones are put so differently that cosine does not tell them from agreement in part."""
    passed = np.mean(cosines(pairs_of(language, "paraphrase")) > THRESHOLDS.high)
    assert passed >= share
    assert passed > np.mean(cosines(pairs_of(language, "partly")) > THRESHOLDS.high)


def test_a_repetition_is_above_the_stubborn_threshold_and_other_reasons_are_below() -> None:
    for language, share in (("zh", 0.95), ("en", 0.4)):
        pairs = open_pairs(language)
        repeated = [LabelledPositions(pair.label, pair.first, repeated_position(pair.first)) for pair in pairs]
        assert np.mean(cosines(repeated) > THRESHOLDS.stubborn) >= share
        same = pairs_of(language, "paraphrase")
        changed = [
            LabelledPositions(pair.label, pair.first, changed_position(pair.first, pair.second)) for pair in same
        ]
        assert np.mean(cosines(changed) > THRESHOLDS.stubborn) <= 0.02


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_find_a_quarter_of_the_contradictions_and_almost_nothing_else(language: str) -> None:
    pairs = open_pairs(language)
    is_found = np.array([bool(find_contradictions(pair.first, pair.second)) for pair in pairs])
    assert is_found[labelled(pairs, "contradiction")].mean() >= 0.25
    assert is_found[labelled(pairs, "paraphrase")].mean() <= 0.02
    assert is_found[labelled(pairs, "partly")].mean() <= 0.03
    assert is_found[labelled(pairs, "unrelated")].sum() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_embedder_together_tell_agreement_from_the_rest(language: str) -> None:
    figures = measure_half(language, "open", CachingEmbedder())
    assert figures[f"embedder_auc_{language}"] >= 0.88
    assert figures[f"embedder_auc_{language}"] > figures[f"embedder_auc_cosine_{language}"] + 0.1
    assert figures[f"contradictions_found_{language}"] >= 0.5
    assert figures[f"paraphrases_vetoed_{language}"] <= 0.05
