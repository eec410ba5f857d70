"""Folder in which machine code is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamehive.engines.kernel import cache_folder

_CALLED = """
from gamehive.engines.kernel import compile_kernel

@compile_kernel
def value():
    return {value}
"""

_CALLER = """
from called import value
from gamehive.engines.kernel import compile_kernel

@compile_kernel
def call():
    return value()
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    cache_folder.cache_clear()
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    folder = tmp_path / "engines"
    folder.mkdir()
    (folder / "board.py").write_text("SIZE = 9\n")
    return folder


def test_machine_code_is_kept_beside_the_sources(sources: Path) -> None:
    folder = cache_folder(sources)
    assert folder is not None
    assert folder.parent == sources / "__pycache__"
    assert folder == cache_folder(sources)


def test_a_change_of_any_source_has_a_folder_of_its_own(sources: Path) -> None:
    before = cache_folder(sources)
    (sources / "board.py").write_text("SIZE = 7\n")
    cache_folder.cache_clear()
    assert cache_folder(sources) != before


def test_a_change_of_what_a_kernel_calls_in_another_file_is_seen(tmp_path: Path) -> None:
    """Numba alone would go on with the old machine code, as the caller's file is unchanged."""
    (tmp_path / "called.py").write_text(_CALLED.format(value=1))
    (tmp_path / "caller.py").write_text(_CALLER)
    environment = {"PYTHONPATH": f"{Path.cwd()}:{tmp_path}", "PYTHONDONTWRITEBYTECODE": "1"}
    seen: list[str] = []
    for value in (1, 2):
        (tmp_path / "called.py").write_text(_CALLED.format(value=value))
        command = [sys.executable, "-c", "import caller; print(caller.call())"]
        ran = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
        seen.append(ran.stdout.strip())
    assert seen == ["1", "2"]


def test_the_oldest_folders_are_removed(sources: Path) -> None:
    folders: list[Path | None] = []
    for number in range(7):
        (sources / "board.py").write_text(f"SIZE = {number}\n")
        cache_folder.cache_clear()
        folder = cache_folder(sources)
        assert folder is not None
        os.utime(folder, (number, number))
        folders.append(folder)
    left = sorted((sources / "__pycache__").iterdir())
    assert len(left) == 4
    assert folders[-1] in left
    assert folders[0] not in left


def test_the_folder_that_numba_is_told_has_one_for_each_state_too(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    folder = cache_folder(sources)
    assert folder is not None
    assert folder.parent == tmp_path / "numba"


def test_the_users_cache_folder_serves_if_the_sources_cannot_be_written(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (sources / "__pycache__").write_text("a file, so that no folder can be made here")
    folder = cache_folder(sources)
    assert folder is not None
    assert folder.parent == tmp_path / "cache" / "towow"


def test_without_a_writable_folder_nothing_is_kept(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (sources / "__pycache__").write_text("")
    assert cache_folder(sources) is None


def test_machine_code_that_an_installation_brings_is_copied_where_numba_can_write(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = cache_folder(sources)
    assert shipped is not None
    (shipped / "search_1").mkdir()
    (shipped / "search_1" / "search.nbi").write_bytes(b"index")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def is_writable(folder: Path, _: int) -> bool:
        return folder != shipped

    monkeypatch.setattr(os, "access", is_writable)
    cache_folder.cache_clear()
    folder = cache_folder(sources)
    assert folder is not None
    assert folder == tmp_path / "cache" / "towow" / shipped.name
    assert (folder / "search_1" / "search.nbi").read_bytes() == b"index"
