"""What every vector store must do, however it keeps its vectors."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import numpy as np
import pytest

from negotiation.registry.profile_texts import text_digest
from negotiation.registry.vector_store import VectorStore
from shared.embedding.model import EmbeddingModel
from shared.embedding.quantization import from_bytes, quantize, to_bytes

MODEL = EmbeddingModel("some-model", 8)
OTHER_MODELS = (EmbeddingModel("other-model", 8), EmbeddingModel("some-model", 4), EmbeddingModel("some", 8))


@dataclass(frozen=True, slots=True)
class OpenedVectorStore:
    """A vector store, and the means to replace the bytes that it keeps for a model and digest."""

    store: VectorStore
    replace: Callable[[EmbeddingModel, bytes, bytes], Awaitable[None]]
    read: Callable[[EmbeddingModel, bytes], Awaitable[bytes]]


def vectors(count: int, model: EmbeddingModel = MODEL, seed: int = 1) -> dict[bytes, bytes]:
    """Vectors of as many texts."""
    rows = np.random.default_rng(seed).normal(size=(count, model.dimension)).astype(np.float32)
    digests = [text_digest(f"text {number}") for number in range(count)]
    return dict(zip(digests, to_bytes(quantize(rows)), strict=True))


class VectorStoreContract:
    def open_vectors(self) -> AbstractAsyncContextManager[OpenedVectorStore]:
        raise NotImplementedError

    async def test_stored_vectors_are_found_by_their_digests_and_others_are_absent(self) -> None:
        stored = vectors(3)
        async with self.open_vectors() as opened:
            await opened.store.put(MODEL, stored)
            assert await opened.store.get(MODEL, [*stored, text_digest("never stored")]) == stored
            assert await opened.store.count(MODEL) == 3
        assert from_bytes(list(stored.values()), MODEL.dimension).shape == (3, 8)

    async def test_an_empty_store_has_no_vectors(self) -> None:
        async with self.open_vectors() as opened:
            await opened.store.put(MODEL, {})
            assert await opened.store.get(MODEL, []) == {}
            assert await opened.store.get(MODEL, list(vectors(2))) == {}
            assert await opened.store.count(MODEL) == 0

    async def test_more_vectors_than_one_page_are_stored_and_read(self) -> None:
        stored = vectors(2500)
        async with self.open_vectors() as opened:
            await opened.store.put(MODEL, stored)
            assert await opened.store.get(MODEL, list(stored)) == stored
            assert await opened.store.count(MODEL) == 2500

    async def test_a_second_put_replaces_a_vector_and_counts_once(self) -> None:
        first, second = vectors(2), vectors(1, seed=2)
        async with self.open_vectors() as opened:
            await opened.store.put(MODEL, first)
            await opened.store.put(MODEL, second)
            assert await opened.store.get(MODEL, list(first)) == {**first, **second}
            assert await opened.store.count(MODEL) == 2

    async def test_vectors_of_another_model_or_dimension_are_never_returned(self) -> None:
        async with self.open_vectors() as opened:
            await opened.store.put(MODEL, vectors(3))
            for other in OTHER_MODELS:
                assert await opened.store.get(other, list(vectors(3))) == {}
                assert await opened.store.count(other) == 0
            await opened.store.put(OTHER_MODELS[1], vectors(3, OTHER_MODELS[1]))
            assert await opened.store.get(MODEL, list(vectors(3))) == vectors(3)

    @pytest.mark.parametrize("change", [-1, 1, None])
    async def test_a_vector_of_a_wrong_length_is_rejected_and_nothing_stored(self, change: int | None) -> None:
        bad = bytes(MODEL.dimension + change) if change is not None else b""
        async with self.open_vectors() as opened:
            with pytest.raises(ValueError, match="is not of the model some-model/8"):
                await opened.store.put(MODEL, {**vectors(2), text_digest("bad"): bad})
            with pytest.raises(ValueError, match="a digest has 16 bytes, not 3"):
                await opened.store.put(MODEL, {**vectors(2), b"abc": bytes(8)})
            assert await opened.store.count(MODEL) == 0

    async def test_damaged_and_foreign_bytes_count_as_absent_until_they_are_replaced(self) -> None:
        stored = vectors(6)
        digests = list(stored)
        async with self.open_vectors() as opened:
            await opened.store.put(MODEL, stored)
            row = await opened.read(MODEL, digests[0])
            of_another_text = await opened.read(MODEL, digests[5])
            await opened.store.put(OTHER_MODELS[0], stored)
            of_another_model = await opened.read(OTHER_MODELS[0], digests[4])
            flipped = bytes([row[0], *row[1:-1], row[-1] ^ 1])
            for digest, bad in zip(digests, (row[:-1], b"", flipped, of_another_text, of_another_model), strict=False):
                await opened.replace(MODEL, digest, bad)
            assert await opened.store.get(MODEL, digests) == {digests[5]: stored[digests[5]]}
            await opened.store.put(MODEL, stored)
            assert await opened.store.get(MODEL, digests) == stored
