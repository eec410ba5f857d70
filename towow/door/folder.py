"""Where a running system leaves its address for commands of the same person: a folder that nobody else may enter."""

import os
import stat
import tempfile
from pathlib import Path


class InsecureDirectory(Exception):
    """The folder cannot be used: somebody else could reach what lies in it."""


def address_file(namespace: str) -> Path:
    """Where the URL of the system called `namespace` stands while it runs; nothing is made."""
    return _folder() / f"{namespace}.url"


def private_folder() -> Path:
    """The folder, made if need be: ours, mode 0700. Raises NotPrivate, or OSError when it cannot be made."""
    folder = _folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise InsecureDirectory(f"{folder} is not a folder that only you may enter (mode 0700)")
    return folder


def _folder() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and os.access(runtime, os.W_OK | os.X_OK):
        return Path(runtime) / "towow"
    return Path(tempfile.gettempdir()) / f"towow-{os.getuid()}"
