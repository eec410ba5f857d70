"""Search for a win by continuous fours: each move threatens a five, so that the opponent has one reply."""

import numpy as np
from numpy.typing import NDArray

from gamehive.core.games.board import EMPTY
from gamehive.engines.gomoku.layout import (
    CELLS,
    COUNTERS,
    FOUR_CUT,
    FOUR_LIMIT,
    FOUR_NARROW,
    FOUR_NODES,
    HALTED,
    LINE,
    LINE_LENGTH,
    RANK_COUNTS,
    RANK_FIVE,
    RANK_FOUR,
    RANK_FOUR_THREE,
    RANK_TWO_FOURS,
    RANKS,
    SIZE,
    STRIDE,
    WALL_WIDTH,
)
from gamehive.engines.gomoku.pattern_board import (
    HASH,
    Hashes,
    ShapeTable,
    State,
    builds_nothing,
    first_of_rank,
    five_beside,
    put_stone,
    remove_stone,
    widen,
)
from gamehive.engines.gomoku.transposition import Table, position_key, read_entry, write_entry
from gamehive.engines.kernel import compile_kernel

Work = NDArray[np.int32]
Stop = NDArray[np.uint8]

_FAILED, _WON = 1, 2


@compile_kernel
def find_four_win(
    state: State,
    shapes: ShapeTable,
    hashes: Hashes,
    work: Work,
    table: Table,
    stop: Stop,
    player: int,
    depth: int,
    ply: int,
) -> int:
    """Return in how many plies the player to move wins by fours alone; 0 if no such win is found.

    The result is a proof. The moves are left in the line of `work` from `ply` on, unless the table cut them short.
    `depth` limits the player's own moves, FOUR_LIMIT the positions. With
    FOUR_NARROW fours that build nothing in another direction are left out.
    """
    work[FOUR_NODES] += 1
    if stop[0]:
        work[HALTED] = 1
    counts, other_counts = RANK_COUNTS + 8 * player, RANK_COUNTS + 8 * (3 - player)
    if ply + 4 >= LINE_LENGTH:
        return 0
    if state[counts + RANK_FIVE]:
        work[LINE + ply] = first_of_rank(state, player, RANK_FIVE)
        work[LINE + ply + 1] = 0
        return 1
    fives = widen(state[other_counts + RANK_FIVE])
    if fives > 1:
        return 0
    if fives == 0 and state[counts + RANK_TWO_FOURS]:
        work[LINE + ply] = first_of_rank(state, player, RANK_TWO_FOURS)
        work[LINE + ply + 1] = 0
        return 3
    if depth <= 1 or state[counts + RANK_FOUR] + state[counts + RANK_FOUR_THREE] + state[counts + RANK_TWO_FOURS] == 0:
        return 0
    if work[HALTED] or work[FOUR_NODES] > work[FOUR_LIMIT]:
        work[FOUR_CUT] = 1
        return 0
    narrow = work[FOUR_NARROW] > 0
    key = position_key(hashes, player)
    if narrow:
        key ^= hashes[HASH + 4]
    data = read_entry(table, work, key, 1)
    if data:
        if data & 3 == _WON:
            work[LINE + ply] = (data >> 2) & 1023
            work[LINE + ply + 1] = 0
            return (data >> 24) & 255
        if (data >> 12) & 255 >= depth:
            return 0
    forced = first_of_rank(state, 3 - player, RANK_FIVE) if fives else -1
    size = state[SIZE]
    for wanted in range(2):
        if wanted == 0 and state[counts + RANK_FOUR_THREE] + state[counts + RANK_TWO_FOURS] == 0:
            continue
        least = RANK_FOUR_THREE if wanted == 0 else RANK_FOUR
        most = RANK_TWO_FOURS if wanted == 0 else RANK_FOUR
        for x in range(size):
            start = (x + WALL_WIDTH) * STRIDE + WALL_WIDTH
            for point in range(start, start + size):
                rank = state[RANKS + 2 * point + player - 1]
                if rank < least or rank > most or state[CELLS + point] != EMPTY or (fives and point != forced):
                    continue
                if narrow and rank == RANK_FOUR and builds_nothing(state[COUNTERS + point] >> (15 * (player - 1))):
                    continue
                put_stone(state, shapes, hashes, point, player)
                plies = 0
                if state[counts + RANK_FIVE] > 1:
                    if state[other_counts + RANK_FIVE] == 0:
                        plies = 3
                        work[LINE + ply + 1] = 0
                elif state[other_counts + RANK_FIVE] == 0:
                    reply = five_beside(state, player, point)
                    put_stone(state, shapes, hashes, reply, 3 - player)
                    rest = find_four_win(state, shapes, hashes, work, table, stop, player, depth - 1, ply + 2)
                    remove_stone(state, hashes, reply, 3 - player)
                    if rest:
                        plies = rest + 2
                        work[LINE + ply + 1] = reply
                remove_stone(state, hashes, point, player)
                if plies:
                    work[LINE + ply] = point
                    write_entry(table, work, key, 1, _WON | (point << 2) | (depth << 12) | (plies << 24))
                    return plies
                if work[FOUR_CUT]:
                    return 0
    write_entry(table, work, key, 1, _FAILED | (depth << 12))
    return 0
