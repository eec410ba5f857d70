"""Where are built indexes kept, and who has one built? A folder of the machine, named after what is in the index.

Several processes share it. It is made readable by its owner only, for it says who is in the registry.
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

PART = 500
"""Profiles handed to the building process at a time."""

OWNER_ONLY = 0o700
READING = (
    "registry/profile.py",
    "search/scoring.py",
    "search/synonyms.py",
    "search/synonyms.json",
    "search/build_index.py",
)
"""The files that decide what an index holds; another version of them has indexes of its own."""


UNREADABLE = (OSError, ValueError, EOFError, LookupError, TypeError)
"""What numpy and bm25s raise over files that are empty, cut off, or hold something else."""


class IndexUnavailable(Exception):
    """No index could be built or kept; the message says why."""


def default_folder(namespace: str) -> Path:
    """Where the indexes of a namespace are kept unless said otherwise. Raises OSError without a temporary folder."""
    return Path(tempfile.gettempdir()) / f"towow-search-{os.getuid()}-{namespace}"


class IndexStore:
    """The indexes of one registry, in `folder`; None: in one of its own among the temporary files."""

    def __init__(self, namespace: str, folder: Path | None = None) -> None:
        self._namespace = namespace
        self._folder = folder
        self._reading = ""

    async def index(self, content: str, profiles: Sequence[bytes]) -> "DiskSegment":
        """The index of these profiles (JSON; active, none twice); `content` tells them from all others.

        Built by another process unless it is there, and whole. Raises NotBuilt.
        """
        try:
            folder = self._folder or default_folder(self._namespace)
            await asyncio.to_thread(_own, folder)
            name = await self._name(content)
            if there := await asyncio.to_thread(_open_whole, folder / name):
                return there
            await _build(folder, name, profiles)
            return await asyncio.to_thread(_open, folder / name)
        except (OSError, ValueError, EOFError) as error:
            raise IndexUnavailable(str(error) or type(error).__name__) from error

    async def _name(self, content: str) -> str:
        self._reading = self._reading or await asyncio.to_thread(_version)
        return f"{content}-{self._reading}"


def _version() -> str:
    package = files("negotiation")
    read = b"".join(package.joinpath(name).read_bytes() for name in READING)
    return blake2b(read, digest_size=8).hexdigest()


def _own(folder: Path) -> None:
    """Make the folder. Raises OSError when another user's files could be in it."""
    folder.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
    seen = folder.lstat()
    if not stat.S_ISDIR(seen.st_mode) or seen.st_uid != os.getuid() or stat.S_IMODE(seen.st_mode) & 0o077:
        raise PermissionError(f"{folder} is not a folder of our own that nobody else can read")


def _open_whole(folder: Path) -> "DiskSegment | None":
    """The index that is there. One that cannot be read, whatever happened to its files, is cleared away."""
    if folder.is_dir():
        with suppress(*UNREADABLE):
            return _open(folder)
        shutil.rmtree(folder, ignore_errors=True)
    return None


def _open(folder: Path) -> "DiskSegment":
    """Imports numpy, off the event loop's thread."""
    built: type[DiskSegment] = import_module("negotiation.search.disk_segment").DiskSegment
    return built(folder)


async def _build(folder: Path, name: str, profiles: Sequence[bytes]) -> None:
    """Have the index built. When this is cancelled the process ends."""
    process = _BuilderProcess()
    try:
        await asyncio.to_thread(process.run, folder, name, profiles)
    finally:
        process.kill()


def _path() -> Sequence[str]:
    """Where the building process looks for modules: as we do, and last where this package lies, installed or not."""
    return [*filter(None, sys.path), str(Path(__file__).parents[2])]


class _BuilderProcess:
    """The building process, seen to by a thread: asyncio's own would not always survive being cancelled."""

    def __init__(self) -> None:
        self._killed = False
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, folder: Path, name: str, profiles: Sequence[bytes]) -> None:
        """Start it, hand over the profiles, wait for its end. Raises OSError when it fails."""
        with tempfile.TemporaryFile() as said:
            # -P: nothing of the folder that we happen to stand in may run.
            command = [
                sys.executable,
                "-P",
                "-m",
                "negotiation.search.build_index",
                str(folder),
                name,
                str(len(profiles)),
            ]
            found = {**os.environ, "PYTHONPATH": os.pathsep.join(_path())}
            self._process = subprocess.Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=said, env=found)
            if self._killed:
                self._process.kill()
            with suppress(BrokenPipeError):  # one that fails stops reading: why is in what it says
                self._hand_over(profiles)
            if self._process.wait():
                said.seek(0)
                raise OSError(f"the building process failed: {said.read()[-500:].decode(errors='replace').strip()}")

    def kill(self) -> None:
        """End it, if it runs or is about to."""
        self._killed = True
        if self._process is not None:
            self._process.kill()

    def _hand_over(self, profiles: Sequence[bytes]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with self._process.stdin as to:
            for start in range(0, len(profiles), PART):
                to.write(b"\n".join(profiles[start : start + PART]) + b"\n")
