"""Weights of gomoku shapes and ranks: for the order of moves and for the evaluation of quiet positions."""

import numpy as np
from numpy.typing import NDArray

from gamehive.engines.gomoku.layout import (
    BALANCE_WEIGHTS,
    COUNTER_WEIGHTS,
    MOVE_WEIGHT,
    ORDER_WEIGHTS,
    OTHER_RANK_WEIGHTS,
    OWN_RANK_WEIGHTS,
)

_COUNTERS = (0, 0, 0, 0, 1 << 12, 1 << 12, 1 << 12, 1 << 9, 1 << 9, 1 << 6, 1 << 3, 1)
"""Fields of three bits that count fives, open fours, fours, open threes, and what leads to them at a point."""

_ORDER = (0, 1, 2, 6, 14, 18, 16, 50, 60, 55, 300, 1000)
# Fitted by logistic regression to the results of games that the engine played against itself from random openings; a
# balance of 200 is one unit of the logistic.
_BALANCE = (0, 0, 0, 0, 8, 8, 9, 42, 28, 70, 128, 200)
_OWN_RANKS = ((0,) * 4, (0,) * 4, (0,) * 4, (0, 25, 50, 60), (0,) * 4, (0, 80, 100, 120), (0,) * 4, (0,) * 4)
_OTHER_RANKS = (
    (0,) * 4,
    (0,) * 4,
    (0,) * 4,
    (0, -25, -25, -30),
    (0,) * 4,
    (0, -55, -60, -60),
    (0, 0, -15, -20),
    (0,) * 4,
)
_MOVE = 185


def write_weights(state: NDArray[np.int32]) -> None:
    """Copy the weights into the array of a position."""
    for first in range(12):
        for second in range(12):
            both = first + 16 * second
            state[COUNTER_WEIGHTS + both] = _COUNTERS[first] + (_COUNTERS[second] << 15)
            state[ORDER_WEIGHTS + both] = _ORDER[first] + _ORDER[second]
            state[BALANCE_WEIGHTS + both] = _BALANCE[first] - _BALANCE[second]
    state[OWN_RANK_WEIGHTS : OWN_RANK_WEIGHTS + 32] = np.ravel(_OWN_RANKS)
    state[OTHER_RANK_WEIGHTS : OTHER_RANK_WEIGHTS + 32] = np.ravel(_OTHER_RANKS)
    state[MOVE_WEIGHT] = _MOVE
