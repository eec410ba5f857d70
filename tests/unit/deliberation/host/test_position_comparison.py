"""Comparison of a round by an embedder: matrix, repetition, contradictions, changes, and keywords when it fails."""

import numpy as np
import pytest

from deliberation.contracts.control import KEYWORD_THRESHOLDS, SEED_THRESHOLDS
from deliberation.contracts.position import comparison_text
from deliberation.core.agreement import difference_texts, own_texts
from deliberation.embedding_cache.memory import MemoryEmbeddingCache
from deliberation.host.position_comparison import EmbeddingPositionComparer
from deliberation.host.thresholds import thresholds_of
from shared.embedding.model import EmbeddingModel
from shared.embedding.port import Embedder, Vectors
from tests.support.caching_embedder import CachingEmbedder
from tests.support.letter_embedder import LetterEmbedder
from tests.support.manual_clock import ManualClock
from tests.support.position_fixtures import SESSION, held, request

PLANNER = held("Study for three months with mock exams.", "the level is low", "work takes the days")
CRITIC = held("Study for three months and test yourself.", "the level is low", "time is short")


def comparer(embedder: Embedder | None) -> EmbeddingPositionComparer:
    return EmbeddingPositionComparer(embedder, MemoryEmbeddingCache(ManualClock()))


class BrokenEmbedder(LetterEmbedder):
    """Embedder with a fixed row for every text."""

    def __init__(self, row: list[float]) -> None:
        super().__init__(model=EmbeddingModel("broken", len(row)))
        self._row = row

    async def embed(self, texts: list[str]) -> Vectors:  # pyright: ignore[reportIncompatibleMethodOverride]
        return np.array([self._row for _ in texts], dtype=np.float32)


async def test_positions_are_compared_in_the_order_planner_critic() -> None:
    compared = await comparer(LetterEmbedder()).compare(request(PLANNER, CRITIC, number=2))
    assert (compared.session_id, compared.round, compared.agents) == (SESSION, 2, ("planner", "critic"))
    assert compared.method == "embedding"
    assert compared.embedder == "letters"
    matrix = compared.similarity_matrix
    assert matrix[0][0] == matrix[1][1] == 1.0
    assert matrix[0][1] == matrix[1][0] < 1.0
    assert compared.self_similarity == {}
    assert compared.error is None


async def test_the_compared_text_is_conclusion_and_reasons_but_no_assumption() -> None:
    embedder = LetterEmbedder()
    assumed = PLANNER.model_copy(update={"assumptions": ("nobody is ill",), "confidence": 0.9})
    compared = await comparer(embedder).compare(request(PLANNER, assumed))
    assert compared.similarity_matrix == ((1.0, 1.0), (1.0, 1.0))
    assert not any("ill" in text.split() for text in embedder.texts)


async def test_an_agent_is_compared_with_its_previous_position() -> None:
    previous = held("Study for three months with mock exams.", "work takes the days", "the level is low")
    compared = await comparer(LetterEmbedder()).compare(
        request(PLANNER, CRITIC, {"planner": PLANNER, "critic": previous})
    )
    assert compared.self_similarity["planner"] == 1.0
    assert compared.self_similarity["critic"] < 1.0
    assert compared.changed_in_substance == ()


async def test_the_same_words_with_another_number_contradict_at_high_similarity() -> None:
    swapped = held("Study for six weeks with mock exams.", *PLANNER.key_reasons)
    compared = await comparer(CachingEmbedder()).compare(
        request(PLANNER, swapped, {"planner": PLANNER, "critic": PLANNER})
    )
    assert compared.similarity_matrix[0][1] > 0.85
    assert compared.contradictions == ("number: three month / six week",)
    assert compared.changed_in_substance == ("critic",)


async def test_agreement_in_words_with_opposite_dates_contradicts() -> None:
    first = held("考试定在3月15日，之前每天练两小时。", "时间够用", "节奏稳定")
    second = held("考试定在6月20日，之前每天练两小时。", "时间够用", "节奏稳定")
    compared = await comparer(CachingEmbedder()).compare(request(first, second))
    assert compared.similarity_matrix[0][1] > thresholds_of(CachingEmbedder().model.name).high
    assert compared.contradictions == ("date: 3月15日 / 6月20日",)


