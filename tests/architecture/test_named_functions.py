"""Is every `path.py:function` of a document there? A function that was moved takes the document with it."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*HOME.glob("README*.md"), *(HOME / "docs").rglob("*.md")])
NAMED = re.compile(r"((?:[\w.-]+/)*[\w.-]+\.(?:py|lua)):([A-Za-z_][\w.]*\w|[A-Za-z_])")
"""A file and, after one colon, a function, a class or `Class.method`; of two colons the test of tests is another."""

LUA = re.compile(r"^(?:local )?function ([\w.]+)\(|^register\('(\w+)'", re.MULTILINE)


def named(text: str) -> list[tuple[str, str]]:
    """Every file and function that a text names."""
    return [(match[1], match[2]) for match in NAMED.finditer(text)]


@cache
def functions_of(file: Path) -> frozenset[str]:
    """The functions and classes of a module by name, what is in a class as `Class.method`; or of a Lua file."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".lua":
        return frozenset(match[1] or match[2] for match in LUA.finditer(text))
    return frozenset(_defined(ast.parse(text).body))


def _defined(body: Sequence[ast.stmt], prefix: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name
            yield from _defined(node.body, f"{prefix}{node.name}.")


def missing_in(text: str) -> list[str]:
    """What a text names that is not there."""
    return [
        f"{path}:{function}"
        for path, function in named(text)
        if not (HOME / path).is_file() or function not in functions_of(HOME / path)
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(HOME)))
def test_a_document_names_no_function_that_does_not_exist(document: Path) -> None:
    assert missing_in(document.read_text(encoding="utf-8")) == []


def test_message_life_names_functions_of_every_layer() -> None:
    text = (HOME / "docs" / "message-life.md").read_text(encoding="utf-8")
    files = {path for path, _ in named(text)}
    assert len(named(text)) >= 30
    for part in ("gateway/", "shared/runtime/", "shared/store/", "shared/transport/", "channel_admin/", "user_agent/"):
        assert any(path.startswith(part) for path in files), part


@pytest.mark.parametrize(
    "wrong",
    [
        "`shared/runtime/dispatcher.py:Dispatcher.handled`",
        "`shared/runtime/dispatched.py:Dispatcher.handle`",
        "`shared/store/lua/commits.lua:comit`",
        "(channel_admin/core/channel.py:decided)",
    ],
)
def test_a_reference_to_a_missing_function_is_reported(wrong: str) -> None:
    assert missing_in(wrong) == [wrong.strip("`()")]


def test_function_references_are_parsed_and_other_colons_are_ignored() -> None:
    right = "`shared/runtime/dispatcher.py:Dispatcher.handle`, channel_admin/core/channel.py:decide. shared/store/lua/commits.lua:commit"
    assert [function for _, function in named(right)] == ["Dispatcher.handle", "decide", "commit"]
    assert missing_in(right) == []
    assert named("tests/e2e/test_demo.py::test_x, shared/runtime/outbox_relay.py: the relay, docs/where.md:12") == []
