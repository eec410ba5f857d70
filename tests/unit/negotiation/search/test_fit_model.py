"""The fit model: every kind of evidence raises the probability, and no kind alone suffices."""

from dataclasses import fields, replace

import pytest

from negotiation.search.fit_model import MIN_PROBABILITY, WEIGHTS, FitEvidence, fit_probability

NOTHING = FitEvidence()


def test_evidence_has_one_weight_each() -> None:
    assert len(fields(FitEvidence)) == len(WEIGHTS) == len(NOTHING.features())


FLAGS = ("is_same_skill", "names_differ")


@pytest.mark.parametrize("field", [field.name for field in fields(FitEvidence) if field.name != "names_differ"])
def test_more_evidence_of_any_kind_is_more_probable(field: str) -> None:
    some = replace(NOTHING, **{field: True if field in FLAGS else 0.9})
    assert fit_probability(NOTHING) < fit_probability(some)


@pytest.mark.parametrize("field", [field.name for field in fields(FitEvidence) if field.name not in FLAGS[1:]])
def test_only_the_skill_that_a_need_asks_for_suffices_alone(field: str) -> None:
    some = replace(NOTHING, **{field: True if field in FLAGS else 0.9})
    assert (fit_probability(some) >= MIN_PROBABILITY) == (field == "skill_probability")


def test_names_of_other_skills_need_more_evidence() -> None:
    sure = FitEvidence(skill_probability=0.9)
    assert fit_probability(sure) >= MIN_PROBABILITY > fit_probability(replace(sure, names_differ=True))


def test_the_words_around_a_need_alone_are_no_fit_however_many_a_profile_shares() -> None:
    assert fit_probability(FitEvidence(context_ability_words=50, context_topic_words=50)) < MIN_PROBABILITY


def test_the_words_of_a_need_count_up_to_a_maximum() -> None:
    assert fit_probability(FitEvidence(topic_words=2)) == fit_probability(FitEvidence(topic_words=50))
