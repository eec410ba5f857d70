"""Search for a win by continuous threats: fours and open threes, each of which leaves the opponent few replies."""

from gamehive.core.games.board import EMPTY
from gamehive.engines.gomoku.defence import list_defences
from gamehive.engines.gomoku.four_search import Stop, Work, find_four_win
from gamehive.engines.gomoku.layout import (
    CELLS,
    FOUR_CUT,
    FOUR_LIMIT,
    FOUR_NARROW,
    FOUR_NODES,
    HALTED,
    LARGEST_PLY,
    LARGEST_WIDTH,
    LINE,
    MOVES,
    NODE_LIMIT,
    NODES,
    RANK_COUNTS,
    RANK_FIVE,
    RANK_FOUR,
    RANK_FOUR_THREE,
    RANK_THREE,
    RANK_TWO_FOURS,
    RANK_TWO_THREES,
    RANKS,
    SIZE,
    STRIDE,
    THREAT_FOUR_DEPTH,
    WALL_WIDTH,
)
from gamehive.engines.gomoku.pattern_board import (
    HASH,
    Hashes,
    ShapeTable,
    State,
    first_of_rank,
    five_beside,
    put_stone,
    remove_stone,
    widen,
)
from gamehive.engines.gomoku.transposition import Table, position_key, read_entry, write_entry
from gamehive.engines.kernel import compile_kernel

_FAILED, _WON = 1, 2
_FOUR_LIMIT = 300


@compile_kernel
def find_threat_win(
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
    """Return in how many plies the player to move wins by threats; 0 if no such win is found.

    The result is a proof: every reply that does not lose at once is searched, the opponent's fours too. `depth` limits
    the player's moves, NODE_LIMIT the positions. One line of the win is left in `work` from `ply` on.
    """
    work[NODES] += 1
    if stop[0]:
        work[HALTED] = 1
    if work[HALTED] or work[NODES] > work[NODE_LIMIT] or ply + 4 >= LARGEST_PLY:
        work[HALTED] = 1
        return 0
    other = 3 - player
    counts, other_counts = RANK_COUNTS + 8 * player, RANK_COUNTS + 8 * other
    fives = widen(state[other_counts + RANK_FIVE])
    if state[counts + RANK_FIVE] == 0 and fives > 1:
        return 0
    work[FOUR_NODES], work[FOUR_LIMIT], work[FOUR_CUT], work[FOUR_NARROW] = 0, _FOUR_LIMIT, 0, 1
    plies = find_four_win(state, shapes, hashes, work, table, stop, player, widen(work[THREAT_FOUR_DEPTH]), ply)
    work[NODES] += work[FOUR_NODES]
    if plies or depth <= 1:
        return plies
    if (
        state[counts + RANK_THREE]
        + state[counts + RANK_TWO_THREES]
        + state[counts + RANK_FOUR]
        + state[counts + RANK_FOUR_THREE]
        == 0
    ):
        return 0
    key = position_key(hashes, player) ^ hashes[HASH + 2]
    data = read_entry(table, work, key, 1)
    if data:
        if data & 3 == _WON:
            work[LINE + ply] = (data >> 2) & 1023
            work[LINE + ply + 1] = 0
            return (data >> 24) & 255
        if (data >> 12) & 255 >= depth:
            return 0
    forced = first_of_rank(state, other, RANK_FIVE) if fives else -1
    size = state[SIZE]
    for wanted in range(4):
        rank = RANK_FOUR_THREE - wanted
        if state[counts + rank] == 0:
            continue
        for x in range(size):
            start = (x + WALL_WIDTH) * STRIDE + WALL_WIDTH
            for point in range(start, start + size):
                if state[RANKS + 2 * point + player - 1] != rank or state[CELLS + point] != EMPTY:
                    continue
                if fives and point != forced:
                    continue
                put_stone(state, shapes, hashes, point, player)
                plies = 0
                own_fives = state[counts + RANK_FIVE]
                first = MOVES + 2 * LARGEST_WIDTH * ply
                end = first
                if state[other_counts + RANK_FIVE]:
                    pass
                elif own_fives > 1:
                    plies = 3
                    work[LINE + ply + 1] = 0
                elif own_fives == 1:
                    work[first] = five_beside(state, player, point)
                    end = first + 1
                elif state[other_counts + RANK_TWO_FOURS] == 0 and state[counts + RANK_TWO_FOURS] > 0:
                    end = list_defences(state, other, work, first)
                for index in range(first, end):
                    reply = widen(work[index])
                    put_stone(state, shapes, hashes, reply, other)
                    rest = find_threat_win(state, shapes, hashes, work, table, stop, player, depth - 1, ply + 2)
                    remove_stone(state, hashes, reply, other)
                    if rest == 0:
                        plies = 0
                        break
                    plies = max(plies, rest + 2)
                    work[LINE + ply + 1] = reply
                remove_stone(state, hashes, point, player)
                if plies:
                    work[LINE + ply] = point
                    write_entry(table, work, key, 1, _WON | (point << 2) | (depth << 12) | (min(plies, 255) << 24))
                    return plies
                if work[HALTED]:
                    return 0
    write_entry(table, work, key, 1, _FAILED | (depth << 12))
    return 0
