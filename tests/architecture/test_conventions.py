"""Source conventions: empty `__init__.py`, forbidden module names, file length, docstrings, documents that exist."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
PACKAGES = (
    "negotiation",
    "coordinator",
    "channel_admin",
    "user_agent",
    "gateway",
    "shared",
    "towow",
    "deliberation",
    "gamehive",
)
SOURCES = sorted(file for package in PACKAGES for file in (HOME / package).rglob("*.py"))
TESTS = sorted((HOME / "tests").rglob("*.py"))
DOCUMENTS = sorted([*HOME.glob("README*.md"), *(HOME / "docs").rglob("*.md")])

FORBIDDEN = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}
MOST_LINES = 400
LOOK_AGAIN = 300


def name(file: Path) -> str:
    return str(file.relative_to(HOME))


def test_the_checks_find_sources_and_documents() -> None:
    assert len(SOURCES) > 60
    assert any(document.name == "README.md" for document in DOCUMENTS)


@pytest.mark.parametrize("file", [file for file in SOURCES if file.name == "__init__.py"], ids=name)
def test_an_init_is_empty(file: Path) -> None:
    assert file.read_bytes() == b""


def test_no_file_or_folder_has_a_meaningless_name() -> None:
    named = [
        name(path)
        for file in (*SOURCES, *TESTS)
        for path in (file, *file.parents)
        if path.stem in FORBIDDEN and HOME in path.parents
    ]
    assert named == []


def test_no_module_is_longer_than_the_line_limit() -> None:
    """Aim at 60–150 lines; beyond 300 look again; never beyond 400."""
    lengths = {name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in SOURCES}
    long = {file: lines for file, lines in lengths.items() if lines > LOOK_AGAIN}
    print("beyond 300 lines:", long or "none")  # noqa: T201 - shown by `pytest -s` and on failure
    assert {file: lines for file, lines in long.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("file", [file for file in SOURCES if file.name != "__init__.py"], ids=name)
def test_a_module_docstring_opens_with_three_lines_at_most(file: Path) -> None:
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    assert docstring, "no docstring"
    assert len(docstring.split("\n\n")[0].splitlines()) <= 3


MENTIONED = re.compile(r"(?<![\w/.-])((?:[\w.-]+/)+[\w.-]+\.(?:py|md|json|ya?ml|toml|txt|jsonl|sh|lua))(?![\w/])")


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_a_document_names_no_file_that_does_not_exist(document: Path) -> None:
    text = re.sub(r"https?://\S+", "", document.read_text(encoding="utf-8"))
    missing = [
        path for path in MENTIONED.findall(text) if not any((home / path).exists() for home in (HOME, document.parent))
    ]
    made = [path for path in missing if not path.startswith("build/")]
    assert made == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_relative_link_of_a_document_resolves(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_no_generated_file_is_tracked_by_git() -> None:
    kept = subprocess.run(
        ["git", "ls-files"], cwd=HOME, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    made = re.compile(r"(^|/)(__pycache__|\.venv|build|node_modules|\.hypothesis)(/|$)|\.pyc$|^\.env$")
    assert [file for file in kept if made.search(file)] == []


@pytest.mark.parametrize("file", sorted((HOME / "channel_admin" / "core").glob("*.py")), ids=name)
def test_every_function_of_the_channel_core_has_at_most_25_lines(file: Path) -> None:
    """DESIGN § 2: every arm is a named step of at most 25 lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    long = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 25
    ]
    assert not long
