"""Root of the alpha-beta search of gomoku: one iteration over the moves of the position itself."""

from gamehive.engines.gomoku.alpha_beta import keep_variation, search_position
from gamehive.engines.gomoku.four_search import Stop, Work
from gamehive.engines.gomoku.layout import (
    HALTED,
    ROOT_BEST,
    ROOT_COUNT,
    ROOT_DEPTH,
    ROOT_DONE,
    ROOT_MOVES,
    ROOT_SCORE,
    ROOT_SCORES,
    WIN,
)
from gamehive.engines.gomoku.pattern_board import Hashes, ShapeTable, State, put_stone, remove_stone, widen
from gamehive.engines.gomoku.transposition import Table
from gamehive.engines.kernel import compile_kernel


@compile_kernel
def search_root(
    state: State,
    shapes: ShapeTable,
    hashes: Hashes,
    work: Work,
    table: Table,
    stop: Stop,
    player: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> None:
    """Search the root moves to a depth, within alpha and beta, and sort them: the best one first, then by bounds.

    ROOT_DONE counts the moves that were searched; after a halt ROOT_BEST is the best of these. `ply` is that of
    the replies, 1.
    """
    best, other = -WIN, 3 - player
    work[ROOT_DEPTH], work[ROOT_DONE], work[ROOT_BEST] = depth, 0, 0
    count = work[ROOT_COUNT]
    for index in range(count):
        move = widen(work[ROOT_MOVES + index])
        put_stone(state, shapes, hashes, move, player)
        rest, reduction = depth - 1, 0
        if depth > 3 and index > 5:
            reduction = 1 if index < 20 else 2
        low = -beta if index == 0 else -best - 1
        while True:
            high = -alpha if index == 0 else -best
            score = -search_position(state, shapes, hashes, work, table, stop, other, rest - reduction, low, high, ply)
            if score <= best or (reduction == 0 and (low == -beta or score >= beta)) or work[HALTED]:
                break
            if reduction == 0:
                low = -beta
            reduction = 0
        remove_stone(state, hashes, move, player)
        if work[HALTED]:
            break
        work[ROOT_SCORES + index] = score
        work[ROOT_DONE] = index + 1
        if score > best:
            best = score
            work[ROOT_BEST], work[ROOT_SCORE] = move, score
            keep_variation(work, ply - 1, move)
    # Insertion sort of what was searched; a stable one, so that equal bounds keep the order of the iteration before.
    for index in range(1, work[ROOT_DONE]):
        move, score = work[ROOT_MOVES + index], work[ROOT_SCORES + index]
        place = index
        while place > 0 and (work[ROOT_SCORES + place - 1] < score or move == work[ROOT_BEST]):
            work[ROOT_MOVES + place] = work[ROOT_MOVES + place - 1]
            work[ROOT_SCORES + place] = work[ROOT_SCORES + place - 1]
            place -= 1
        work[ROOT_MOVES + place], work[ROOT_SCORES + place] = move, score
