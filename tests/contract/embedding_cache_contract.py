"""What every embedding cache must do (DL-157)."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import pytest

from deliberation.embedding_cache.cached_embedder import CachedEmbedder
from deliberation.embedding_cache.port import TTL_MS, EmbeddingCache
from shared.embedding.model import EmbeddingModel
from tests.support.async_tests import OpenedInTest
from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder

VECTOR, OTHER = tuple(float(number) for number in range(16)), (0.5,) * 16


@dataclass(frozen=True)
class OpenedCache:
    """A cache, what another process sees of it, and a way to let time (ms) pass for all of its keys."""

    here: EmbeddingCache
    there: EmbeddingCache
    pass_: Callable[[int], Awaitable[None]]


class EmbeddingCacheContract:
    """A cache seen by two at once."""

    def open_cache(self) -> AbstractAsyncContextManager[OpenedCache]:
        raise NotImplementedError

    @pytest.fixture
    def opened(self) -> OpenedInTest:
        return OpenedInTest(lambda _: self.open_cache())

    async def test_a_stored_vector_is_found_by_its_text(self, opened: OpenedCache) -> None:
        await opened.here.put_vectors(LETTER_MODEL, {"计划": VECTOR, "a plan": OTHER})
        found = await opened.there.get_vectors(LETTER_MODEL, ["a plan", "unknown", "计划"])
        assert found == {"a plan": OTHER, "计划": VECTOR}
        assert await opened.there.get_vectors(LETTER_MODEL, []) == {}

    async def test_vectors_of_another_model_are_never_found(self, opened: OpenedCache) -> None:
        await opened.here.put_vectors(LETTER_MODEL, {"a": VECTOR})
        for other in (EmbeddingModel("others", 16), EmbeddingModel("letters", 8)):
            assert await opened.there.get_vectors(other, ["a"]) == {}

    async def test_white_space_and_the_width_of_characters_do_not_count_but_lines_do(self, opened: OpenedCache) -> None:
        await opened.here.put_vectors(LETTER_MODEL, {"a  plan\n12": VECTOR})
        assert await opened.there.get_vectors(LETTER_MODEL, [" a plan \n１２\n"]) == {" a plan \n１２\n": VECTOR}
        assert await opened.there.get_vectors(LETTER_MODEL, ["a plan 12"]) == {}

    async def test_a_later_vector_replaces_an_earlier_one(self, opened: OpenedCache) -> None:
        await opened.here.put_vectors(LETTER_MODEL, {"a": VECTOR})
        await opened.there.put_vectors(LETTER_MODEL, {"a": OTHER})
        assert await opened.here.get_vectors(LETTER_MODEL, ["a"]) == {"a": OTHER}

    async def test_a_vector_is_there_for_seven_days(self, opened: OpenedCache) -> None:
        await opened.here.put_vectors(LETTER_MODEL, {"a": VECTOR})
        assert TTL_MS == 7 * 86_400_000
        await opened.pass_(TTL_MS)
        assert await opened.there.get_vectors(LETTER_MODEL, ["a"]) == {}

    async def test_a_text_is_embedded_once_by_all_who_share_the_cache(self, opened: OpenedCache) -> None:
        first, second = LetterEmbedder(), LetterEmbedder()
        wanted = await CachedEmbedder(first, opened.here).embed(["a", "b", "a", "b "])
        assert sorted(first.texts) == ["a", "b"]
        assert wanted["b"] == wanted["b "]
        found = await CachedEmbedder(second, opened.there).embed(["b", "c", "a"])
        assert second.texts == ["c"]
        assert {text: found[text] for text in ("a", "b")} == {text: wanted[text] for text in ("a", "b")}
