"""Who meets a need: labelled pairs of a need and an ability that mean the same, or that only seem to."""

import asyncio
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from negotiation.contracts.demand import Need
from negotiation.registry.profile import Profile
from negotiation.search.need_comparison import NeedComparison, ProfileTextVector, WordWeights
from negotiation.search.need_fits import find_fits
from negotiation.search.skill_centroids import load_skill_centroids
from negotiation.search.skill_classifier import load_skill_classifier
from negotiation.search.text_vectors import NeedVector, cosine_similarities
from shared.embedding.quantization import QuantizedVectors, quantize
from shared.telemetry.log import build_logger
from tests.support.caching_embedder import CachingEmbedder

MIN_MATCHING_SHARE = 0.5
"""Two short texts alone, without the rest of a demand and of a profile, are little evidence (fit_model.py)."""


def read_pairs(name: str) -> Sequence[tuple[str, str]]:
    return [(need, ability) for need, ability in json.loads(Path(__file__).with_name(name).read_text("utf-8"))]


SAME, DIFFERENT = read_pairs("pairs_that_match.json"), read_pairs("pairs_that_do_not_match.json")


@cache
def vectors() -> tuple[QuantizedVectors, dict[str, QuantizedVectors]]:
    """Return the centroids of the skills, and the vectors of all texts of the pairs."""
    texts = sorted({text for pair in (*SAME, *DIFFERENT) for text in pair})

    async def embed() -> tuple[QuantizedVectors, QuantizedVectors]:
        embedder = CachingEmbedder()
        return await load_skill_centroids(embedder, build_logger("warning")), quantize(await embedder.embed(texts))

    skills, rows = asyncio.run(embed())
    return skills, dict(zip(texts, rows, strict=True))


def fits(need: str, ability: str) -> bool:
    skills, rows = vectors()
    row = rows[need][None]
    classifier = load_skill_classifier(CachingEmbedder().model)
    assert classifier is not None
    vector = NeedVector(rows[need], cosine_similarities(row, skills)[0], classifier.classify([need], row, row)[0])
    nearest = int(np.argmax(cosine_similarities(rows[ability][None], skills)[0]))
    texts = {ability: ProfileTextVector(rows[ability], nearest)}
    needs = [Need(id="n1", need=need)]
    evidence = NeedComparison(needs, "", [vector], texts, WordWeights(lambda _: 1, 1))
    found = find_fits(needs, Profile(agent_id="a", display_name="A", capabilities=(ability,)), evidence)
    assert all(fit.matched == ability and 0 < fit.score <= 1 for fit in found)
    return bool(found)


@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=lambda text: text)
def test_a_neighbouring_trade_is_no_fit(one: str, other: str) -> None:
    assert not fits(one, other)
    assert not fits(other, one)


def test_most_abilities_in_other_words_are_fits() -> None:
    missed = [pair for pair in SAME if not fits(*pair)]
    assert len(missed) <= (1 - MIN_MATCHING_SHARE) * len(SAME), missed


def test_there_are_sixty_pairs_of_each_kind_in_two_languages() -> None:
    for pairs in (SAME, DIFFERENT):
        chinese = [pair for pair in pairs if not pair[0].isascii()]
        assert min(len(chinese), len(pairs) - len(chinese)) >= 30


def test_words_and_synonyms_of_capabilities_count_fully_and_without_vectors_and_topics_do_not() -> None:
    profile = Profile(agent_id="a", display_name="A", capabilities=("围棋", "摄影", "茶艺"), tags=("木工",))
    needs = [Need(id="n1", need="photographer"), Need(id="n2", need="木工"), Need(need="茶艺")]
    assert [(fit.need, fit.matched, fit.score) for fit in find_fits(needs, profile)] == [
        ("n1", "摄影", 1.0),
        ("n3", "茶艺", 1.0),
    ]
