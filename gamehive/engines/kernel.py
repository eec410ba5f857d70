"""Compilation of the engines' inner loops to machine code, kept on disk between runs."""

import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config

Function = TypeVar("Function", bound=Callable[..., Any])

_ENGINES = Path(__file__).parent
_KEPT_VERSIONS = 4
"""Folders of machine code that are kept beside each other, the present one included."""


@cache
def cache_folder(sources: Path) -> Path | None:
    """Return the folder for the machine code of the sources below a folder, or None if none can be written.

    Numba would take old machine code as long as a kernel's own file is unchanged, even if another file has what it
    calls. So each state of all sources has a folder of its own: below NUMBA_CACHE_DIR if that is set, else in
    `__pycache__`, or in the user's cache folder if that cannot be written. The oldest ones are removed.
    """
    digest = hashlib.sha256()
    for file in sorted(sources.rglob("*.py")):
        digest.update(file.read_bytes())
    user_folder = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "towow"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    for parent in (Path(chosen),) if chosen else (sources / "__pycache__", user_folder):
        folder = parent / f"kernels-{digest.hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.touch()
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _remove_oldest(parent)
            _copy_shipped(sources / "__pycache__" / folder.name, folder)
            return folder
    return None


def _copy_shipped(shipped: Path, folder: Path) -> None:
    """Copy machine code that an installation brings in a folder that this process cannot write to Numba's own."""
    if shipped == folder or not shipped.is_dir() or os.access(shipped, os.W_OK) or any(folder.iterdir()):
        return
    # A copy that is cut or damaged is compiled anew.
    with suppress(OSError, shutil.Error):
        shutil.copytree(shipped, folder, dirs_exist_ok=True)


def _remove_oldest(parent: Path) -> None:
    def age(folder: Path) -> float:
        try:
            return -folder.stat().st_mtime
        except OSError:  # removed by another process
            return 0

    for folder in sorted(parent.glob("kernels-*"), key=age)[_KEPT_VERSIONS:]:
        shutil.rmtree(folder, ignore_errors=True)


def compile_kernel(function: Function) -> Function:
    """Compile a function of numbers and arrays at its first call.

    It runs without Python's global lock, so that another thread can set the byte that stops it.
    """
    return _compile(function, forceinline=False)


def compile_inline(function: Function) -> Function:
    """Compile a small function into the machine code of each of its callers."""
    return _compile(function, forceinline=True)


def _compile(function: Function, *, forceinline: bool) -> Function:
    sources = Path(function.__code__.co_filename).parent
    folder = cache_folder(_ENGINES if sources.is_relative_to(_ENGINES) else sources)
    # Read by Numba when a function is decorated.
    config.CACHE_DIR = "" if folder is None else str(folder)  # pyright: ignore[reportAttributeAccessIssue]
    compiler = numba.njit(cache=folder is not None, nogil=True, forceinline=forceinline)
    return cast("Callable[[Function], Function]", compiler)(function)
