"""Board of gomoku that keeps the shapes at every empty point up to date as stones are put and taken back."""

import numpy as np
from numpy.typing import NDArray

from gamehive.core.games.board import EMPTY, Board, Point
from gamehive.engines.gomoku.layout import (
    AREA,
    BALANCE,
    BALANCE_WEIGHTS,
    CELLS,
    COUNTER_WEIGHTS,
    COUNTERS,
    FRAME_COUNT,
    FRAME_LENGTH,
    FRAMES,
    KEYS,
    NEAR,
    RANK_BUILD,
    RANK_COUNTS,
    RANK_FIVE,
    RANK_FOUR,
    RANK_FOUR_THREE,
    RANK_NONE,
    RANK_THREE,
    RANK_TWO_FOURS,
    RANK_TWO_THREES,
    RANKS,
    SHAPES,
    SIZE,
    STATE_LENGTH,
    STONES,
    STRIDE,
    WALL,
    WALL_WIDTH,
)
from gamehive.engines.gomoku.shape import shape_table
from gamehive.engines.gomoku.weights import write_weights
from gamehive.engines.kernel import compile_inline, compile_kernel

HASH = 2 * AREA
"""Index of the position's hash in the array of random numbers; the two players' numbers for a point precede it."""

_SIZE_FACTOR = 0x9E3779B97F4A7

# Numba checks for negative indexes unless it sees that there are none: masks show it.
POINT_MASK, KEY_MASK, ENTRY_MASK = 1023, 0xFFFF, 0xFFFFF

State = NDArray[np.int32]
ShapeTable = NDArray[np.uint8]
Hashes = NDArray[np.int64]


def new_hashes() -> Hashes:
    """Return the random numbers of a position's hash, always the same ones."""
    numbers = np.random.default_rng(205).integers(1, 2**62, size=HASH + 8, dtype=np.int64)
    numbers[HASH] = 0
    return numbers


def new_state() -> State:
    """Return the array of a position, to be filled by `write_board`."""
    state = np.zeros(STATE_LENGTH, dtype=np.int32)
    write_weights(state)
    return state


def to_index(point: Point) -> int:
    """Return the index of a point on the walled board."""
    return (point.x + WALL_WIDTH) * STRIDE + point.y + WALL_WIDTH


