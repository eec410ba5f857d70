"""Every vector of the games' ledger (part 23) has a test, in which its figures stand."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.test_deliberation_vectors import code_of

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "game_vectors.json").read_text("utf-8"))
"""Each vector with the tests that show it, and the texts that stand in their code."""

COUNT = 22
"""Vectors of part 23, each part of a line counted: 3, 1, 1, 4, 6, 4, 1, 2 in its lines."""


def test_no_vector_is_missing_or_listed_twice() -> None:
    assert len({row["vector"] for row in VECTORS}) == len(VECTORS) == COUNT


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["vector"])
def test_a_vector_has_tests_with_its_figures(row: dict[str, Any]) -> None:
    assert row["tests"]
    assert row["figures"]
    assert [test for test in row["tests"] if not code_of(test)] == []
    code = "\n".join(map(code_of, row["tests"]))
    assert [figure for figure in row["figures"] if figure not in code] == []
