"""Shapes of a gomoku line: what a stone at an empty point makes in one direction (GH-205), for every neighbourhood.

A shape depends on the four points on either side, because every five through a point lies within them. Overlines win,
so a wall and a stone of the opponent are the same: a block.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

(
    NO_SHAPE,
    BLOCKED_ONE,
    OPEN_ONE,
    BLOCKED_TWO,
    OPEN_TWO,
    WIDE_TWO,
    BLOCKED_THREE,
    OPEN_THREE,
    WIDE_THREE,
    FOUR,
    OPEN_FOUR,
    FIVE,
) = range(12)
"""Classes, the weakest first. A wide two or three has several ways to grow; an open four has two points to win at."""

_NEIGHBOURS = 8
_CODES = 3**_NEIGHBOURS
_WINDOW_STARTS = 5


@cache
def shape_table() -> NDArray[np.uint8]:
    """Return the shapes of both players for each neighbourhood of an empty point, one byte each.

    The index has two bits for each of the eight neighbours, from the first to the last along the direction: 0 empty,
    1 and 2 the players' stones, 3 the wall. The low half of a byte is the first player's shape, the high half the
    second's.
    """
    shapes = _shapes_by_code()
    keys = np.arange(4**_NEIGHBOURS)
    cells = [(keys >> (2 * place)) & 3 for place in range(_NEIGHBOURS)]
    both = np.zeros(len(keys), dtype=np.uint8)
    for player in (1, 2):
        code = np.zeros(len(keys), dtype=np.int64)
        for place, cell in enumerate(cells):
            code += np.where(cell == 0, 0, np.where(cell == player, 1, 2)) * 3**place
        both |= shapes[code] << (4 * (player - 1))
    return both


def _shapes_by_code() -> NDArray[np.uint8]:
    """Return the shape of each neighbourhood in ternary: 0 empty, 1 own, 2 blocked."""
    codes = np.arange(_CODES)
    cells = np.array([(codes // 3**place) % 3 for place in range(_NEIGHBOURS)])
    own = np.insert(cells == 1, _NEIGHBOURS // 2, True, axis=0)
    five = np.zeros(_CODES, dtype=bool)
    for start in range(_WINDOW_STARTS):
        five |= own[start : start + 5].all(axis=0)
    shapes = np.zeros(_CODES, dtype=np.uint8)

    def ways(reached: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return in how many ways one more stone reaches a set of neighbourhoods."""
        count = np.zeros(_CODES, dtype=np.int64)
        for place in range(_NEIGHBOURS):
            empty = cells[place] == 0
            count[empty] += reached[codes[empty] + 3**place]
        return count

    def assign(shape: int, members: NDArray[np.bool_]) -> None:
        shapes[members & (shapes == NO_SHAPE)] = shape

    assign(FIVE, five)
    completions = ways(five)
    assign(OPEN_FOUR, completions > 1)
    assign(FOUR, completions == 1)
    to_open_four = ways(shapes == OPEN_FOUR)
    assign(WIDE_THREE, to_open_four > 1)
    assign(OPEN_THREE, to_open_four == 1)
    assign(BLOCKED_THREE, ways(shapes == FOUR) > 0)
    to_open_three = ways((shapes == OPEN_THREE) | (shapes == WIDE_THREE))
    assign(WIDE_TWO, to_open_three > 2)
    assign(OPEN_TWO, to_open_three > 0)
    assign(BLOCKED_TWO, ways(shapes == BLOCKED_THREE) > 0)
    assign(OPEN_ONE, ways((shapes == OPEN_TWO) | (shapes == WIDE_TWO)) > 0)
    assign(BLOCKED_ONE, ways(shapes == BLOCKED_TWO) > 0)
    return shapes
