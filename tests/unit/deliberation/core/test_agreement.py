"""Agreement of two positions by rules and similarities: what is embedded, and when the model calls them contradictory."""

import math

from hypothesis import given
from hypothesis import strategies as st

from deliberation.core.agreement import (
    MIN_CONTRADICTION,
    AgreementWeights,
    PartSimilarities,
    agreement_weights,
    contradiction_features,
    difference_texts,
    estimate_agreement,
    measure_similarities,
    own_texts,
)
from shared.embedding.local import local_model
from tests.support.position_fixtures import held

PINE, OAK = held("Build the shelf from pine.", "it is light"), held("Build the shelf from oak.", "it lasts")
WEIGHTS = AgreementWeights(related=(-1.0, 2.0, 2.0, 2.0), contradiction=(0.0, 3.0, 3.0, -3.0, 3.0))
LEVELS = st.floats(-1, 1)


def alike(value: float) -> PartSimilarities:
    return PartSimilarities(value, value, value, value)


def test_the_texts_of_a_position_are_whole_conclusion_and_reasons() -> None:
    assert own_texts(held("Go.", "a", "b")) == ("Go.\na\nb", "Go.", "a", "b")


def test_the_differences_are_the_words_that_the_other_lacks() -> None:
    assert difference_texts(PINE, OAK) == ("pine", "oak")
    assert difference_texts(PINE, held("Build the light shelf from pine.", "so")) == ()
    assert difference_texts(held("货用麻绳捆好。"), held("货用尼龙绳捆好。")) == ("麻", "尼龙")


def test_similarities_are_measured_part_by_part() -> None:
    first, second = held("pine", "r", "s"), held("oak", "t")
    vectors = {
        "pine\nr\ns": (1, 0),
        "oak\nt": (0, 1),
        "pine": (1, 0),
        "oak": (1, 1),
        "r": (1, 0),
        "s": (0, 1),
        "t": (0, 1),
    }
    measured = measure_similarities(first, second, vectors)
    half = round(math.sqrt(0.5), 6)
    # r is like t by 0 and s by 1, t is most like s: (0.5 + 1) / 2
    assert measured == PartSimilarities(0.0, half, 0.75, half)


def test_identical_positions_are_alike_without_any_vector() -> None:
    assert measure_similarities(PINE, PINE, {}) == alike(1.0)


def test_another_word_in_the_same_frame_is_a_slot_if_the_reasons_differ() -> None:
    found = estimate_agreement(PINE, OAK, PartSimilarities(0.6, 0.8, 0.1, 0.2), WEIGHTS)
    assert found.reasons == ("slot: pine / oak",)
    assert found.contradiction >= MIN_CONTRADICTION
    assert estimate_agreement(PINE, OAK, PartSimilarities(0.9, 0.9, 0.9, 0.9), WEIGHTS).reasons == ()


def test_the_model_alone_contradicts_nobody_whose_conclusion_has_nothing_of_its_own() -> None:
    longer = held("Build the light shelf from pine.", "it lasts")
    strict = AgreementWeights(related=(0.0, 0.0, 0.0, 0.0), contradiction=(50.0, 0.0, 0.0, 0.0, 0.0))
    assert estimate_agreement(PINE, longer, alike(0.0), strict).reasons == ()


def test_a_reason_of_the_rules_stands_whatever_the_similarities_say() -> None:
    first, second = held("Hold the exam on 3 March.", "so"), held("Hold the exam on 4 April.", "so")
    found = estimate_agreement(first, second, alike(0.99), WEIGHTS)
    assert found.reasons == ("date: 3 march / 4 april",)
    assert contradiction_features(first, second, alike(0.99))[3] == 1.0


@given(LEVELS, LEVELS, LEVELS, LEVELS)
def test_probabilities_are_probabilities(texts: float, conclusions: float, reasons: float, differences: float) -> None:
    found = estimate_agreement(PINE, OAK, PartSimilarities(texts, conclusions, reasons, differences), WEIGHTS)
    assert 0 <= found.score <= found.related <= 1
    assert 0 <= found.contradiction <= 1


@given(st.floats(-1, 0.9), st.floats(0.01, 0.1))
def test_by_the_fitted_weights_more_alike_reasons_never_agree_less(reasons: float, step: float) -> None:
    weights = agreement_weights(local_model().name)
    assert weights is not None
    scores = [
        estimate_agreement(PINE, OAK, PartSimilarities(0.6, 0.7, value, 0.4), weights).score
        for value in (reasons, reasons + step)
    ]
    assert scores[0] <= scores[1]


def test_an_embedder_without_fitted_weights_has_none() -> None:
    assert agreement_weights("another-model") is None


def test_a_slot_quotes_a_few_words_only() -> None:
    strict = AgreementWeights(related=(0.0, 0.0, 0.0, 0.0), contradiction=(50.0, 0.0, 0.0, 0.0, 0.0))
    first, second = held(f"Build the shelf from {'x' * 200}."), held("Build the shelf from pine.")
    assert estimate_agreement(first, second, alike(0.5), strict).reasons == (f"slot: {'x' * 40} / pine",)
