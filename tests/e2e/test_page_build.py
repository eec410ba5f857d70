"""Is what the gateway serves what web/ builds, byte for byte, and do the page's own tests pass? (`npm ci`, then Vite)"""

import shutil
from pathlib import Path

import pytest

from tests.e2e.page_sources import HOME, LAST, WEB, installed, run

STATIC = HOME / "gateway" / "static"
pytestmark = [pytest.mark.requires("node"), pytest.mark.timeout(300)]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of web/ somewhere else, with the documents that its types are made from."""
    home = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(WEB, home / "web", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(HOME / "docs" / "schema", home / "docs" / "schema")
    (home / "web" / "node_modules").symlink_to(installed())
    return home / "web"


def test_a_build_from_a_copy_gives_what_is_served_byte_for_byte(sources: Path, tmp_path: Path) -> None:
    done = run("npm", "run", "--silent", "build", folder=sources, TOWOW_PAGE_OUT=str(tmp_path / "static"))
    assert done.returncode == 0, done.stdout[-LAST:]
    made, served = contents(tmp_path / "static"), contents(STATIC)
    assert "index.html" in made
    assert sorted(made) == sorted(served), "run `make web`"
    assert [name for name in made if made[name] != served[name]] == [], "run `make web`"


def test_its_types_are_those_of_the_gateways_documents(sources: Path) -> None:
    before = contents(sources / "src" / "generated")
    done = run("npm", "run", "--silent", "generate", folder=sources)
    assert done.returncode == 0, done.stdout[-LAST:]
    assert contents(sources / "src" / "generated") == before, "run `make generate`"


@pytest.mark.long
@pytest.mark.alone  # they take every core
def test_the_pages_own_tests_pass() -> None:
    """Where they lie: they read the logs recorded in tests/golden."""
    installed()
    done = run("npm", "run", "--silent", "test", folder=WEB)
    print(done.stdout[-LAST:])  # noqa: T201 - shown by `pytest -s` and on failure
    assert done.returncode == 0


def test_make_says_what_is_missing_where_there_is_no_node(tmp_path: Path) -> None:
    """A node that is too old is none."""
    (tmp_path / "node").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "node").chmod(0o755)
    done = run("make", "web/node_modules", folder=HOME, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert done.returncode != 0
    assert "Node.js 20.19 or newer" in done.stdout
