"""Words in common: stems, Chinese pairs, and their weights."""

import pytest

from negotiation.search.need_comparison import WordWeights
from negotiation.search.shared_words import find_content_stems, find_stems


@pytest.mark.parametrize(
    ("need", "profile", "shared"),
    [
        ("learn to surf", "surf lessons, surfing since 1990", {"surf"}),
        ("train him", "dog training", {"train"}),
        ("the one who is with us", "one of us, with a view", set[str]()),
        ("数学", "数学辅导", {"数学"}),
        ("旧毛衣拆了", "编织 旧毛衣", {"旧毛", "毛衣"}),
    ],
)
def test_words_are_shared_in_any_form_and_function_words_are_not(need: str, profile: str, shared: set[str]) -> None:
    assert find_content_stems(need).keys() & find_stems(profile).keys() == shared


def test_a_word_weighs_less_the_more_profiles_have_it() -> None:
    counts = {"common": 100, "rare": 10, "single": 1, "unknown": 0}
    weights = WordWeights(counts.__getitem__, 100)
    assert {word: weights.weight(word) for word in counts} == {"common": 0, "rare": 0.5, "single": 1, "unknown": 1}


def test_in_a_registry_of_one_profile_every_word_counts() -> None:
    assert WordWeights(lambda _: 1, 1).weight("word") == 1
