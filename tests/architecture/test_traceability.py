"""Where is a requirement built, and which test shows it? docs/where.md names only what exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (TW[CQ]?-\d+) \| ([^|]+) \| ([^|]+) \|$")


def rows() -> list[tuple[str, str, str]]:
    """Id, files and tests of every row."""
    lines = (HOME / "docs/where.md").read_text(encoding="utf-8").splitlines()
    body = [line for line in lines[: lines.index("## Not yet, or never")] if line.startswith("| TW")]
    read = [ROW.match(line) for line in body]
    wrong = [line for line, match in zip(body, read, strict=True) if match is None]
    assert wrong == [], "not `| id | file | test |`"
    return [(match[1], match[2].strip(), match[3].strip()) for match in read if match]


@cache
def functions_in(path: str) -> frozenset[str]:
    """The test functions of a file; a method is `Class::test`."""
    tree = ast.parse((HOME / path).read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}::{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            }
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
    return frozenset(found)


def test_there_are_many_rows_and_each_requirement_has_one() -> None:
    ids = [row[0] for row in rows()]
    assert len(ids) > 150
    assert sorted({one for one in ids if ids.count(one) > 1}) == []


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_row_names_files_and_tests_that_exist(row: tuple[str, str, str]) -> None:
    _, files, tests = row
    for file in files.split(", "):
        assert (HOME / file).exists(), file
    for test in tests.split(", "):
        path, _, function = test.partition("::")
        assert path.startswith("tests/"), test
        assert (HOME / path).is_file(), path
        assert function.partition("[")[0] in functions_in(path), test
