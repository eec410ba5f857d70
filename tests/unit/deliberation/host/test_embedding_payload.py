"""Vectors stay where they are made: in the embedder and its cache (DL-91)."""

from collections.abc import Iterator
from typing import cast

from deliberation.embedding_cache.memory import MemoryEmbeddingCache
from deliberation.host.position_comparison import EmbeddingPositionComparer
from deliberation.host.text_comparison import compare_positions
from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder
from tests.support.manual_clock import ManualClock
from tests.support.position_fixtures import held, request


def lists_of_numbers(value: object) -> Iterator[int]:
    """Yield the length of every list of numbers in a structure."""
    if isinstance(value, dict):
        for each in cast("dict[str, object]", value).values():
            yield from lists_of_numbers(each)
    elif isinstance(value, list | tuple):
        members = cast("list[object]", value)
        if members and all(isinstance(each, int | float) for each in members):
            yield len(members)
        for each in members:
            yield from lists_of_numbers(each)


async def test_no_vector_leaves_the_comparison() -> None:
    """What the host is told of a comparison, and so all that history and events can have of it."""
    first, second = held("Study grammar.", "time is short"), held("Study vocabulary.", "time is short")
    embedder = LetterEmbedder()
    comparer = EmbeddingPositionComparer(embedder, MemoryEmbeddingCache(ManualClock()))
    compared = await comparer.compare(request(first, second, {"planner": second, "critic": first}, number=2))
    assert embedder.texts
    assert set(lists_of_numbers(compared.model_dump(mode="json"))) == {2}
    with_vectors = await compare_positions(["abc", "xyz"], LetterEmbedder())
    assert LETTER_MODEL.dimension in set(lists_of_numbers(with_vectors.data))
