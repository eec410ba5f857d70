"""The tool `compare_positions`: its result in the seed's shape, and its failures."""

import pytest

from deliberation.host.text_comparison import compare_positions, without_embeddings
from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder


async def test_the_result_has_vectors_matrix_mean_and_the_least_similar_pair() -> None:
    result = await compare_positions(["abc", "abc", "xyz"], LetterEmbedder())
    assert result.success
    assert result.data is not None
    assert sorted(result.data) == [
        *("embeddings", "mean_similarity", "most_different_pair", "most_different_similarity", "similarity_matrix")
    ]
    assert {len(vector) for vector in result.data["embeddings"]} == {LETTER_MODEL.dimension}
    assert result.data["similarity_matrix"][0][1] == 1.0
    assert result.data["most_different_pair"] == (0, 2)


async def test_what_a_model_sees_has_no_vectors() -> None:
    shown = without_embeddings(await compare_positions(["abc", "xyz"], LetterEmbedder()))
    assert shown.data is not None
    assert "embeddings" not in shown.data
    assert "mean_similarity" in shown.data


@pytest.mark.parametrize(
    ("texts", "error"),
    [([], "need_at_least_two_texts"), (["a"], "need_at_least_two_texts"), (["a", " "], "empty_text")],
)
async def test_texts_that_cannot_be_compared_are_an_error_before_anything_is_embedded(
    texts: list[str], error: str
) -> None:
    embedder = LetterEmbedder()
    result = await compare_positions(texts, embedder)
    assert (result.success, result.error, result.data) == (False, error, None)
    assert embedder.calls == 0
    assert without_embeddings(result) == result


@pytest.mark.parametrize("embedder", [None, LetterEmbedder(lambda _: True)])
async def test_without_vectors_the_tool_fails_and_says_so(embedder: LetterEmbedder | None) -> None:
    result = await compare_positions(["a", "b"], embedder)
    assert (result.success, result.error) == (False, "tool_execution_failed")
    assert result.message
