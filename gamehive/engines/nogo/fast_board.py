"""Fast board of NoGo: groups with their liberties as bits, and the points where each player may not play (GH-207, 211).

A point that is unsafe for a player stays so until the end of the game: a group gets liberties only by a stone on one of
its own. So unsafe points are collected as they appear, and a safe move is found without a test of its groups.

A state is one array of int64, so that a copy of it is one copy of memory. Points are numbered row by row; point number
`points` stands for everything outside the board. Sets of points are two words of 63 bits, low and high, so that they
never become negative.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamehive.core.games.board import FIRST, Board, neighbours
from gamehive.engines.kernel import compile_inline, compile_kernel
from gamehive.engines.nogo.bits import count_bits, lowest_bit

Words = NDArray[np.int64]
"""State of a board, or a table of its geometry."""

MAX_POINTS = 126
WORD_BITS = 63

STRIDE = 128
ROOT, NEXT, LOW, HIGH = STRIDE, 2 * STRIDE, 3 * STRIDE, 4 * STRIDE
"""Parts of a state after the stones: a group's root, its stones as a ring, and at the root its liberties."""
EMPTY_LOW, EMPTY_HIGH = 5 * STRIDE, 5 * STRIDE + 1
UNSAFE = 5 * STRIDE
"""Unsafe points of player n are the words UNSAFE + 2n and UNSAFE + 2n + 1."""
STATE_SIZE = 5 * STRIDE + 8
OUTSIDE = 3
"""Value of the point that stands for everything outside the board."""

BIT_LOW, BIT_HIGH, BESIDE_LOW, BESIDE_HIGH = 4, 5, 6, 7
"""Columns of the geometry after a point's four neighbours: its bit, and the bits of the points beside it."""