async def test_another_choice_in_the_same_sentence_contradicts_by_the_model() -> None:
    first = held("Take the exam preparation course at the university.", "the teachers know the test")
    second = held("Take the exam preparation course at the library.", "evenings stay free for the family")
    compared = await comparer(CachingEmbedder()).compare(request(first, second))
    assert compared.contradictions == ("slot: university / library",)
    unknown = await comparer(LetterEmbedder()).compare(request(first, second))
    assert unknown.contradictions == ()


async def test_a_position_on_something_else_is_a_change_in_substance() -> None:
    other = held("The bakery should close on Mondays.", "nobody buys bread then")
    compared = await comparer(CachingEmbedder()).compare(request(PLANNER, CRITIC, {"planner": other, "critic": CRITIC}))
    assert compared.self_similarity["planner"] <= compared.thresholds.low
    assert compared.changed_in_substance == ("planner",)


async def test_thresholds_are_those_of_the_embedder() -> None:
    calibrated = await comparer(CachingEmbedder()).compare(request(PLANNER, CRITIC))
    assert calibrated.thresholds == thresholds_of(CachingEmbedder().model.name) != SEED_THRESHOLDS
    assert (await comparer(LetterEmbedder()).compare(request(PLANNER, CRITIC))).thresholds == SEED_THRESHOLDS


async def test_only_new_texts_are_embedded() -> None:
    embedder = LetterEmbedder()
    compare = comparer(embedder).compare
    await compare(request(PLANNER, CRITIC))
    first = {*own_texts(PLANNER), *own_texts(CRITIC), *difference_texts(PLANNER, CRITIC)}
    assert sorted(embedder.texts) == sorted(first)
    embedder.texts.clear()
    changed = held("Study for four months with mock exams.", *PLANNER.key_reasons)
    await compare(request(changed, CRITIC, {"planner": PLANNER, "critic": CRITIC}, number=2))
    expected = {comparison_text(changed), changed.conclusion, *difference_texts(changed, CRITIC)}
    expected |= set(difference_texts(PLANNER, changed))
    assert set(embedder.texts) == expected - first
    embedder.texts.clear()
    await compare(request(changed, CRITIC, {"planner": changed, "critic": CRITIC}, number=3))
    assert embedder.texts == []


@pytest.mark.parametrize(
    ("embedder", "detail"),
    [
        (None, "embedder=none"),
        (LetterEmbedder(lambda _: True), "the embedder is away"),
        (BrokenEmbedder([0.0, 0.0]), "length 0"),
        (BrokenEmbedder([float("nan"), 1.0]), "no number"),
    ],
)
async def test_keywords_stand_in_for_an_embedder_that_fails(embedder: Embedder | None, detail: str) -> None:
    opposed = held("Do not study for three months with mock exams.", *PLANNER.key_reasons)
    compared = await comparer(embedder).compare(request(PLANNER, opposed, {"planner": PLANNER, "critic": PLANNER}))
    assert compared.method == "keyword"
    assert compared.thresholds == KEYWORD_THRESHOLDS
    assert compared.embedder is None
    assert compared.similarity_matrix[0][1] == 0.5
    assert compared.self_similarity == {}
    assert compared.contradictions == ("polarity: not",)
    assert compared.changed_in_substance == ("critic",)
    assert compared.error is not None
    assert compared.error.model_dump(exclude={"detail"}) == {
        "error": "tool_execution_failed",
        "tool": "compare_positions",
        "fallback": "rule-based judgement (keyword matching)",
    }
    assert detail in compared.error.detail


async def test_an_embedder_that_returns_is_used_again() -> None:
    compare = comparer(LetterEmbedder(lambda calls: calls == 0)).compare
    assert (await compare(request(PLANNER, CRITIC))).method == "keyword"
    assert (await compare(request(PLANNER, CRITIC))).method == "embedding"


async def test_one_position_alone_is_compared_with_its_previous_one_only() -> None:
    compared = await comparer(LetterEmbedder()).compare(request(None, CRITIC, {"critic": CRITIC}))
    assert compared.agents == ("critic",)
    assert compared.similarity_matrix == ((1.0,),)
    assert compared.self_similarity == {"critic": 1.0}
    assert compared.contradictions == ()
