"""Tool `compare_positions`: similarities of any texts by an embedder (DL-82…91)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deliberation.contracts.tools import ToolResult
from deliberation.core.position_similarity import InvalidVector, check_texts, compare_vectors
from shared.embedding.model import EmbeddingUnavailable

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder


async def compare_positions(texts: Sequence[str], embedder: "Embedder | None") -> ToolResult:
    """Return the similarities of two or more texts, or why there are none; it never raises for what it is given.

    Args:
        texts: The texts, in the order of rows and columns.
        embedder: Maker of the vectors; None if there is to be none.
    """
    failure = check_texts(texts)
    if failure is not None:
        return failure
    if embedder is None:
        return _failure("embedder=none")
    try:
        vectors = (await embedder.embed(texts)).tolist()
        return ToolResult(success=True, data=compare_vectors(texts, vectors).model_dump())
    except (EmbeddingUnavailable, InvalidVector) as error:
        return _failure(str(error))


def without_embeddings(result: ToolResult) -> ToolResult:
    """Return a result as it may be stored, sent and shown to a model: without the vectors (DL-91)."""
    if result.data is None:
        return result
    return result.model_copy(update={"data": {key: value for key, value in result.data.items() if key != "embeddings"}})


def _failure(message: str) -> ToolResult:
    return ToolResult(success=False, error="tool_execution_failed", message=message)
