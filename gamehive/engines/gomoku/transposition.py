"""Transposition table of the gomoku searches: one half for the alpha-beta search, one for proofs by threats."""

import numpy as np
from numpy.typing import NDArray

from gamehive.engines.gomoku.layout import GENERATION, PROVED_WIN
from gamehive.engines.gomoku.pattern_board import HASH, Hashes
from gamehive.engines.kernel import compile_inline

Table = NDArray[np.int64]
"""Rows of a key and of packed data; the number of rows is a power of two."""

_ROWS = 1 << 20
_GENERATION_BIT = 46
_DATA_MASK = (1 << _GENERATION_BIT) - 1


def new_table() -> Table:
    """Return an empty table of 16 MB."""
    return np.zeros((_ROWS, 2), dtype=np.int64)


@compile_inline
def position_key(hashes: Hashes, player: int) -> int:
    """Return the key of the position with a player to move."""
    return hashes[HASH] ^ hashes[HASH + 1] if player == 2 else hashes[HASH]


@compile_inline
def read_entry(table: Table, work: NDArray[np.int32], key: int, half: int) -> int:
    """Return the packed data that this search has stored for a key in a half of the table; 0 if there is none.

    What an earlier search has stored counts as absent: an answer shall not depend on the searches before it.
    """
    rows = table.shape[0] >> 1
    row = (key & (rows - 1)) + half * rows
    data = table[row, 1]
    if table[row, 0] != key or data >> _GENERATION_BIT != work[GENERATION]:
        return 0
    return data & _DATA_MASK


@compile_inline
def write_entry(table: Table, work: NDArray[np.int32], key: int, half: int, data: int) -> None:
    """Store packed data of at most 46 bits for a key."""
    rows = table.shape[0] >> 1
    row = (key & (rows - 1)) + half * rows
    table[row, 0] = key
    table[row, 1] = data | ((work[GENERATION] + 0) << _GENERATION_BIT)


@compile_inline
def score_to_entry(score: int, ply: int) -> int:
    """Count a proved win from the position instead of from the root."""
    if score >= PROVED_WIN:
        return score + ply
    return score - ply if score <= -PROVED_WIN else score


@compile_inline
def score_from_entry(score: int, ply: int) -> int:
    """Count a proved win from the root instead of from the position."""
    if score >= PROVED_WIN:
        return score - ply
    return score + ply if score <= -PROVED_WIN else score
