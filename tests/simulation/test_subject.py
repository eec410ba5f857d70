"""Everything but an application's own folder is shared: it names no application, and loads only the one that is asked for."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.simulation.subject import NAMES, load_subject

HERE = Path(__file__).parent
SHARED = sorted(file for file in HERE.glob("*.py") if not file.name.startswith("test_"))
APPLICATIONS = {"negotiation", "channel_admin", "coordinator", "user_agent", "deliberation", "gamehive"}


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports at its top."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.name)
def test_a_shared_module_names_no_application(file: Path) -> None:
    assert [name for name in imported(file) if set(name.split(".")) & APPLICATIONS] == []


@pytest.mark.parametrize("name", NAMES)
def test_only_the_application_that_is_asked_for_is_loaded(name: str) -> None:
    program = f"""
import sys
from tests.simulation.subject import load_subject
load_subject({name!r})
print(*sorted({{module.split(".")[2] for module in sys.modules if module.startswith("tests.simulation.") }}))
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=HERE.parents[1], capture_output=True, text=True, check=True
    )
    assert set(ended.stdout.split()) & set(NAMES) == {name}


def test_an_application_without_a_simulation_is_refused() -> None:
    with pytest.raises(LookupError, match="no simulation of chess"):
        load_subject("chess")


@pytest.mark.parametrize("name", NAMES)
def test_a_subject_routes_every_message_type_that_it_names(name: str) -> None:
    subject = load_subject(name)
    assert subject.name == name
    assert len(set(subject.types.all)) == len(subject.types.all)
    assert subject.types.beginnings <= set(subject.types.entity)
    assert subject.types.modelless <= set(subject.types.tasks)
    assert {subject.stranger.undecodable, subject.stranger.oversized, subject.stranger.unknown} <= set(
        subject.applications.routes
    )
