"""The vector file beside an index: complete, of one model, and rebuilt when it is damaged."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from negotiation.registry.profile_texts import ProfileTexts, text_digest
from negotiation.search.text_table import NO_TEXT, TextTable, build_text_table
from negotiation.search.vector_file import open_vector_file, vector_path, write_vector_file
from shared.embedding.model import EmbeddingModel

MODEL, OTHER = EmbeddingModel("model", 4), EmbeddingModel("other", 4)
PROFILES = (
    ProfileTexts(("photos", "", "films"), "old town"),
    ProfileTexts((), "photos"),
    ProfileTexts(("films",), ""),
)


def vector_of(text: str) -> bytes:
    return bytes([len(text), 1, 2, 3])


class StoredVectors:
    """Vectors of some texts, and which digests were asked for."""

    def __init__(self, *texts: str) -> None:
        self.vectors = {text_digest(text): vector_of(text) for text in texts}
        self.asked: list[bytes] = []

    async def read(self, digests: Sequence[bytes]) -> Mapping[bytes, bytes]:
        self.asked += digests
        return {digest: self.vectors[digest] for digest in digests if digest in self.vectors}


def write(folder: Path, stored: StoredVectors, *, again: bool = False) -> int:
    table = build_text_table(PROFILES)
    known = open_vector_file(folder, MODEL, table.text_count) if again else None
    return asyncio.run(write_vector_file(folder, MODEL, table, stored.read, known))


def opened(folder: Path, model: EmbeddingModel = MODEL) -> list[list[int]] | None:
    rows = open_vector_file(folder, model, 3)
    return None if rows is None else rows.tolist()


def test_the_table_numbers_each_text_once_capabilities_first(tmp_path: Path) -> None:
    build_text_table(PROFILES).save(tmp_path)
    table = TextTable.open(tmp_path)
    assert [table.capabilities_of(row) for row in range(3)] == [[0, NO_TEXT, 1], [], [1]]
    assert table.rest_texts.tolist() == [2, 0, NO_TEXT]
    assert (table.text_count, table.capability_count) == (3, 2)
    assert [table.capability(number) for number in range(2)] == ["photos", "films"]
    assert [table.digest(number) for number in range(3)] == list(map(text_digest, ("photos", "films", "old town")))


def test_a_profile_scores_as_its_best_text() -> None:
    table = build_text_table(PROFILES)
    assert table.best_by_profile(np.array([0.5, 0.7, 0.9])).tolist() == [0.9, 0.5, 0.7]
    assert table.best_by_profile(np.array([0.5, -0.7, -0.9])).tolist() == [0.5, 0.5, 0.0]
    assert table.used_by(np.array([False, False, True])).tolist() == [False, True, False]


def test_the_file_holds_the_stored_vectors_and_zeros_for_the_others(tmp_path: Path) -> None:
    assert write(tmp_path, StoredVectors("photos", "old town")) == 2
    assert opened(tmp_path) == [[6, 1, 2, 3], [0, 0, 0, 0], [8, 1, 2, 3]]


def test_only_missing_vectors_are_read_again(tmp_path: Path) -> None:
    write(tmp_path, StoredVectors("photos"))
    later = StoredVectors("photos", "films", "old town")
    assert write(tmp_path, later, again=True) == 2
    assert later.asked == [text_digest("films"), text_digest("old town")]
    assert opened(tmp_path) == [[6, 1, 2, 3], [5, 1, 2, 3], [8, 1, 2, 3]]


def test_without_any_vector_no_file_is_left(tmp_path: Path) -> None:
    assert write(tmp_path, StoredVectors()) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("length", [0, 10, 128, 139])
def test_a_file_that_is_cut_off_is_deleted(tmp_path: Path, length: int) -> None:
    write(tmp_path, StoredVectors("photos", "films", "old town"))
    path = vector_path(tmp_path, MODEL)
    path.write_bytes(path.read_bytes()[:length])
    assert opened(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_other_texts_is_deleted(tmp_path: Path) -> None:
    write(tmp_path, StoredVectors("photos"))
    assert open_vector_file(tmp_path, MODEL, 4) is None
    assert opened(tmp_path) is None


def test_vectors_of_another_model_are_not_opened(tmp_path: Path) -> None:
    write(tmp_path, StoredVectors("photos"))
    assert opened(tmp_path, OTHER) is None
    assert opened(tmp_path) is not None


def test_a_failing_store_leaves_no_file(tmp_path: Path) -> None:
    async def fail(digests: Sequence[bytes]) -> Mapping[bytes, bytes]:
        raise OSError("away")

    with pytest.raises(OSError, match="away"):
        asyncio.run(write_vector_file(tmp_path, MODEL, build_text_table(PROFILES), fail))
    assert list(tmp_path.iterdir()) == []
