"""Which vectors are computed, which are not again, and what stays missing when embedder or store fail."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from typing_extensions import override

from negotiation.registry.memory_vector_store import MemoryVectorStore
from negotiation.registry.profile import Profile
from negotiation.registry.profile_texts import text_digest
from negotiation.registry.vector_backfill import BATCH_SIZE, RETRY_DELAYS_S, BackfillResult, backfill_vectors
from shared.embedding.model import EmbeddingModel
from shared.embedding.quantization import quantize, to_bytes
from shared.store.port import StoreUnavailable
from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder


def people(count: int) -> list[Profile]:
    """People who share one capability and have a summary of their own."""
    return [
        Profile(agent_id=f"a{n}", display_name="A", capabilities=("venue",), summary=f"number {n}")
        for n in range(count)
    ]


class AwayStore(MemoryVectorStore):
    """A store that is away for the calls that `away` names."""

    away: frozenset[str] = frozenset()

    @override
    async def get(self, model: EmbeddingModel, digests: Sequence[bytes]) -> Mapping[bytes, bytes]:
        if "get" in self.away:
            raise StoreUnavailable("the store is away")
        return await super().get(model, digests)

    @override
    async def put(self, model: EmbeddingModel, vectors: Mapping[bytes, bytes]) -> None:
        if "put" in self.away:
            raise StoreUnavailable("the store is away")
        await super().put(model, vectors)


async def test_each_different_text_is_embedded_once_and_never_again() -> None:
    embedder, store, reports = LetterEmbedder(), MemoryVectorStore(), list[tuple[int, int]]()
    result = await backfill_vectors(people(600), embedder, store, lambda done, total: reports.append((done, total)))
    assert result == BackfillResult(texts=601, computed=601)
    assert sorted(embedder.texts) == sorted({"venue", *(f"number {n}" for n in range(600))})
    assert reports == [(BATCH_SIZE, 601), (2 * BATCH_SIZE, 601), (601, 601)]
    assert await backfill_vectors(people(601), embedder, store) == BackfillResult(texts=602, computed=1)
    assert embedder.texts[601:] == ["number 600"]


async def test_a_stored_vector_is_that_of_its_text() -> None:
    embedder, store = LetterEmbedder(), MemoryVectorStore()
    await backfill_vectors(people(3), embedder, store)
    for text in ("venue", "number 2"):
        stored = await store.get(LETTER_MODEL, [text_digest(text)])
        assert list(stored.values()) == to_bytes(quantize(await embedder.embed([text])))


async def test_no_profiles_need_no_embedder() -> None:
    embedder = LetterEmbedder(lambda _: True)
    assert await backfill_vectors([], embedder, MemoryVectorStore()) == BackfillResult(texts=0)
    assert embedder.calls == 0


async def test_an_embedder_that_is_away_is_asked_once_and_the_number_of_missing_vectors_returned() -> None:
    embedder, store = LetterEmbedder(lambda _: True), MemoryVectorStore()
    result = await backfill_vectors(people(5), embedder, store)
    assert result == BackfillResult(texts=6, computed=0, missing=6, error="the embedder is away")
    assert (embedder.calls, await store.count(LETTER_MODEL)) == (1, 0)


@pytest.mark.virtual_time
async def test_an_endpoint_that_limits_the_rate_is_asked_again_after_a_pause() -> None:
    embedder, store = LetterEmbedder(lambda call: call in (1, 2)), MemoryVectorStore()
    begun = asyncio.get_running_loop().time()
    assert await backfill_vectors(people(600), embedder, store) == BackfillResult(texts=601, computed=601)
    assert asyncio.get_running_loop().time() - begun == pytest.approx(sum(RETRY_DELAYS_S[:2]))


@pytest.mark.virtual_time
async def test_what_was_stored_before_the_embedder_failed_for_good_is_not_computed_again() -> None:
    embedder, store = LetterEmbedder(lambda call: call > 0), MemoryVectorStore()
    result = await backfill_vectors(people(600), embedder, store)
    assert result == BackfillResult(
        texts=601, computed=BATCH_SIZE, missing=601 - BATCH_SIZE, error="the embedder is away"
    )
    assert embedder.calls == 2 + len(RETRY_DELAYS_S)
    assert await store.count(LETTER_MODEL) == BATCH_SIZE
    again = LetterEmbedder()
    assert await backfill_vectors(people(600), again, store) == BackfillResult(texts=601, computed=601 - BATCH_SIZE)
    assert set(again.texts).isdisjoint(embedder.texts)


async def test_an_interrupted_backfill_goes_on_where_it_was() -> None:
    embedder, store = LetterEmbedder(), MemoryVectorStore()

    def interrupt(computed: int, _: int) -> None:
        if computed == 2 * BATCH_SIZE:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await backfill_vectors(people(600), embedder, store, interrupt)
    assert await store.count(LETTER_MODEL) == 2 * BATCH_SIZE
    assert (await backfill_vectors(people(600), embedder, store)).computed == 601 - 2 * BATCH_SIZE
    assert len(embedder.texts) == 601


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("get", BackfillResult(texts=6, missing=None, error="the store is away")),
        ("put", BackfillResult(texts=6, missing=6, error="the store is away")),
    ],
)
async def test_a_store_that_is_away_is_returned_and_not_raised(call: str, expected: BackfillResult) -> None:
    store = AwayStore()
    store.away = frozenset({call})
    assert await backfill_vectors(people(5), LetterEmbedder(), store) == expected
    store.away = frozenset()
    assert await backfill_vectors(people(5), LetterEmbedder(), store) == BackfillResult(texts=6, computed=6)


async def test_vectors_of_another_model_do_not_count() -> None:
    store = MemoryVectorStore()
    await backfill_vectors(people(5), LetterEmbedder(model=EmbeddingModel("other", 16)), store)
    assert (await backfill_vectors(people(5), LetterEmbedder(), store)).computed == 6


async def test_a_damaged_vector_is_computed_again() -> None:
    store = MemoryVectorStore()
    await backfill_vectors(people(5), LetterEmbedder(), store)
    rows = store._rows[LETTER_MODEL]  # pyright: ignore[reportPrivateUsage] - what a fault would change
    rows[text_digest("venue")] = rows[text_digest("venue")][:-1]
    embedder = LetterEmbedder()
    assert await backfill_vectors(people(5), embedder, store) == BackfillResult(texts=6, computed=1)
    assert embedder.texts == ["venue"]
