"""Digests of sources, which tell what a recorded game or a generated set was made with."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_STRENGTH = "benchmarks/strength"
PLAYER_SOURCES = ("gamehive/engines", "gamehive/core/games", f"{_STRENGTH}/opponents", f"{_STRENGTH}/openings.json")
"""What the moves of a game depend on: the engines, the rules, the opponents and the openings."""

DIGITS = 16


def list_sources(names: Iterable[str], root: Path = _ROOT) -> list[Path]:
    """Return the files of these names, and those in the folders among them, without what Python compiled."""
    files: list[Path] = []
    for name in names:
        path = root / name
        files += [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return [file for file in files if "__pycache__" not in file.parts]


def digest_files(files: Iterable[Path], root: Path = _ROOT) -> str:
    """Return the first hexadecimal digits of the SHA-256 of the names and contents of files, in any order."""
    digest = hashlib.sha256()
    for name, file in sorted((file.relative_to(root).as_posix(), file) for file in files):
        content = file.read_bytes()
        digest.update(f"{name}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()[:DIGITS]


@cache
def source_digest() -> str:
    """Return the digest of PLAYER_SOURCES as they were when this process asked first."""
    return digest_files(list_sources(PLAYER_SOURCES))


@cache
def team_digest() -> str:
    """Return the digest of the team of agents: its host, its tools and the simulated model."""
    return digest_files(list_sources(["gamehive"]))


@cache
def tactics_digest() -> str:
    """Return the digest of the modules that generate and prove the tactical positions."""
    folder = _ROOT / _STRENGTH
    return digest_files([*folder.glob("tactics*.py"), folder / "threat_prover.py", folder / "four_kernels.py"])
