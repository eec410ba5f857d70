"""Rules of NoGo for machine code: whether a move is safe, and random games to the end (GH-207, GH-212)."""

import numpy as np
from numpy.typing import NDArray

from gamehive.core.games.board import neighbours
from gamehive.engines.kernel import compile_inline, compile_kernel

Cells = NDArray[np.int8]
Integers = NDArray[np.int32]


def build_neighbours(rows: int, columns: int) -> Integers:
    """Return for each point the up to four points beside it, filled up with -1."""
    beside = neighbours(rows, columns)
    table = np.full((rows * columns, 4), -1, dtype=np.int32)
    for at, points in enumerate(beside):
        table[at, : len(points)] = points
    return table


@compile_inline
def next_random(state: NDArray[np.uint64]) -> np.int64:
    """Return the next 31 random bits of a xorshift generator with a state that is not 0."""
    value = state[0]
    value ^= value << np.uint64(13)
    value ^= value >> np.uint64(7)
    value ^= value << np.uint64(17)
    state[0] = value
    return np.int64(value >> np.uint64(33))


@compile_kernel
def has_liberty(cells: Cells, beside: Integers, start: int, stack: Integers, marks: Integers) -> bool:
    """Return whether the group at a point has an empty point beside it; `marks[-1]` counts the calls."""
    marks[-1] += 1
    mark = marks[-1]
    player = cells[start]
    stack[0] = start
    marks[start] = mark
    height = 1
    while height > 0:
        height -= 1
        at = stack[height]
        for side in range(4):
            other = beside[at, side]
            if other < 0:
                break
            if cells[other] == 0:
                return True
            if cells[other] == player and marks[other] != mark:
                marks[other] = mark
                stack[height] = other
                height += 1
    return False


@compile_kernel
def is_safe_stone(cells: Cells, beside: Integers, at: int, player: int, stack: Integers, marks: Integers) -> bool:
    """Return whether a stone of a player may be put on an empty point without taking a last liberty."""
    cells[at] = player
    safe = has_liberty(cells, beside, at, stack, marks)
    for side in range(4):
        other = beside[at, side]
        if not safe or other < 0:
            break
        if cells[other] == 3 - player:
            safe = has_liberty(cells, beside, other, stack, marks)
    cells[at] = 0
    return safe


@compile_kernel
def list_safe_stones(
    cells: Cells, beside: Integers, player: int, stack: Integers, marks: Integers, moves: Integers
) -> int:
    """Fill in the safe moves of a player; return their number."""
    count = 0
    for at in range(cells.size):
        if cells[at] == 0 and is_safe_stone(cells, beside, at, player, stack, marks):
            moves[count] = at
            count += 1
    return count


@compile_kernel
def play_out(
    cells: Cells,
    beside: Integers,
    player: int,
    random: NDArray[np.uint64],
    stack: Integers,
    marks: Integers,
    untried: Integers,
) -> int:
    """Play random safe moves from a player's turn until one has none left; return the winner.

    A move that is unsafe once stays so, because no stone is ever taken off the board; so it is tried only once.
    """
    counts = np.zeros(3, dtype=np.int32)
    for each in (1, 2):
        for at in range(cells.size):
            if cells[at] == 0:
                untried[each, counts[each]] = at
                counts[each] += 1
    while True:
        moved = False
        while counts[player] > 0 and not moved:
            choice = next_random(random) % counts[player]
            at = untried[player, choice]
            counts[player] -= 1
            untried[player, choice] = untried[player, counts[player]]
            if cells[at] == 0 and is_safe_stone(cells, beside, at, player, stack, marks):
                cells[at] = player
                moved = True
        if not moved:
            return 3 - player
        player = 3 - player
