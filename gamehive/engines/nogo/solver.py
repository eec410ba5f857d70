"""Exact solver of NoGo: depth-first search with a transposition table of proved positions."""

import numpy as np

from gamehive.engines.kernel import compile_kernel
from gamehive.engines.nogo.fast_board import (
    EMPTY_HIGH,
    EMPTY_LOW,
    MAX_POINTS,
    STATE_SIZE,
    UNSAFE,
    Words,
    count_safe,
    put_stone,
)
from gamehive.engines.nogo.playout import fill_points
from gamehive.engines.nogo.secure_moves import count_secure
from gamehive.engines.search import SearchStop

WON, UNKNOWN, LOST = 1, 0, -1
"""Results for the player to move."""

TABLE_SIZE = 1 << 20
"""Entries of 8 bytes; a power of two."""

KEYS = 8
NUMBER, CURSOR, KEY = 8, 9, 10
"""Columns of a frame: the hash of each symmetry, then the number of moves, the next one, and the smallest hash."""
MOVES = 16
FRAME_SIZE = MOVES + MAX_POINTS


class SolverMemory:
    """Memory of a solver.

    Attributes:
        states: State of the board after each ply.
        frames: Hashes and moves of each ply.
        table: Proved positions: their key, with the lowest bit set if they are won.
        points: Lists of points.
    """

    def __init__(self) -> None:
        self.states = np.empty((MAX_POINTS + 2, STATE_SIZE), dtype=np.int64)
        self.frames = np.empty((MAX_POINTS + 2, FRAME_SIZE), dtype=np.int64)
        self.table = np.zeros(TABLE_SIZE, dtype=np.int64)
        self.points = np.empty(3 * 128, dtype=np.int64)


@compile_kernel
def solve(
    states: Words,
    frames: Words,
    table: Words,
    points: Words,
    start: Words,
    geometry: Words,
    numbers: Words,
    player: int,
    limit: int,
    stop: SearchStop,
    counter: Words,
) -> int:
    """Return the result with best play for the player to move, UNKNOWN if it is not found within the limit.

    Args:
        states: Memory of `SolverMemory`: states of the positions on the way.
        frames: Memory of `SolverMemory`: where the search of each of them is.
        table: Memory of `SolverMemory`: results that are known.
        points: Memory of `SolverMemory`: moves in their order.
        start: State of the board.
        geometry: Its geometry.
        numbers: Random numbers of its points, by symmetry and player.
        player: Who is to move.
        limit: Positions that may be visited.
        stop: Byte that ends the search.
        counter: Number of positions visited, which is added to, shape (1,).
    """
    states[0] = start
    for symmetry in range(KEYS):
        frames[0, symmetry] = 0
    for point in range(len(geometry) - 1):
        if start[point] != 0:
            for symmetry in range(KEYS):
                frames[0, symmetry] ^= numbers[symmetry, start[point], point]
    visited, depth = 0, 0
    result = UNKNOWN
    entered = True
    while True:
        if entered:
            visited += 1
            if visited > limit or (visited & 63 == 0 and stop[0] != 0):
                counter[0] += visited
                return UNKNOWN
            result = _open_frame(states, frames, table, points, depth, geometry, numbers, player)
        elif result == LOST:
            result = WON
        else:
            result = UNKNOWN
        if result == UNKNOWN:
            cursor = frames[depth, CURSOR]
            if cursor < frames[depth, NUMBER]:
                frames[depth, CURSOR] = cursor + 1
                point = frames[depth, MOVES + cursor] & 127
                _play(states, frames, depth, geometry, numbers, point, player)
                depth += 1
                player = 3 - player
                entered = True
                continue
            result = LOST
        key = frames[depth, KEY]
        table[key & (len(table) - 1)] = (key | 1) if result == WON else (key & ~1)
        if depth == 0:
            counter[0] += visited
            return result
        depth -= 1
        player = 3 - player
        entered = False


@compile_kernel
def _play(states: Words, frames: Words, depth: int, geometry: Words, numbers: Words, point: int, player: int) -> None:
    """Write the state and the hashes after a move into the next frame."""
    states[depth + 1] = states[depth]
    put_stone(states[depth + 1], geometry, point, player)
    for symmetry in range(KEYS):
        frames[depth + 1, symmetry] = frames[depth, symmetry] ^ numbers[symmetry, player, point]


@compile_kernel
def _set_key(frames: Words, depth: int, player: int) -> int:
    """Note and return the key of a position: the same for symmetric ones, another for the other player to move."""
    key = frames[depth, 0]
    for symmetry in range(1, KEYS):
        key = min(key, frames[depth, symmetry])
    key = (key ^ (key >> 29)) * 6364136223846793005 + player * 2
    key ^= key >> 32
    frames[depth, KEY] = key
    return key


@compile_kernel
def _probe(table: Words, key: int) -> int:
    """Return the proved result of a position; UNKNOWN if the table does not have it."""
    entry = table[key & (len(table) - 1)]
    if entry >> 1 != key >> 1 or entry == 0:
        return UNKNOWN
    return WON if entry & 1 else LOST


@compile_kernel
def _open_frame(
    states: Words, frames: Words, table: Words, points: Words, depth: int, geometry: Words, numbers: Words, player: int
) -> int:
    """Return the result of a position if it is plain; otherwise list its moves, the most promising first."""
    state = states[depth]
    frames[depth, CURSOR] = 0
    frames[depth, NUMBER] = 0
    known = _probe(table, _set_key(frames, depth, player))
    if known != UNKNOWN:
        return known
    own, other = count_safe(state, player), count_safe(state, 3 - player)
    if own == 0:
        return LOST
    if own > other and count_secure(state, geometry, player, points) > other:
        return WON
    if other >= own and count_secure(state, geometry, 3 - player, points) >= own:
        return LOST
    unsafe = UNSAFE + 2 * player
    number = fill_points(points, 0, state[EMPTY_LOW] & ~state[unsafe], state[EMPTY_HIGH] & ~state[unsafe + 1])
    listed = 0
    for index in range(number):
        point = points[index]
        _play(states, frames, depth, geometry, numbers, point, player)
        after = states[depth + 1]
        remaining = count_safe(after, 3 - player)
        known = _probe(table, _set_key(frames, depth + 1, 3 - player)) if remaining > 0 else LOST
        if known == LOST:
            return WON
        if known == WON:
            continue
        order = (128 + remaining - count_safe(after, player)) * 128 + point
        place = MOVES + listed
        while place > MOVES and frames[depth, place - 1] > order:
            frames[depth, place] = frames[depth, place - 1]
            place -= 1
        frames[depth, place] = order
        listed += 1
    frames[depth, NUMBER] = listed
    return UNKNOWN if listed > 0 else LOST