def build_geometry(rows: int, columns: int) -> Words:
    """Return for each point its neighbours and sets of bits, shape (points + 1, 8).

    Raises:
        ValueError: The board has more than 126 points, or none.
    """
    points = rows * columns
    if not 0 < points <= MAX_POINTS:
        raise ValueError(f"a board of NoGo has 1 to {MAX_POINTS} points, not {points}")
    geometry = np.zeros((points + 1, 8), dtype=np.int64)
    geometry[:, :4] = points
    for point, beside in enumerate(neighbours(rows, columns)):
        geometry[point, : len(beside)] = beside
        geometry[point, BIT_LOW + point // WORD_BITS] = 1 << point % WORD_BITS
        for each in beside:
            geometry[point, BESIDE_LOW + each // WORD_BITS] |= 1 << each % WORD_BITS
    return geometry


def build_state(board: Board, geometry: Words) -> Words:
    """Return the state of a board."""
    state = np.zeros(STATE_SIZE, dtype=np.int64)
    clear_state(state, geometry)
    for point, player in enumerate(board.cells):
        if player:
            put_stone(state, geometry, point, player)
    return state


def list_safe(state: Words, geometry: Words, player: int) -> list[int]:
    """Return the points where a player may put a stone without losing at once, in order."""
    low = int(state[EMPTY_LOW] & ~state[UNSAFE + 2 * player])
    high = int(state[EMPTY_HIGH] & ~state[UNSAFE + 2 * player + 1])
    both = low | high << WORD_BITS
    return [point for point in range(len(geometry) - 1) if both >> point & 1]


@compile_kernel
def clear_state(state: Words, geometry: Words) -> None:
    """Make a state that of the empty board."""
    state[:] = 0
    points = len(geometry) - 1
    state[points] = OUTSIDE
    for point in range(points):
        state[EMPTY_LOW] |= geometry[point, BIT_LOW]
        state[EMPTY_HIGH] |= geometry[point, BIT_HIGH]
    for point in range(points):
        if geometry[point, BESIDE_LOW] == 0 and geometry[point, BESIDE_HIGH] == 0:
            for player in range(1, 3):
                state[UNSAFE + 2 * player] |= geometry[point, BIT_LOW]


@compile_kernel
def put_stone(state: Words, geometry: Words, point: int, player: int) -> None:
    """Put a stone at an empty point, and note which points have become unsafe for whom."""
    low_bit, high_bit = geometry[point, BIT_LOW], geometry[point, BIT_HIGH]
    state[EMPTY_LOW] &= ~low_bit
    state[EMPTY_HIGH] &= ~high_bit
    empty_low, empty_high = state[EMPTY_LOW], state[EMPTY_HIGH]
    low, high = geometry[point, BESIDE_LOW] & empty_low, geometry[point, BESIDE_HIGH] & empty_high
    state[point] = player
    root = -1
    for side in range(4):
        beside = geometry[point, side]
        owner = int(state[beside])
        if owner == player:
            group = state[ROOT + beside]
            if root < 0:
                root = group
                state[ROOT + point] = root
                state[NEXT + point] = state[NEXT + root]
                state[NEXT + root] = point
                low |= state[LOW + root]
                high |= state[HIGH + root]
            elif group != root:
                low |= state[LOW + group]
                high |= state[HIGH + group]
                each = group
                while True:
                    state[ROOT + each] = root
                    each = state[NEXT + each]
                    if each == group:
                        break
                state[NEXT + group], state[NEXT + root] = state[NEXT + root], state[NEXT + group]
        elif owner == 3 - player:
            group = state[ROOT + beside]
            other_low, other_high = state[LOW + group] & ~low_bit, state[HIGH + group] & ~high_bit
            state[LOW + group], state[HIGH + group] = other_low, other_high
            if has_one_point(other_low, other_high):
                _mark_last_liberty(state, geometry, owner, other_low, other_high)
    if root < 0:
        root = point
        state[ROOT + point] = point
        state[NEXT + point] = point
    low, high = low & ~low_bit, high & ~high_bit
    state[LOW + root], state[HIGH + root] = low, high
    if has_one_point(low, high):
        _mark_last_liberty(state, geometry, player, low, high)
    for side in range(4):
        beside = geometry[point, side]
        if (
            state[beside] == 0
            and geometry[beside, BESIDE_LOW] & empty_low == 0
            and geometry[beside, BESIDE_HIGH] & empty_high == 0
        ):
            _mark_suicide(state, geometry, beside, FIRST)
            _mark_suicide(state, geometry, beside, 3 - FIRST)


@compile_kernel
def has_one_point(low: Any, high: Any) -> bool:
    """Return whether a set has one point at most."""
    return (low & (low - 1)) == 0 and (high & (high - 1)) == 0 and (low == 0 or high == 0)


@compile_inline
def is_in(point: int, low: Any, high: Any) -> bool:
    """Return whether a point is one of a set."""
    if point < WORD_BITS:
        return (low >> point) & 1 != 0
    return (high >> (point - WORD_BITS)) & 1 != 0


@compile_kernel
def first_point(low: Any, high: Any) -> int:
    """Return the lowest point of a set that is not empty."""
    return lowest_bit(low) if low != 0 else WORD_BITS + lowest_bit(high)


@compile_kernel
def count_points(low: Any, high: Any) -> int:
    """Return the number of points of a set."""
    return count_bits(low) + count_bits(high)


@compile_kernel
def count_safe(state: Words, player: int) -> int:
    """Return the number of safe moves of a player."""
    unsafe = UNSAFE + 2 * player
    return count_points(state[EMPTY_LOW] & ~state[unsafe], state[EMPTY_HIGH] & ~state[unsafe + 1])


@compile_kernel
def count_open(state: Words) -> int:
    """Return the number of points that are safe for a player at least."""
    return count_points(
        state[EMPTY_LOW] & ~(state[UNSAFE + 2] & state[UNSAFE + 4]),
        state[EMPTY_HIGH] & ~(state[UNSAFE + 3] & state[UNSAFE + 5]),
    )


@compile_kernel
def _mark_last_liberty(state: Words, geometry: Words, owner: int, low: Any, high: Any) -> None:
    """Note that the opponent may not take the last liberty of a group, nor the owner if that leaves it none."""
    if low == 0 and high == 0:
        return
    unsafe = UNSAFE + 2 * (3 - owner)
    state[unsafe] |= low
    state[unsafe + 1] |= high
    point = first_point(low, high)
    if geometry[point, BESIDE_LOW] & state[EMPTY_LOW] == 0 and geometry[point, BESIDE_HIGH] & state[EMPTY_HIGH] == 0:
        _mark_suicide(state, geometry, point, owner)


@compile_kernel
def _mark_suicide(state: Words, geometry: Words, point: int, player: int) -> None:
    """Note whether a stone at a point with no empty one beside it has no liberty."""
    for side in range(4):
        beside = geometry[point, side]
        if state[beside] == player:
            root = state[ROOT + beside]
            if not has_one_point(int(state[LOW + root]), int(state[HIGH + root])):
                return
    unsafe = UNSAFE + 2 * player
    state[unsafe] |= geometry[point, BIT_LOW]
    state[unsafe + 1] |= geometry[point, BIT_HIGH]
