"""Do the documents name only commands, options, targets and variables that exist, and say the same in both languages?"""

import re
from functools import cache
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperCommand, TyperGroup

from towow.cli.commands.doctor import KNOWN_VARIABLES
from towow.cli.main import app
from towow.docs.openapi import build_openapi

HOME = Path(__file__).resolve().parents[2]
ENGLISH, CHINESE = HOME / "README.md", HOME / "README.zh-CN.md"
READMES = (ENGLISH, CHINESE)
DOCUMENTS = sorted([*READMES, *(HOME / "docs").rglob("*.md")])

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CALLED = re.compile(r"(?<![\w./-])towow ([a-z-]+)([^`\n#|]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
VARIABLE = re.compile(r"\b(?:TOWOW|LLM|ANTHROPIC)_[A-Z_]*[A-Z]\b")
TARGET = re.compile(r"^(?:[A-Z_]+=\S+ )*make ([a-z]+)", re.MULTILINE)
ROUTE = re.compile(r"/api/v1/[^\s`'\")|]+")

NEVER = "LLM_TIMEOUT_LONG"
"""docs/departures.md says that there is none."""

LINK = re.compile(r"\]\((?!README|#)([^)]+)\)")


def text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def group(name: str = "") -> TyperGroup:
    """All commands, or those below one of them."""
    found = typer.main.get_command(app)
    assert isinstance(found, TyperGroup)
    below = found.commands[name] if name else found
    assert isinstance(below, TyperGroup)
    return below


def options_of(name: str) -> set[str]:
    """The options of a command, and of those below it."""
    found = group().commands.get(name)
    assert found is not None, f"there is no `towow {name}`"
    parts = [found, *(group(name).commands.values() if isinstance(found, TyperGroup) else ())]
    return {"--help"}.union(*(_own(part) for part in parts if isinstance(part, TyperCommand)))


def _own(command: TyperCommand) -> set[str]:
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


@cache
def routes() -> list[str]:
    """The paths that a gateway answers, as patterns."""
    return [re.sub(r"\{\w+\}", "[^/]+", path) for path in build_openapi()["paths"]]


def listed(readme: Path) -> list[tuple[str, set[str]]]:
    """The commands of its table, each with the options that are named."""
    rows = re.findall(r"^\| `(?!towow)([a-z-]+)([^`]*)`((?:[、,] ?`[^`]+`)*)", text(readme), re.MULTILINE)
    first = [(name, set(OPTION.findall(rest))) for name, rest, _ in rows]
    more = [re.match(r"[a-z-]+", other) for _, _, others in rows for other in re.findall(r"`([^`]+)`", others)]
    return [*first, *((match[0], set[str]()) for match in more if match)]


@pytest.mark.parametrize("readme", READMES, ids=lambda file: file.name)
def test_the_table_names_every_command_and_only_options_that_exist(readme: Path) -> None:
    assert {name for name, _ in listed(readme)} == set(group().commands)
    for name, options in listed(readme):
        assert options <= options_of(name), name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(HOME)))
def test_every_documented_command_call_uses_existing_options(document: Path) -> None:
    blocks = [body for language, body in BLOCK.findall(text(document)) if language == "sh"]
    quoted = re.findall(r"`(towow [^`]+)`", BLOCK.sub("", text(document)))
    for name, rest in CALLED.findall("\n".join([*blocks, *quoted])):
        assert set(OPTION.findall(rest)) <= options_of(name), f"towow {name} {rest}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(HOME)))
def test_every_documented_variable_exists(document: Path) -> None:
    compose = set(re.findall(r"\$\{([A-Z_]+)", text(HOME / "docker-compose.yml")))
    assert set(VARIABLE.findall(text(document))) - KNOWN_VARIABLES - compose - {NEVER} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(HOME)))
def test_every_documented_route_exists(document: Path) -> None:
    for named in ROUTE.findall(text(document)):
        path = re.sub(r"\$\{?\w+\}?|\{[^}]*\}", "X", named).partition("?")[0].rstrip(".,;:/")
        assert any(re.fullmatch(route, path) for route in routes()), named


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(HOME)))
def test_every_documented_make_target_exists(document: Path) -> None:
    there = set(re.findall(r"^([a-z]+):", text(HOME / "Makefile"), re.MULTILINE))
    shown = [*re.findall(r"`([^`\n]+)`", text(document)), *(body for _, body in BLOCK.findall(text(document)))]
    assert set(TARGET.findall("\n".join(shown))) - there == set()


@pytest.mark.parametrize("readme", READMES, ids=lambda file: file.name)
def test_the_first_screen_has_two_commands(readme: Path) -> None:
    language, first = BLOCK.findall(text(readme))[0]
    assert language == "sh"
    assert [line.partition("#")[0].strip() for line in first.splitlines()] == ["make demo", "make test"]
    assert len(text(readme).partition("```sh")[0].splitlines()) < 8


def test_both_readmes_have_the_same_structure() -> None:
    english, chinese = (shape(text(readme)) for readme in READMES)
    assert english == chinese


def shape(said: str) -> list[str]:
    """Its order of headings, tables, and blocks, in which words in any language count for nothing."""
    found: list[str] = []
    for part in re.split(r"(^```.*?^```$)", said, flags=re.MULTILINE | re.DOTALL):
        if part.startswith("```"):
            bare = re.sub(r"#.*$|\"[^\"\n]*\"", "", part, flags=re.MULTILINE)
            found.append("\n".join(line.strip() for line in bare.splitlines() if line.isascii()))
        else:
            found += [line.split()[0] for line in part.splitlines() if line.startswith(("#", "|"))]
            found += sorted(set(LINK.findall(part)))
    return found
