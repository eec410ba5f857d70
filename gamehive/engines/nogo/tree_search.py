"""Monte Carlo tree search of NoGo, with the values of moves at any time of a playout (RAVE) and proved nodes."""

import numpy as np
from numpy.typing import NDArray

from gamehive.engines.kernel import compile_kernel
from gamehive.engines.nogo.fast_board import STATE_SIZE, Words, count_open, put_stone
from gamehive.engines.nogo.playout import play_out
from gamehive.engines.nogo.solver import solve
from gamehive.engines.nogo.tree import (
    EXPAND_VISITS,
    FIRST_CHILD,
    POINT,
    PROOF,
    SOLVE_LIMIT,
    SOLVE_POINTS,
    VISITS,
    WON,
    Tree,
    clear_node,
    expand_node,
    select_child,
    update_path,
    update_proofs,
)
from gamehive.engines.search import SearchStop

PLAYOUTS, NODES, SOLVED = range(3)


@compile_kernel
def grow_tree(
    tree: Tree,
    start: Words,
    geometry: Words,
    first_player: int,
    playouts: int,
    random_state: Words,
    parameters: NDArray[np.float64],
    stop: SearchStop,
    counters: Words,
    states: Words,
    frames: Words,
    table: Words,
    numbers: Words,
) -> None:
    """Search on until the root is proved, the playouts are done, or `stop` is set.

    Args:
        tree: Memory of the nodes; the root is node 0, see `plant_tree`.
        start: State of the position.
        geometry: Geometry of its board.
        first_player: Who is to move.
        playouts: Playouts at most.
        random_state: State of the random numbers, shape (1,).
        parameters: PARAMETERS of the tree.
        stop: Byte that ends the search.
        counters: Playouts, nodes and positions of the solver so far, which are added to, shape (3,).
        states: Memory of `SolverMemory`: states of the positions on the way.
        frames: Memory of `SolverMemory`: where the search of each of them is.
        table: Memory of `SolverMemory`: results that are known.
        numbers: Random numbers of the board's points, by symmetry and player.
    """
    state, scratch = np.empty(STATE_SIZE, dtype=np.int64), np.empty(STATE_SIZE, dtype=np.int64)
    points, path = np.empty(3 * 128, dtype=np.int64), np.empty(128, dtype=np.int64)
    used, done = counters[NODES], 0
    last = len(tree) - 128
    threshold = parameters[EXPAND_VISITS]
    while done < playouts and stop[0] == 0 and tree[0, PROOF] == 0:
        state[:] = start
        player, node, depth, winner = first_player, 0, 0, 0
        path[0] = 0
        while winner == 0:
            if tree[node, FIRST_CHILD] < 0:
                if tree[node, VISITS] < threshold or used > last:
                    winner = play_out(state, geometry, player, random_state, points)
                    continue
                used = expand_node(tree, used, node, state, scratch, geometry, player, points, parameters)
                if tree[node, PROOF] == 0 and count_open(state) <= parameters[SOLVE_POINTS]:
                    limit = int(parameters[SOLVE_LIMIT])
                    result = solve(
                        states, frames, table, points, state, geometry, numbers, player, limit, stop, counters[SOLVED:]
                    )
                    tree[node, PROOF] = -result
            if tree[node, PROOF] != 0:
                winner = 3 - player if tree[node, PROOF] == WON else player
                continue
            child = select_child(tree, node, parameters)
            put_stone(state, geometry, tree[child, POINT], player)
            player = 3 - player
            depth += 1
            path[depth] = child
            node = child
            if tree[node, PROOF] != 0:
                winner = 3 - player if tree[node, PROOF] == WON else player
        update_path(tree, path, depth, state, first_player, winner)
        if tree[node, PROOF] != 0:
            update_proofs(tree, path, depth)
        done += 1
    counters[PLAYOUTS] += done
    counters[NODES] = used


@compile_kernel
def plant_tree(
    tree: Tree, start: Words, geometry: Words, player: int, parameters: NDArray[np.float64], counters: Words
) -> None:
    """Make node 0 that of a position, with its children; see `grow_tree`."""
    scratch, points = np.empty(STATE_SIZE, dtype=np.int64), np.empty(128, dtype=np.int64)
    clear_node(tree, 0, 0)
    counters[:] = 0
    counters[NODES] = expand_node(tree, 1, 0, start, scratch, geometry, player, points, parameters)
