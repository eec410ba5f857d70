"""What every embedder must do."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import numpy as np
import pytest

from shared.embedding.port import Embedder

ALIKE = (
    ("someone to repair a leaking tap", "水龙头漏水想找人修"),
    ("somebody who looks after small children", "照看小孩的人"),
)
"""Texts of one meaning in two languages."""


class EmbedderContract:
    def open_embedder(self) -> AbstractAsyncContextManager[Embedder]:
        raise NotImplementedError

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[Embedder]:
        async with self.open_embedder() as embedder:
            try:
                yield embedder
            finally:
                await embedder.close()

    async def test_a_vector_has_the_models_dimension_and_length_one(self) -> None:
        async with self._opened() as embedder:
            vectors = await embedder.embed(["a venue in London", "场地"])
        assert vectors.shape == (2, embedder.model.dimension)
        assert vectors.dtype == np.float32
        assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1], abs=1e-5)

    async def test_no_texts_have_no_vectors(self) -> None:
        async with self._opened() as embedder:
            assert (await embedder.embed([])).shape == (0, embedder.model.dimension)

    async def test_a_text_has_the_same_vector_alone_and_among_many(self) -> None:
        texts = [f"text number {number}" for number in range(150)]
        async with self._opened() as embedder:
            together = await embedder.embed(texts)
            alone = [await embedder.embed([texts[number]]) for number in (0, 70, 149)]
        for number, vectors in zip((0, 70, 149), alone, strict=True):
            assert vectors[0] == pytest.approx(together[number], abs=1e-4)

    async def test_texts_of_one_meaning_are_nearer_than_others_across_languages(self) -> None:
        async with self._opened() as embedder:
            english = await embedder.embed([pair[0] for pair in ALIKE])
            chinese = await embedder.embed([pair[1] for pair in ALIKE])
        nearness = english @ chinese.T
        assert list(nearness.argmax(axis=1)) == [0, 1]
        assert list(nearness.argmax(axis=0)) == [0, 1]

    @pytest.mark.parametrize("text", ["", " ", "🎉", "\u0000", "a" * 8000, "汉" * 8000])
    async def test_any_text_has_a_vector_of_numbers(self, text: str) -> None:
        async with self._opened() as embedder:
            assert np.isfinite(await embedder.embed([text])).all()
