"""Index builder process: `python -m negotiation.search.build_index FOLDER NAME COUNT`.

It reads COUNT active profiles from its input, one JSON a line, and leaves the index as FOLDER/NAME, whole or not at
all. Of several processes that want the same one builds and the others wait for it.
"""

import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from negotiation.registry.profile import Profile
from negotiation.search.scoring import K1, index_terms, term_saturation

WORDS, NUMBERS, IDS = "words.npy", "numbers.npy", "ids.npy"
"""Beside the files of bm25s: the hashed words in order, the number of each in bm25s' index, the agent_ids in order."""

LOCK = ".lock"
KEPT = 3
"""So many indexes of one registry stay; who has an older one open keeps it until it closes it."""


def hashed(word: str) -> int:
    """A word as 64 bits: so a vocabulary is an array like the others, mapped and never read whole."""
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")


def library() -> Any:
    """bm25s, which has no types."""
    return import_module("bm25s")


def build(folder: Path, profiles: Iterable[Profile]) -> None:
    """Write an index of `profiles` (none twice, at least one) into `folder`."""
    import numpy as np

    ids: list[str] = []
    words: dict[str, int] = {}
    people: list[list[int]] = []
    for profile in sorted(profiles, key=lambda profile: profile.agent_id):
        ids.append(profile.agent_id)
        people.append(_numbered(words, profile))
    index = library().BM25(k1=K1, b=0.0, method="lucene", dtype="float64")
    index.index((people, words), create_empty_token=False, show_progress=False)
    index.scores["data"] = _without_rarity(index.scores)
    index.save(folder, show_progress=False)
    hashes = np.array([hashed(word) for word in words], dtype=np.uint64)
    order = np.argsort(hashes)
    np.save(folder / WORDS, hashes[order])
    np.save(folder / NUMBERS, order)
    np.save(folder / IDS, np.array([agent_id.encode() for agent_id in ids], dtype=np.bytes_))


def _numbered(words: dict[str, int], profile: Profile) -> list[int]:
    """A profile as bm25s takes it: the number of each of its words, as many times as the word counts."""
    return [
        number
        for mark, times in index_terms(profile).items()
        for number in (words.setdefault(mark, len(words)),)
        for _ in range(times)
    ]


def _without_rarity(scores: Any) -> Any:
    """bm25s multiplies each word's strength by how rare the word is among these people. A search knows that better:
    it counts the recent ones too. So the strength alone is kept, as exact as the recent ones have it.
    """
    import numpy as np

    found = np.diff(scores["indptr"])
    rare = np.log(1 + (scores["num_docs"] - found + 0.5) / (found + 0.5))
    plain = scores["data"] / np.repeat(rare, found)
    times = np.rint(K1 * plain / (1 - plain)).astype(np.int64)
    return np.array([term_saturation(count) for count in range(int(times.max(initial=0)) + 1)])[times]


def main(folder: Path, name: str, count: int, lines: Iterable[bytes]) -> None:
    """Build unless it is there. Raises ValueError when not all lines came."""
    rows = [line for line in lines if line.strip()]
    if len(rows) != count:
        raise ValueError(f"{len(rows)} of {count} profiles came")
    with (folder / LOCK).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / name).is_dir():
            return
        made = Path(tempfile.mkdtemp(prefix=".made-", dir=folder))
        try:
            build(made, map(Profile.model_validate_json, rows))
            for written in (*made.iterdir(), made):
                _flush(written)
            made.rename(folder / name)
            _flush(folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)
        for old in _old(folder):
            shutil.rmtree(old, ignore_errors=True)


def _flush(path: Path) -> None:
    """Have a file, or a folder's list of files, on the disk: a machine that falls must not leave empty ones."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _old(folder: Path) -> Sequence[Path]:
    """All but the newest; and, under the lock, what a killed process left."""
    made = sorted(folder.glob("[!.]*"), key=lambda path: path.stat().st_mtime)
    return [*made[:-KEPT], *folder.glob(".made-*")]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.stdin.buffer)
