"""Random numbers by which positions are hashed so that symmetric ones have one key."""

from functools import cache

import numpy as np

from gamehive.engines.nogo.fast_board import Words

SYMMETRIES = 8


@cache
def build_hash_numbers(rows: int, columns: int) -> Words:
    """Return a random number for each symmetry, player and point, shape (8, 3, points).

    The symmetries of a board that is no square are its four, twice.
    """
    random = np.random.default_rng(rows * 128 + columns)
    numbers = random.integers(-(2**63), 2**63, size=(3, rows, columns), dtype=np.int64)
    turned = numbers.transpose(0, 2, 1) if rows == columns else numbers
    symmetric = [
        each[:, ::vertical, ::horizontal]
        for each in (numbers, turned)
        for vertical in (1, -1)
        for horizontal in (1, -1)
    ]
    return np.ascontiguousarray(np.stack(symmetric).reshape(SYMMETRIES, 3, rows * columns))
