"""Table of the texts of an index segment: which texts each profile consists of, with every text once.

Texts are numbered: those of capabilities first, then the rest of profiles (profile_texts.py).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from negotiation.registry.profile_texts import DIGEST_BYTES, ProfileTexts, text_digest

Numbers = NDArray[np.int64]

NO_TEXT = -1
_FILES = ("capability_starts", "capability_texts", "rest_texts", "text_digests", "text_offsets", "text_bytes")


@dataclass(frozen=True, eq=False)
class TextTable:
    """Texts of profiles, which are the rows.

    Attributes:
        capability_starts: Where each profile's numbers begin in `capability_texts`; one more entry than profiles.
        capability_texts: Text number of each capability of each profile; NO_TEXT without a letter or digit.
        rest_texts: Text number of each profile's rest, or NO_TEXT.
        text_digests: Digest of each text (`text_digest`), shape (texts, DIGEST_BYTES).
        text_offsets: Where the UTF-8 of each capability text begins in `text_bytes`; one more entry than such texts.
        text_bytes: UTF-8 of all capability texts.
    """

    capability_starts: Numbers
    capability_texts: Numbers
    rest_texts: Numbers
    text_digests: NDArray[np.uint8]
    text_offsets: Numbers
    text_bytes: NDArray[np.uint8]

    @property
    def text_count(self) -> int:
        """Number of distinct texts."""
        return len(self.text_digests)

    @property
    def capability_count(self) -> int:
        """Number of distinct texts of capabilities; they have the numbers below this one."""
        return len(self.text_offsets) - 1

    @cached_property
    def rows_of_capabilities(self) -> Numbers:
        """The row of the profile of each entry of `capability_texts`."""
        return np.repeat(np.arange(len(self.rest_texts)), np.diff(self.capability_starts))

    def used_by(self, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which texts at least one of these profiles has."""
        used = np.zeros(self.text_count + 1, dtype=np.bool_)  # the last entry is NO_TEXT
        used[self.capability_texts[rows[self.rows_of_capabilities]]] = True
        used[self.rest_texts[rows]] = True
        return used[:-1]

    def capability(self, number: int) -> str:
        """Return the text of a capability."""
        start, end = self.text_offsets[number : number + 2]
        return bytes(self.text_bytes[start:end]).decode()

    def capabilities_of(self, row: int) -> Sequence[int]:
        """Return the text numbers of a profile's capabilities, in their order; NO_TEXT among them."""
        start, end = self.capability_starts[row : row + 2]
        return [int(number) for number in self.capability_texts[start:end]]

    def digest(self, number: int) -> bytes:
        """Return the digest of a text."""
        return bytes(self.text_digests[number])

    def best_by_profile(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the highest score of each profile's texts, by row, from those of all texts; 0 without any."""
        best = np.zeros(len(self.rest_texts))
        padded = np.append(scores, 0.0)  # NO_TEXT is the last entry
        filled = np.flatnonzero(np.diff(self.capability_starts))
        if len(filled):
            best[filled] = np.maximum.reduceat(padded[self.capability_texts], self.capability_starts[filled])
        return np.maximum(np.maximum(best, padded[self.rest_texts]), 0.0)

    def save(self, folder: Path) -> None:
        """Write the table into an existing folder; raises OSError if that fails."""
        for name in _FILES:
            np.save(folder / f"{name}.npy", getattr(self, name))

    @classmethod
    def open(cls, folder: Path) -> "TextTable":
        """Map the table that `save` wrote into a folder; raises OSError or ValueError if it is not readable."""
        return cls(*(np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r")) for name in _FILES))


def build_text_table(profiles: Iterable[ProfileTexts]) -> TextTable:
    """Return the table of the texts of profiles, in their order."""
    rows = list(profiles)
    capabilities = dict[str, int]()
    for row in rows:
        for text in filter(None, row.capabilities):
            capabilities.setdefault(text, len(capabilities))
    numbers = dict(capabilities)
    for row in rows:
        if row.rest:
            numbers.setdefault(row.rest, len(numbers))
    digests = b"".join(map(text_digest, numbers))
    encoded = [text.encode("utf-8", "replace") for text in capabilities]
    return TextTable(
        _offsets(len(row.capabilities) for row in rows),
        _array(numbers.get(text, NO_TEXT) for row in rows for text in row.capabilities),
        _array(numbers.get(row.rest, NO_TEXT) for row in rows),
        np.frombuffer(digests, dtype=np.uint8).reshape(-1, DIGEST_BYTES),
        _offsets(map(len, encoded)),
        np.frombuffer(b"".join(encoded), dtype=np.uint8),
    )


def _array(numbers: Iterable[int]) -> Numbers:
    return np.fromiter(numbers, dtype=np.int64)


def _offsets(lengths: Iterable[int]) -> Numbers:
    return np.concatenate(([0], np.cumsum(_array(lengths))))
