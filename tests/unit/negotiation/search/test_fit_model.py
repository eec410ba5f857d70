"""The fit model: every kind of evidence raises the probability, and no kind alone suffices."""

from dataclasses import fields, replace

import pytest

from negotiation.search.fit_model import MIN_PROBABILITY, WEIGHTS, FitEvidence, fit_probability

NOTHING = FitEvidence()


def test_evidence_has_one_weight_each() -> None:
    assert len(fields(FitEvidence)) == len(WEIGHTS) == len(NOTHING.features())


@pytest.mark.parametrize("field", [field.name for field in fields(FitEvidence)])
def test_more_evidence_of_any_kind_is_more_probable_and_one_kind_alone_does_not_suffice(field: str) -> None:
    some = replace(NOTHING, **{field: True if field == "is_same_skill" else 0.9})
    assert fit_probability(NOTHING) < fit_probability(some) < MIN_PROBABILITY


def test_the_same_skill_in_near_words_suffices() -> None:
    assert fit_probability(FitEvidence(is_same_skill=True, similarity=0.7)) >= MIN_PROBABILITY


def test_a_need_far_nearer_to_one_skill_than_to_others_suffices_if_the_words_are_near() -> None:
    assert fit_probability(FitEvidence(skill_margin=0.1, similarity=0.75)) >= MIN_PROBABILITY
    assert fit_probability(FitEvidence(skill_margin=0.01, similarity=0.75)) < MIN_PROBABILITY


def test_a_margin_counts_fully_from_a_tenth_on() -> None:
    assert fit_probability(FitEvidence(skill_margin=0.1)) == fit_probability(FitEvidence(skill_margin=0.6))


def test_the_words_around_a_need_alone_are_no_fit_however_many_a_profile_shares() -> None:
    assert fit_probability(FitEvidence(context_ability_words=50, context_topic_words=50)) < MIN_PROBABILITY


def test_the_words_of_a_need_count_up_to_a_maximum() -> None:
    assert fit_probability(FitEvidence(topic_words=2)) == fit_probability(FitEvidence(topic_words=50))
