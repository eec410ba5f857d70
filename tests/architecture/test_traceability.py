"""docs/where.md names every requirement of the ledgers, and only files and tests that exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
IDS = (Path(__file__).parent / "requirement_ids.txt").read_text(encoding="utf-8").splitlines()[1:]
"""Ids of the requirements of the three ledgers; the first line is a comment."""

ROW = re.compile(r"^\| ((?:TW[CQ]?-|DL-C?|GH-C?)\d+) \| ([^|]+) \| ([^|]+) \|$")
MOST_UNBUILT = 2
"""Requirements of the deliberation that may have a reason in place of files and tests."""

GAMES_NOT_BUILT = ("GH-113",)
"""Requirements of the games that may still be without files and tests."""

MOST_NOT_FOR_GAMES = 8
"""Requirements of the games that are facts, or are met in another way."""

REASON = re.compile(r"^\| ([^|]+) \| ([^|]{20,}) \|$")
ID = re.compile(r"([A-Z]+-C?)(\d+)")


def table(heading: str) -> list[str]:
    """The rows of the table below a heading, without its head."""
    text = (HOME / "docs/where.md").read_text(encoding="utf-8")
    section = text.partition(f"{heading}\n")[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("|")][2:]


def rows() -> list[tuple[str, str, str]]:
    """Id, files and tests of every row of what is built."""
    body = table("# Requirements: implementation and tests")
    read = [ROW.match(line) for line in body]
    wrong = [line for line, match in zip(body, read, strict=True) if match is None]
    assert wrong == [], "not `| id | file | test |`"
    return [(match[1], match[2].strip(), match[3].strip()) for match in read if match]


def reasons(heading: str) -> list[str]:
    """The ids of a table of reasons, ranges expanded."""
    body = table(heading)
    read = [REASON.match(line) for line in body]
    wrong = [line for line, match in zip(body, read, strict=True) if match is None]
    assert wrong == [], "not `| ids | reason |` with a reason of at least 20 characters"
    return [one for match in read if match for part in match[1].strip().split(", ") for one in expand(part)]


def expand(part: str) -> list[str]:
    """The ids that `TW-019…TW-021` stands for: those of the list from the first to the last; or the one id."""
    first, _, last = part.partition("…")
    if not last:
        return [first]
    (prefix, low), (other, high) = split(first), split(last)
    assert prefix == other, f"{part}: a range has ids of one kind"
    assert {first, last} <= set(IDS), f"{part}: a range begins and ends with an id of the list"
    return [one for one in IDS if split(one)[0] == prefix and low <= split(one)[1] <= high]


def split(identifier: str) -> tuple[str, int]:
    match = ID.fullmatch(identifier)
    assert match, f"{identifier} is no id"
    return match[1], int(match[2])


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


def test_the_list_holds_every_id_of_the_three_ledgers_once() -> None:
    assert len(IDS) == len(set(IDS)) == 389 + 194 + 303


def test_every_requirement_is_named_once_and_nothing_else_is() -> None:
    named = [row[0] for row in rows()] + reasons("## Superseded") + reasons("## Not yet")
    assert sorted(set(IDS) - set(named)) == [], "not named"
    assert sorted(set(named) - set(IDS)) == [], "in no ledger"
    assert sorted({one for one in named if named.count(one) > 1}) == [], "named twice"


def test_what_differs_in_part_is_built() -> None:
    """The rest of such a requirement has a row, with its files and tests."""
    differing = reasons("## Different in part")
    assert differing
    assert sorted(set(differing) - {row[0] for row in rows()}) == []
    assert len(differing) == len(set(differing))


def test_every_requirement_of_the_deliberation_has_a_row_of_its_own_or_a_reason() -> None:
    """No range stands for what is built: each id has its files and tests."""
    built = {row[0] for row in rows() if row[0].startswith("DL-")}
    otherwise = {one for one in (*reasons("## Superseded"), *reasons("## Not yet")) if one.startswith("DL-")}
    assert built | otherwise == set(expand("DL-01…DL-168") + expand("DL-C01…DL-C26"))
    assert len(otherwise) <= MOST_UNBUILT


def test_every_requirement_of_the_games_has_a_row_of_its_own_or_a_reason() -> None:
    """What is not built yet is listed here too, so that nothing falls out of sight."""
    built = {row[0] for row in rows() if row[0].startswith("GH-")}
    later = {one for one in reasons("## Not yet") if one.startswith("GH-")}
    otherwise = {one for one in reasons("## Superseded") if one.startswith("GH-")}
    assert built | later | otherwise == set(expand("GH-01…GH-276") + expand("GH-C01…GH-C27"))
    assert later <= set(GAMES_NOT_BUILT), "a new one is missing"
    assert len(otherwise) <= MOST_NOT_FOR_GAMES


def test_a_range_is_every_id_of_the_list_from_its_first_to_its_last() -> None:
    assert expand("TW-019…TW-021") == ["TW-019", "TW-020", "TW-021"]
    assert len(expand("DL-01…DL-168")) == 168
    assert expand("TW-512") == ["TW-512"]
    with pytest.raises(AssertionError, match="one kind"):
        expand("TW-019…TWC-21")
    with pytest.raises(AssertionError, match="of the list"):
        expand("DL-01…DL-169")


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
