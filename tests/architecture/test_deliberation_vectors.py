"""Every vector of the deliberation's ledger (§ 15) has a test, in which its figures stand."""

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).resolve().parents[2]
VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "deliberation_vectors.json").read_text("utf-8"))
"""Each vector with the tests that show it, and the texts that stand in their code."""

COUNT = 20
"""Vectors of § 15, each part of a line counted: 1, 4, 3, 3, 2, 1, 3, 3 in its eight lines."""


@cache
def code_of(test: str) -> str:
    """The code of a test function with its decorators, in one line; "" if there is none."""
    path, _, name = test.partition("::")
    text = (HOME / path).read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name.partition("[")[0]:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return " ".join(" ".join(text.splitlines()[first - 1 : node.end_lineno]).split())
    return ""


def test_no_vector_is_missing_or_listed_twice() -> None:
    assert len({row["vector"] for row in VECTORS}) == len(VECTORS) == COUNT


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["vector"])
def test_a_vector_has_tests_with_its_figures(row: dict[str, Any]) -> None:
    assert row["tests"]
    assert row["figures"]
    for test in row["tests"]:
        assert code_of(test), f"{test} does not exist"
        scenario = test.partition("[")[2].removesuffix("]")
        assert not scenario or (HOME / f"examples/scenarios/deliberation-{scenario}.yaml").is_file(), scenario
    code = "\n".join(map(code_of, row["tests"]))
    assert [figure for figure in row["figures"] if figure not in code] == []


def test_a_test_that_does_not_exist_has_no_code() -> None:
    here = "tests/architecture/test_deliberation_vectors.py"
    assert code_of(f"{here}::test_of_nothing") == ""
    assert code_of(f"{here}::test_a_vector_has_tests_with_its_figures[x]").startswith("@pytest.mark.parametrize")
