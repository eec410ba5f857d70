"""Store of built search indexes: a folder of the machine shared by its processes, and the builder process.

An index is named by a hash of its content and of the code that builds it. The folder is readable by its owner only,
because its files tell who is in the registry.
"""

import asyncio
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from negotiation.search.disk_segment import DiskSegment

BATCH_SIZE = 500
"""Profiles per write to the builder process."""

OWNER_ONLY_MODE = 0o700
VERSIONED_FILES = (
    "registry/profile.py",
    "registry/profile_texts.py",
    "search/scoring.py",
    "search/geographic_distance.py",
    "search/tokenizer.py",
    "search/known_word_matcher.py",
    "search/synonyms.py",
    "search/synonyms.json",
    "search/text_table.py",
    "search/build_index.py",
)
"""Files that decide the content of an index; their hash is part of its name."""


READ_ERRORS = (OSError, ValueError, EOFError, LookupError, TypeError)
"""Errors of numpy and bm25s for files that are empty, truncated or of another format."""


class IndexUnavailable(Exception):
    """An index could neither be opened nor built; the message gives the cause."""


def default_folder(namespace: str) -> Path:
    """Return the default index folder of a namespace, `towow-search-UID-NAMESPACE` among the temporary files.

    It is not created.

    Raises:
        OSError: The machine has no usable folder for temporary files.
    """
    return Path(tempfile.gettempdir()) / f"towow-search-{os.getuid()}-{namespace}"


class IndexStore:
    """Indexes of one registry.

    Args:
        namespace: Name of the registry; part of the default folder.
        folder: Folder of the indexes; by default one among the temporary files.
    """

    def __init__(self, namespace: str, folder: Path | None = None) -> None:
        self._namespace = namespace
        self._folder = folder
        self._code_version = ""

    async def open_or_build(self, content_hash: str, profiles: Sequence[bytes]) -> "DiskSegment":
        """Open the index of these profiles; if there is none or it is unreadable, first build it in a separate process.

        Returns once the index is open; a cancellation kills the process. The folder is created if needed.

        Args:
            content_hash: Hash of the profiles (ProfileTable.content_hash); part of the index's name.
            profiles: Active profiles, each as `encode_profile` returns it; at least one, no agent twice.

        Raises:
            IndexUnavailable: The folder is not private to its owner (mode 0700), or the builder failed.
        """
        try:
            folder = self._folder or default_folder(self._namespace)
            await asyncio.to_thread(_create_private_folder, folder)
            name = await self._index_name(content_hash)
            if segment := await asyncio.to_thread(_open_if_valid, folder / name):
                return segment
            await _run_builder(folder, name, profiles)
            return await asyncio.to_thread(_open, folder / name)
        except (OSError, ValueError, EOFError) as error:
            raise IndexUnavailable(str(error) or type(error).__name__) from error

    async def _index_name(self, content_hash: str) -> str:
        self._code_version = self._code_version or await asyncio.to_thread(_compute_code_version)
        return f"{content_hash}-{self._code_version}"


def _compute_code_version() -> str:
    package = files("negotiation")
    code = b"".join(package.joinpath(name).read_bytes() for name in VERSIONED_FILES)
    return blake2b(code, digest_size=8).hexdigest()


def _create_private_folder(folder: Path) -> None:
    """Create the folder if needed. Raises PermissionError if another user owns it or can read it."""
    folder.mkdir(mode=OWNER_ONLY_MODE, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o077:
        raise PermissionError(f"{folder} must be a folder of this user with mode 0700: fix its owner and mode")


def _open_if_valid(folder: Path) -> "DiskSegment | None":
    """Open an existing index; an unreadable one is deleted. Returns None without a readable index."""
    if folder.is_dir():
        with suppress(*READ_ERRORS):
            return _open(folder)
        shutil.rmtree(folder, ignore_errors=True)
    return None


def _open(folder: Path) -> "DiskSegment":
    """Open an index. Imports numpy, so call it in a thread."""
    segment_class: type[DiskSegment] = import_module("negotiation.search.disk_segment").DiskSegment
    return segment_class(folder)


async def _run_builder(folder: Path, name: str, profiles: Sequence[bytes]) -> None:
    """Run the builder process to its end; a cancellation kills it."""
    process = _BuilderProcess()
    try:
        await asyncio.to_thread(process.run, folder, name, profiles)
    finally:
        process.kill()


def _module_search_path() -> Sequence[str]:
    """Return the builder's module search path: ours, and last the folder of this package, installed or not."""
    return [*filter(None, sys.path), str(Path(__file__).parents[2])]


class _BuilderProcess:
    """Builder process controlled by a thread, because asyncio's subprocesses do not always survive a cancellation."""

    def __init__(self) -> None:
        self._killed = False
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, folder: Path, name: str, profiles: Sequence[bytes]) -> None:
        """Start the process, send it the profiles and wait for its end. Raises OSError if it fails."""
        with tempfile.TemporaryFile() as error_output:
            # -P: nothing in the current folder is imported.
            command = [
                sys.executable,
                "-P",
                "-m",
                "negotiation.search.build_index",
                str(folder),
                name,
                str(len(profiles)),
            ]
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_module_search_path())}
            self._process = subprocess.Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=error_output, env=environment)
            if self._killed:
                self._process.kill()
            with suppress(BrokenPipeError):  # a failing builder stops reading; its error output says why
                self._send_profiles(profiles)
            if self._process.wait():
                error_output.seek(0)
                last_lines = error_output.read()[-500:].decode(errors="replace").strip()
                raise OSError(f"the index builder process failed: {last_lines}")

    def kill(self) -> None:
        """Kill the process if it runs, or as soon as it is started."""
        self._killed = True
        if self._process is not None:
            self._process.kill()

    def _send_profiles(self, profiles: Sequence[bytes]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            for start in range(0, len(profiles), BATCH_SIZE):
                pipe.write(b"\n".join(profiles[start : start + BATCH_SIZE]) + b"\n")
