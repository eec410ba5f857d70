"""Where are the page's sources, and what npm installs for them: once, also when two test processes want it at once?"""

import fcntl
import os
import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
WEB = HOME / "web"
LAST = 3000
"""Characters of what a failing command said that are shown."""


def installed() -> Path:
    """web/node_modules, as the lock file has it; installed by the Makefile's own rule."""
    lock = HOME / "build" / "node_modules.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = run("make", "--no-print-directory", "web/node_modules", folder=HOME)
    if done.returncode:
        said = "npm could not install web/package-lock.json. Does npm reach its registry? (`npm config get registry`)"
        pytest.fail(f"{said}\n{done.stdout[-LAST:]}", pytrace=False)
    return WEB / "node_modules"


def run(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a command says, errors among it."""
    known = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(
        command,
        cwd=folder,
        env={**known, "CI": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