def to_point(index: int) -> Point:
    """Return the point of an index on the walled board."""
    return Point(index // STRIDE - WALL_WIDTH, index % STRIDE - WALL_WIDTH)


def write_board(state: State, hashes: Hashes, board: Board) -> None:
    """Write a square board into the array of a position."""
    clear_state(state, shape_table(), board.rows)
    # The same stones on a board of another size are another position.
    hashes[HASH] = board.rows * _SIZE_FACTOR
    for point in board.points():
        stone = board.stone_at(point)
        if stone != EMPTY:
            put_stone(state, shape_table(), hashes, to_index(point), stone)
            state[FRAME_COUNT] = 0


@compile_inline
def widen(number: int) -> int:
    """Return a number of an array in 64 bits, so that kernels are compiled for one type only."""
    return number + 0


@compile_inline
def find_rank(counters: int) -> int:
    """Return the rank of a point by a player's counters of the shapes in its four directions."""
    if counters & 7:
        return RANK_FIVE
    fours = (counters >> 6) & 7
    if counters & 56 or fours > 1:
        return RANK_TWO_FOURS
    threes = (counters >> 9) & 7
    if fours:
        return RANK_FOUR_THREE if threes else RANK_FOUR
    if threes:
        return RANK_TWO_THREES if threes > 1 else RANK_THREE
    return RANK_BUILD if counters else RANK_NONE


@compile_inline
def builds_nothing(counters: int) -> bool:
    """Return whether a player's counters show neither a three nor what may become one."""
    return (counters >> 9) & 63 == 0


@compile_inline
def _direction(index: int) -> int:
    return 1 if index == 0 else STRIDE + index - 2


@compile_kernel
def clear_state(state: State, shapes: ShapeTable, size: int) -> None:
    """Write an empty board of a size into the array of a position."""
    for index in range(COUNTER_WEIGHTS):
        state[index] = 0
    state[SIZE] = size
    for point in range(AREA):
        x, y = point // STRIDE - WALL_WIDTH, point % STRIDE - WALL_WIDTH
        if x < 0 or y < 0 or x >= size or y >= size:
            state[CELLS + point] = WALL
    for x in range(size):
        for y in range(size):
            point = (x + WALL_WIDTH) * STRIDE + y + WALL_WIDTH
            for direction in range(4):
                step, key = _direction(direction), 0
                for place in range(4):
                    key |= state[CELLS + point + (place - 4) * step] << (2 * place)
                    key |= state[CELLS + point + (place + 1) * step] << (2 * place + 8)
                state[KEYS + point * 4 + direction] = key
                both = shapes[key]
                state[SHAPES + point * 4 + direction] = both
                state[BALANCE] += state[BALANCE_WEIGHTS + both]
                state[COUNTERS + point] += state[COUNTER_WEIGHTS + both]
            for player in range(2):
                rank = find_rank((state[COUNTERS + point] >> (15 * player)) & 32767)
                state[RANKS + 2 * point + player] = rank
                state[RANK_COUNTS + 8 * (player + 1) + rank] += 1


@compile_inline
def _change_point(state: State, point: int, sign: int) -> None:
    """Add (1) or remove (-1) a point's share of the sums over empty points."""
    for direction in range(4):
        state[BALANCE] += sign * state[BALANCE_WEIGHTS + state[SHAPES + 4 * point + direction]]
    state[RANK_COUNTS + 8 + state[RANKS + 2 * point]] += sign
    state[RANK_COUNTS + 16 + state[RANKS + 2 * point + 1]] += sign
    state[STONES] -= sign
    for x in range(-2, 3):
        row = NEAR + point + x * STRIDE
        for y in range(-2, 3):
            state[row + y] -= sign


@compile_kernel
def put_stone(state: State, shapes: ShapeTable, hashes: Hashes, point: int, player: int) -> None:
    """Put a stone at an empty point; what changes is noted for `remove_stone`."""
    point &= POINT_MASK
    frame = FRAMES + FRAME_LENGTH * (state[FRAME_COUNT] & POINT_MASK)
    state[FRAME_COUNT] += 1
    state[frame + 2] = state[BALANCE]
    for index in range(16):
        state[frame + 4 + index] = state[RANK_COUNTS + 8 + index]
    state[CELLS + point] = player
    _change_point(state, point, -1)
    hashes[HASH] ^= hashes[2 * point + player - 1]
    next_shape, next_counter, balance = frame + 24, frame + 56, 0
    for direction in range(4):
        step = _direction(direction)
        for side in range(2):
            # A stone ahead of the point seen from another one lies behind it on the other side.
            bits = player << 6 if side else player << 8
            other = point
            for _ in range(4):
                other = (other + step if side else other - step) & POINT_MASK
                cell = state[CELLS + other]
                if cell == WALL:
                    break
                slot = other * 4 + direction
                key = (state[KEYS + slot] ^ bits) & KEY_MASK
                state[KEYS + slot] = key
                bits = bits >> 2 if side else bits << 2
                new, old = shapes[key] + 0, state[SHAPES + slot] & 255
                state[SHAPES + slot] = new
                state[next_shape] = (slot << 8) | old
                next_shape += 1
                mask = -(cell == EMPTY)
                balance += (state[BALANCE_WEIGHTS + new] - state[BALANCE_WEIGHTS + old]) & mask
                difference = (state[COUNTER_WEIGHTS + new] - state[COUNTER_WEIGHTS + old]) & mask
                if difference != 0:
                    counters = state[COUNTERS + other]
                    first, second = state[RANKS + 2 * other] & 7, state[RANKS + 2 * other + 1] & 7
                    state[next_counter] = (other << 8) | (first << 4) | second
                    state[next_counter + 1] = counters
                    next_counter += 2
                    counters += difference
                    state[COUNTERS + other] = counters
                    first_rank, second_rank = find_rank(counters & 32767), find_rank((counters >> 15) & 32767)
                    state[RANKS + 2 * other], state[RANKS + 2 * other + 1] = first_rank, second_rank
                    state[RANK_COUNTS + 8 + first] -= 1
                    state[RANK_COUNTS + 8 + first_rank] += 1
                    state[RANK_COUNTS + 16 + second] -= 1
                    state[RANK_COUNTS + 16 + second_rank] += 1
    state[BALANCE] += balance
    state[frame], state[frame + 1] = next_shape, next_counter


@compile_kernel
def remove_stone(state: State, hashes: Hashes, point: int, player: int) -> None:
    """Take back the stone that was put last."""
    point &= POINT_MASK
    state[FRAME_COUNT] -= 1
    frame = FRAMES + FRAME_LENGTH * (state[FRAME_COUNT] & POINT_MASK)
    hashes[HASH] ^= hashes[2 * point + player - 1]
    for direction in range(4):
        step = _direction(direction)
        for side in range(2):
            bits = player << 6 if side else player << 8
            other = point
            for _ in range(4):
                other = (other + step if side else other - step) & POINT_MASK
                if state[CELLS + other] == WALL:
                    break
                state[KEYS + other * 4 + direction] ^= bits
                bits = bits >> 2 if side else bits << 2
    for index in range(frame + 24, state[frame]):
        entry = state[index] & ENTRY_MASK
        state[SHAPES + (entry >> 8)] = entry & 255
    for index in range(frame + 56, state[frame + 1], 2):
        entry = state[index] & ENTRY_MASK
        other = entry >> 8
        state[COUNTERS + other] = state[index + 1]
        state[RANKS + 2 * other], state[RANKS + 2 * other + 1] = (entry >> 4) & 15, entry & 15
    _change_point(state, point, 1)
    state[CELLS + point] = EMPTY
    state[BALANCE] = state[frame + 2]
    for index in range(16):
        state[RANK_COUNTS + 8 + index] = state[frame + 4 + index]


@compile_kernel
def five_beside(state: State, player: int, point: int) -> int:
    """Return an empty point on a line of a point, at most four away, where the player makes a five; -1 if none."""
    for direction in range(4):
        step = _direction(direction)
        for side in range(2):
            other = point
            for _ in range(4):
                other = (other + step if side else other - step) & POINT_MASK
                cell = state[CELLS + other]
                if cell == WALL:
                    break
                if cell == EMPTY and state[RANKS + 2 * other + player - 1] == RANK_FIVE:
                    return other
    return -1


@compile_kernel
def first_of_rank(state: State, player: int, rank: int) -> int:
    """Return the first empty point where a player's stone has a rank; -1 if there is none."""
    size = state[SIZE]
    for x in range(size):
        start = (x + WALL_WIDTH) * STRIDE + WALL_WIDTH
        for point in range(start, start + size):
            if state[RANKS + 2 * point + player - 1] == rank and state[CELLS + point] == EMPTY:
                return point
    return -1
