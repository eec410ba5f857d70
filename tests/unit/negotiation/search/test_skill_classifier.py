"""Which skill a need asks for: sentences around needs, probabilities, and what the shipped weights make of unseen needs."""

import asyncio
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from negotiation.contracts.demand import Need
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.search import skill_classifier
from negotiation.search.skill_centroids import skill_terms
from negotiation.search.skill_classifier import (
    MAX_SENTENCE_CHARACTERS,
    SkillClassifier,
    blend_scores,
    centroid_probabilities,
    find_sentence,
    load_skill_classifier,
)
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.text_vectors import Scores
from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.embedding.quantization import quantize
from tests.support.caching_embedder import CachingEmbedder
from towow.evaluation.corpus import corpus_folder, read_corpus


@cache
def classifier() -> SkillClassifier:
    found = load_skill_classifier(CachingEmbedder().model)
    assert found is not None
    return found


def classify(*needs: tuple[str, str]) -> Scores:
    """Return the probabilities of needs, each given by its words and the demand's text."""
    sentences = [find_sentence(text, Need(need=words)) for words, text in needs]
    rows = quantize(asyncio.run(CachingEmbedder().embed([*(words for words, _ in needs), *sentences])))
    return classifier().classify([words for words, _ in needs], rows[: len(needs)], rows[len(needs) :])


def best(words: str, text: str) -> str:
    return skill_terms()[int(classify((words, text))[0].argmax())].en[0]


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        ("a band", "We marry in May. We need a band! Cake is there.", "We need a band"),
        ("小院子", "周六聚会。想找个小院子，二十人；吃的自己带", "想找个小院子，二十人"),
        ("a band", "", "a band"),
        ("a harp", "We need a band", "a harp"),
        ("juggler", "list:\n- a juggler\n- a clown", "- a juggler"),
    ],
)
def test_the_sentence_of_a_need_ends_at_marks_and_lines(words: str, text: str, sentence: str) -> None:
    assert find_sentence(text, Need(need=words)) == sentence


def test_a_span_says_which_of_two_equal_words_is_meant_and_a_wrong_one_is_ignored() -> None:
    text = "A band played. We need a band"
    assert find_sentence(text, Need(need="a band", span=(23, 29))) == "We need a band"
    assert find_sentence(text, Need(need="a band", span=(23, 90))) == "a band"


def test_a_sentence_without_end_is_cut() -> None:
    text = "x" * 5000 + " juggler " + "y" * 5000
    assert len(find_sentence(text, Need(need="juggler"))) <= len("juggler") + 2 * MAX_SENTENCE_CHARACTERS


def test_probabilities_are_rounded_shares_that_leave_room_for_what_no_skill_covers() -> None:
    probabilities = classify(("a photographer", "We need a photographer"), ("zzz qqq", "zzz qqq"))
    assert probabilities.shape == (2, len(skill_terms()))
    assert ((probabilities >= 0) & (probabilities <= 1)).all()
    assert (probabilities.sum(axis=1) <= 1.05).all()
    assert (probabilities == np.round(probabilities, 3)).all()


def test_it_is_that_of_one_model_only() -> None:
    model = CachingEmbedder().model
    assert load_skill_classifier(EmbeddingModel("another", model.dimension)) is None
    assert load_skill_classifier(EmbeddingModel(model.name, model.dimension + 1)) is None


@pytest.fixture
def no_cached_classifier() -> Iterator[None]:
    load_skill_classifier.cache_clear()
    yield
    load_skill_classifier.cache_clear()


@pytest.mark.usefixtures("no_cached_classifier")
@pytest.mark.parametrize("size", [0, 1000, None])
def test_weights_that_are_cut_off_or_missing_are_a_clear_error(
    size: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "skill_classifier.npz"
    if size is not None:
        file.write_bytes(skill_classifier.WEIGHTS_FILE.read_bytes()[:size])
    monkeypatch.setattr(skill_classifier, "WEIGHTS_FILE", file)
    with pytest.raises(EmbeddingUnavailable, match=r"skill_classifier\.npz cannot be read, install towow again"):
        load_skill_classifier(CachingEmbedder().model)


def test_nearly_every_skill_is_named_by_its_own_label() -> None:
    labels = [(term.label(language), term.label(language)) for term in skill_terms() for language in ("en", "zh")]
    numbers = np.repeat(np.arange(len(skill_terms())), 2)
    assert (classify(*labels).argmax(axis=1) == numbers).mean() >= 0.97


@pytest.mark.parametrize("half", ["open", "validation"])
def test_most_needs_of_unseen_demands_get_a_skill_of_somebody_able(half: str) -> None:
    find = load_thesaurus("skills").find_all
    skills = {
        profile.agent_id: {found.term.en[0] for text in profile.capabilities for found in find(text)}
        for profile in read_profiles([shipped_profiles_folder()]).profiles
    }
    rows = [(need, row.raw_input) for row in read_corpus(corpus_folder() / f"{half}.jsonl") for need in row.needs]
    able = [(need, text) for need, text in rows if need.able]
    chosen = classify(*((need.need, text) for need, text in able)).argmax(axis=1)
    right = sum(
        any(skill_terms()[int(number)].en[0] in skills[agent_id] for agent_id in need.able)
        for number, (need, _) in zip(chosen, able, strict=True)
    )
    assert right >= 0.75 * len(able)


def test_the_sentence_of_a_need_tells_what_its_words_mean() -> None:
    assert best("a look at it", "The lease is forty pages, could somebody legal have a look at it") == "legal advice"
    assert best("a look at it", "My laptop will not start, could somebody have a look at it") != "legal advice"


def test_a_name_of_a_skill_counts_as_such_whatever_else_it_can_mean() -> None:
    speaker = [term.en[0] for term in skill_terms()].index("speaker")
    assert classify(("speakers", "We look for two speakers about climate law"))[0, speaker] >= 0.5


def test_centroids_stand_in_with_the_nearest_skill_the_most_probable() -> None:
    probabilities = centroid_probabilities(np.array([[0.2, 0.6, 0.5], [0.9, 0.1, 0.1]]))
    assert probabilities.argmax(axis=1).tolist() == [1, 0]
    assert probabilities.sum(axis=1) == pytest.approx([1, 1], abs=0.002)


def test_scores_keep_a_less_probable_skill_in_sight() -> None:
    assert blend_scores(np.array([0.4, 0.4, 0.4]), np.array([0.0, 0.09, 1.0])).tolist() == [0.2, 0.35, 0.7]
