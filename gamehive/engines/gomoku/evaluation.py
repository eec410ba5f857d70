"""Evaluation of a gomoku position without search, and the order in which its moves are tried."""

from gamehive.core.games.board import EMPTY
from gamehive.engines.gomoku.four_search import Work
from gamehive.engines.gomoku.layout import (
    AREA,
    BALANCE,
    CELLS,
    HISTORY,
    KILLERS,
    LARGEST_BALANCE,
    LARGEST_WIDTH,
    MOVE_WEIGHT,
    NEAR,
    ORDER_WEIGHTS,
    OTHER_RANK_WEIGHTS,
    OWN_RANK_WEIGHTS,
    RANK_COUNTS,
    RANK_FOUR,
    RANK_FOUR_THREE,
    RANK_THREE,
    RANK_TWO_FOURS,
    RANKS,
    SHAPES,
    SIZE,
    STRIDE,
    WALL_WIDTH,
)
from gamehive.engines.gomoku.pattern_board import State, widen
from gamehive.engines.kernel import compile_kernel


@compile_kernel
def evaluate(state: State, player: int) -> int:
    """Return the balance for the player to move, who has no win in sight: 0 even, at most LARGEST_BALANCE."""
    balance = widen(state[BALANCE]) if player == 1 else -widen(state[BALANCE])
    balance += state[MOVE_WEIGHT]
    counts, other_counts = RANK_COUNTS + 8 * player, RANK_COUNTS + 8 * (3 - player)
    for rank in range(RANK_THREE, RANK_TWO_FOURS + 1):
        balance += state[OWN_RANK_WEIGHTS + 4 * rank + min(3, state[counts + rank])]
        balance += state[OTHER_RANK_WEIGHTS + 4 * rank + min(3, state[other_counts + rank])]
    return max(-LARGEST_BALANCE, min(LARGEST_BALANCE, balance))


@compile_kernel
def order_value(state: State, work: Work, point: int, player: int) -> int:
    """Return how early a move should be tried, by the shapes it makes and takes away and by its history."""
    value = 0
    for direction in range(4):
        value += state[ORDER_WEIGHTS + state[SHAPES + 4 * point + direction]]
    own, other = state[RANKS + 2 * point + player - 1], state[RANKS + 2 * point + 2 - player]
    if own >= RANK_FOUR_THREE:
        value += 400
    elif own == RANK_FOUR:
        value -= 20
    elif own >= RANK_THREE:
        value += 40 * (own - RANK_THREE) + 20
    if other >= RANK_FOUR_THREE:
        value += 200
    return value + min(work[HISTORY + AREA * (player - 1) + point] >> 4, 60)


@compile_kernel
def list_candidates(state: State, work: Work, player: int, start: int, ply: int, first_move: int) -> int:
    """Write the empty points near stones into `work`, with their order values LARGEST_WIDTH behind; return the end."""
    end, size = start, state[SIZE]
    for x in range(size):
        first = (x + WALL_WIDTH) * STRIDE + WALL_WIDTH
        for point in range(first, first + size):
            if state[NEAR + point] == 0 or state[CELLS + point] != EMPTY or end - start >= LARGEST_WIDTH:
                continue
            value = order_value(state, work, point, player)
            if point == first_move:
                value += 1 << 20
            elif point == work[KILLERS + 2 * ply] or point == work[KILLERS + 2 * ply + 1]:
                value += 40
            work[end] = point
            work[end + LARGEST_WIDTH] = value
            end += 1
    return end
