"""Index builder process: `python -m negotiation.search.build_index FOLDER NAME COUNT`.

Reads COUNT active profiles from standard input, one JSON object per line, and writes the index FOLDER/NAME atomically.
Of several processes that want the same index one builds it, while the others wait for its lock.
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
from negotiation.registry.profile_texts import ProfileTexts, profile_texts
from negotiation.search.scoring import K1, index_terms, term_saturation

TOKEN_HASHES_FILE, TOKEN_IDS_FILE, AGENT_IDS_FILE = "words.npy", "numbers.npy", "ids.npy"
"""Files beside those of bm25s: sorted hashes of the index terms, the bm25s id of each, the sorted agent_ids."""

LOCK_FILE = ".lock"
MAX_STORED_INDEXES = 3
"""Number of indexes stored per registry; a process that has an older one open can use it until it closes it."""


def token_hash(token: str) -> int:
    """Return the unsigned 64-bit hash of an index term (see `index_terms`), by which an index on disk looks it up."""
    return int.from_bytes(blake2b(token.encode(), digest_size=8).digest(), "big")


def load_bm25s() -> Any:
    """Import and return the module bm25s, untyped, because it has no type hints."""
    return import_module("bm25s")


def write_index(folder: Path, profiles: Iterable[Profile]) -> None:
    """Write an index of these profiles, all of them active, as files into an existing folder, for DiskSegment to open.

    There must be at least one profile, and no agent_id may occur twice. Files of the same names are replaced.

    Raises:
        OSError: A file cannot be written.
    """
    import numpy as np

    from negotiation.search.text_table import build_text_table

    agent_ids: list[str] = []
    vocabulary: dict[str, int] = {}
    documents: list[list[int]] = []
    texts: list[ProfileTexts] = []
    for profile in sorted(profiles, key=lambda profile: profile.agent_id):
        agent_ids.append(profile.agent_id)
        documents.append(_token_ids(vocabulary, profile))
        texts.append(profile_texts(profile))
    index = load_bm25s().BM25(k1=K1, b=0.0, method="lucene", dtype="float64")
    index.index((documents, vocabulary), create_empty_token=False, show_progress=False)
    index.scores["data"] = _remove_idf(index.scores)
    index.save(folder, show_progress=False)
    build_text_table(texts).save(folder)
    hashes = np.array([token_hash(token) for token in vocabulary], dtype=np.uint64)
    order = np.argsort(hashes)
    np.save(folder / TOKEN_HASHES_FILE, hashes[order])
    np.save(folder / TOKEN_IDS_FILE, order)
    np.save(folder / AGENT_IDS_FILE, np.array([agent_id.encode() for agent_id in agent_ids], dtype=np.bytes_))


def _token_ids(vocabulary: dict[str, int], profile: Profile) -> list[int]:
    """Return a profile as bm25s reads it: token ids, repeated by term frequency. Adds new terms to the vocabulary."""
    return [
        token_id
        for term, times in index_terms(profile).items()
        for token_id in (vocabulary.setdefault(term, len(vocabulary)),)
        for _ in range(times)
    ]


def _remove_idf(scores: Any) -> Any:
    """Return the scores without the idf that bm25s multiplies in.

    A search computes idf over both segments. The remaining saturation is rounded back to the exact value that
    MemorySegment computes for the same term frequency.
    """
    import numpy as np

    frequencies = np.diff(scores["indptr"])
    idf = np.log(1 + (scores["num_docs"] - frequencies + 0.5) / (frequencies + 0.5))
    saturation = scores["data"] / np.repeat(idf, frequencies)
    times = np.rint(K1 * saturation / (1 - saturation)).astype(np.int64)
    return np.array([term_saturation(count) for count in range(int(times.max(initial=0)) + 1)])[times]


def main(folder: Path, name: str, count: int, lines: Iterable[bytes]) -> None:
    """Build the index `folder`/`name` unless it exists, and delete the oldest indexes beyond MAX_STORED_INDEXES.

    Of several processes that want to build in one folder, one does so and the others wait; an index appears complete or
    not at all.

    Args:
        folder: Existing folder of the registry's indexes.
        name: Folder name of the index.
        count: Expected number of profiles.
        lines: Active profiles, one JSON object per line.

    Raises:
        ValueError: `lines` holds another number of profiles, or an invalid one.
        OSError: A file cannot be written.
    """
    rows = [line for line in lines if line.strip()]
    if len(rows) != count:
        raise ValueError(f"expected {count} profiles on standard input, got {len(rows)}")
    with (folder / LOCK_FILE).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / name).is_dir():
            return
        temporary = Path(tempfile.mkdtemp(prefix=".made-", dir=folder))
        try:
            write_index(temporary, map(Profile.model_validate_json, rows))
            for path in (*temporary.iterdir(), temporary):
                _fsync(path)
            temporary.rename(folder / name)
            _fsync(folder)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
        for outdated in _outdated_folders(folder):
            shutil.rmtree(outdated, ignore_errors=True)


def _fsync(path: Path) -> None:
    """Flush a file or directory to disk, so that a crash of the machine leaves no empty files behind."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _outdated_folders(folder: Path) -> Sequence[Path]:
    """Return all but the newest indexes, and the temporary folders of killed builders; call it under the lock."""
    indexes = sorted(folder.glob("[!.]*"), key=lambda path: path.stat().st_mtime)
    return [*indexes[:-MAX_STORED_INDEXES], *folder.glob(".made-*")]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.stdin.buffer)
