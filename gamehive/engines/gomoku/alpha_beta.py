"""Alpha-beta search of gomoku: principal variation search with proofs by fours at its leaves."""

from gamehive.engines.gomoku.defence import list_defences
from gamehive.engines.gomoku.evaluation import evaluate, list_candidates, order_value
from gamehive.engines.gomoku.four_search import Stop, Work, find_four_win
from gamehive.engines.gomoku.layout import (
    AREA,
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_UPPER,
    DOUBTFUL_WIN,
    FOUR_CUT,
    FOUR_LIMIT,
    FOUR_NARROW,
    FOUR_NODES,
    HALTED,
    HISTORY,
    KILLERS,
    LARGEST_PLY,
    LARGEST_WIDTH,
    LEAF_FOUR_DEPTH,
    LEAF_FOUR_LIMIT,
    MOVES,
    NODE_LIMIT,
    NODES,
    PASSED,
    PROVED_WIN,
    RANK_COUNTS,
    RANK_FIVE,
    RANK_FOUR,
    RANK_THREE,
    RANK_TWO_FOURS,
    RANKS,
    ROOT_DEPTH,
    SIZE,
    STONES,
    VARIATION,
    VARIATION_LENGTHS,
    WIN,
)
from gamehive.engines.gomoku.pattern_board import (
    HASH,
    Hashes,
    ShapeTable,
    State,
    first_of_rank,
    put_stone,
    remove_stone,
    widen,
)
from gamehive.engines.gomoku.transposition import (
    Table,
    position_key,
    read_entry,
    score_from_entry,
    score_to_entry,
    write_entry,
)
from gamehive.engines.kernel import compile_inline, compile_kernel

_OFFSET = 32768


@compile_inline
def pick_move(work: Work, index: int, end: int) -> int:
    """Swap the move with the highest order value to an index and return it."""
    best = index
    for other in range(index + 1, end):
        if work[other + LARGEST_WIDTH] > work[best + LARGEST_WIDTH]:
            best = other
    move, value = work[best], work[best + LARGEST_WIDTH]
    work[best], work[best + LARGEST_WIDTH] = work[index], work[index + LARGEST_WIDTH]
    work[index], work[index + LARGEST_WIDTH] = move, value
    return widen(move)


@compile_inline
def keep_variation(work: Work, ply: int, move: int) -> None:
    """Set the expected line from a ply: the move, then the line of the ply after it."""
    length = min(widen(work[VARIATION_LENGTHS + ply + 1]), LARGEST_PLY - 2)
    work[VARIATION + ply * LARGEST_PLY] = move
    for index in range(length):
        work[VARIATION + ply * LARGEST_PLY + index + 1] = work[VARIATION + (ply + 1) * LARGEST_PLY + index]
    work[VARIATION_LENGTHS + ply] = length + 1


