"""Defences of gomoku: the empty points that can take away a threat of two fours."""

import numpy as np
from numpy.typing import NDArray

from gamehive.core.games.board import EMPTY
from gamehive.engines.gomoku.layout import (
    CELLS,
    RANK_FOUR,
    RANK_TWO_FOURS,
    RANKS,
    SHAPES,
    SIZE,
    STRIDE,
    WALL_WIDTH,
)
from gamehive.engines.gomoku.pattern_board import State, first_of_rank
from gamehive.engines.gomoku.shape import FOUR
from gamehive.engines.kernel import compile_kernel


@compile_kernel
def list_defences(state: State, defender: int, moves: NDArray[np.int32], start: int) -> int:
    """Write all moves that may answer a threat of two fours; return the index behind the last one.

    The opponent has a point where a stone makes an open four or two fours. Any other move neither threatens a five nor
    changes a line of that point in which a four comes about, so it loses. The threatened point comes first.
    """
    attacker = 3 - defender
    target = first_of_rank(state, attacker, RANK_TWO_FOURS)
    moves[start] = target
    count = start + 1
    for direction in range(4):
        shape = (state[SHAPES + 4 * target + direction] >> (4 * (attacker - 1))) & 15
        if shape < FOUR:
            continue
        step = 1 if direction == 0 else STRIDE + direction - 2
        for side in range(2):
            other = target
            for _ in range(4):
                other = other + step if side else other - step
                cell = state[CELLS + other]
                if cell == EMPTY:
                    moves[count] = other
                    count += 1
                elif cell != attacker:
                    break
    lines_end, size = count, state[SIZE]
    for x in range(size):
        first = (x + WALL_WIDTH) * STRIDE + WALL_WIDTH
        for point in range(first, first + size):
            rank = state[RANKS + 2 * point + defender - 1]
            if rank < RANK_FOUR or rank > RANK_TWO_FOURS or state[CELLS + point] != EMPTY:
                continue
            known = False
            for index in range(start, lines_end):
                known = known or moves[index] == point
            if not known:
                moves[count] = point
                count += 1
    return count