@compile_kernel
def search_position(
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
) -> int:
    """Return the score for the player to move, within alpha and beta or a bound beyond them.

    A score of PROVED_WIN or more, of either sign, is a proof. After a halt the value means nothing.
    """
    work[NODES] += 1
    work[VARIATION_LENGTHS + ply] = 0
    if stop[0]:
        work[HALTED] = 1
    if work[NODES] > work[NODE_LIMIT]:
        work[HALTED] = 1
    if work[HALTED]:
        return 0
    other = 3 - player
    counts, other_counts = RANK_COUNTS + 8 * player, RANK_COUNTS + 8 * other
    if state[counts + RANK_FIVE]:
        return WIN - ply - 1
    fives = state[other_counts + RANK_FIVE]
    if fives > 1:
        return ply + 2 - WIN
    if fives == 0 and state[counts + RANK_TWO_FOURS]:
        return WIN - ply - 3
    if state[STONES] == state[SIZE] * state[SIZE]:
        return 0
    alpha, beta = max(alpha, ply + 2 - WIN), min(beta, WIN - ply - 3)
    if alpha >= beta:
        return alpha
    if ply + 2 >= LARGEST_PLY:
        return evaluate(state, player)
    is_principal = beta - alpha > 1
    key = position_key(hashes, player)
    data = read_entry(table, work, key, 0)
    first_move = 0
    if data:
        first_move = data & 1023
        score = score_from_entry(((data >> 28) & 65535) - _OFFSET, ply)
        bound = (data >> 10) & 3
        if ((data >> 12) & 255) >= depth or abs(score) >= PROVED_WIN:
            if bound == BOUND_EXACT and not is_principal:
                return score
            if bound == BOUND_LOWER and score >= beta:
                return score
            if bound == BOUND_UPPER and score <= alpha:
                return score
    threatened = state[other_counts + RANK_TWO_FOURS] > 0
    if fives == 0 and (not data or depth > 2):
        work[FOUR_NODES], work[FOUR_CUT], work[FOUR_NARROW] = 0, 0, 1
        work[FOUR_LIMIT] = work[LEAF_FOUR_LIMIT] * (1 if depth <= 2 else 4)
        plies = find_four_win(state, shapes, hashes, work, table, stop, player, widen(work[LEAF_FOUR_DEPTH]), ply)
        work[NODES] += work[FOUR_NODES]
        if plies:
            return WIN - ply - plies
        if work[HALTED]:
            return 0
    balance = evaluate(state, player)
    if depth <= 0 and fives == 0:
        return balance
    start = MOVES + 2 * LARGEST_WIDTH * ply
    may_pass = work[PASSED + ply] == 0
    if not is_principal and not threatened and fives == 0 and abs(beta) < DOUBTFUL_WIN:
        if depth <= 3 and balance - 100 * depth >= beta:
            return balance
        if depth >= 3 and may_pass and balance >= beta:
            hashes[HASH] ^= hashes[HASH + 3]
            work[PASSED + ply + 1] = 1
            score = -search_position(
                state, shapes, hashes, work, table, stop, other, depth - 3, -beta, 1 - beta, ply + 1
            )
            work[PASSED + ply + 1] = 0
            hashes[HASH] ^= hashes[HASH + 3]
            if work[HALTED]:
                return 0
            if score >= beta:
                return min(score, DOUBTFUL_WIN)
    complete = threatened or fives > 0
    if fives:
        work[start] = first_of_rank(state, other, RANK_FIVE)
        end = start + 1
    elif threatened:
        end = list_defences(state, player, work, start)
        for index in range(start, end):
            move = widen(work[index])
            value = order_value(state, work, move, player)
            work[index + LARGEST_WIDTH] = value + (1 << 20) if move == first_move else value
    else:
        end = list_candidates(state, work, player, start, ply, first_move)
    width = 8 + 5 * depth
    # Near the leaves quiet moves cannot make up for a balance far below alpha.
    hopeless = not is_principal and depth <= 2 and balance + 200 * depth <= alpha
    best, best_move, old_alpha = -WIN, 0, alpha
    count = 0
    for index in range(start, end):
        move = pick_move(work, index, end)
        rank, other_rank = state[RANKS + 2 * move + player - 1], state[RANKS + 2 * move + other - 1]
        is_quiet = rank < RANK_THREE and other_rank < RANK_THREE
        if not complete and is_quiet and best > -PROVED_WIN and (count >= width or (hopeless and count > 2)):
            break
        put_stone(state, shapes, hashes, move, player)
        count += 1
        rest, reduction = depth - 1, 0
        if fives or (threatened and end - start <= 6 and ply < 2 * work[ROOT_DEPTH]):
            rest = depth
        elif depth >= 3 and count > 3 and not threatened and rank < RANK_THREE:
            reduction = 1 + (count > 8) + (depth > 4 and count > 16)
            if is_principal or other_rank >= RANK_FOUR:
                reduction -= 1
        # A reduced search, one of full depth, then one with the full window, each only if the one before says so.
        low = -beta if count == 1 else -alpha - 1
        while True:
            score = -search_position(
                state, shapes, hashes, work, table, stop, other, rest - reduction, low, -alpha, ply + 1
            )
            if score <= alpha or (reduction == 0 and (low == -beta or score >= beta)) or work[HALTED]:
                break
            if reduction == 0:
                low = -beta
            reduction = 0
        remove_stone(state, hashes, move, player)
        if work[HALTED]:
            return 0
        if score > best:
            best, best_move = score, move
            if score > alpha:
                alpha = score
                if is_principal:
                    keep_variation(work, ply, move)
            if score >= beta:
                if work[KILLERS + 2 * ply] != move:
                    work[KILLERS + 2 * ply + 1] = work[KILLERS + 2 * ply]
                    work[KILLERS + 2 * ply] = move
                entry = HISTORY + AREA * (player - 1) + move
                work[entry] = min(work[entry] + depth * depth, 1 << 16)
                break
    if count == 0:
        return balance
    if not complete and best <= -PROVED_WIN:
        best = -DOUBTFUL_WIN
    bound = BOUND_EXACT if old_alpha < best < beta else (BOUND_LOWER if best >= beta else BOUND_UPPER)
    stored = score_to_entry(best, ply) + _OFFSET
    write_entry(table, work, key, 0, best_move | (bound << 10) | (max(depth, 0) << 12) | (stored << 28))
    return best
