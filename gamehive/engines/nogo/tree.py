"""Nodes of the search tree of NoGo: their numbers, their children, and proved results."""

import numpy as np
from numpy.typing import NDArray

from gamehive.engines.kernel import compile_kernel
from gamehive.engines.nogo.fast_board import EMPTY_HIGH, EMPTY_LOW, UNSAFE, Words, count_safe, put_stone
from gamehive.engines.nogo.playout import fill_points

Tree = NDArray[np.int32]
"""Nodes, one a row; results are those of the player who moved to the node."""

VISITS, WINS, ALL_VISITS, ALL_WINS, FIRST_CHILD, CHILDREN, POINT, PROOF = range(8)
"""Columns: playouts and wins; those of all playouts in which he takes the point later; children; the move; proof."""

WON, LOST = 1, -1
MAX_NODES = 3_500_000
"""Nodes of 32 bytes that a tree may have: 112 MB."""
NO_CHILD = -1

PRIOR_WEIGHT, PRIOR_SLOPE, RAVE_BIAS, EXPAND_VISITS, SOLVE_POINTS, SOLVE_LIMIT = range(6)
PARAMETERS = np.array([30.0, 0.15, 0.0001, 4.0, 12.0, 200.0])
"""Weights of the tree search, by column: imaginary playouts of a new child; how much a safe move more is worth in them;
how fast a node's own playouts displace those of its point at any time; playouts until a node gets children; open points
and positions up to which a new node is solved."""


def new_tree() -> Tree:
    """Return memory for a tree."""
    return np.empty((MAX_NODES, 8), dtype=np.int32)


@compile_kernel
def clear_node(tree: Tree, node: int, point: int) -> None:
    """Make a node one without playouts and children."""
    for column in range(8):
        tree[node, column] = 0
    tree[node, FIRST_CHILD] = NO_CHILD
    tree[node, POINT] = point


@compile_kernel
def expand_node(
    tree: Tree,
    used: int,
    node: int,
    state: Words,
    scratch: Words,
    geometry: Words,
    player: int,
    points: Words,
    parameters: NDArray[np.float64],
) -> int:
    """Add a child for each safe move of the player to move, and return the number of nodes used.

    A child begins with some imaginary playouts, of which more are won the more safe moves the player has over those of
    the opponent after the move. The node is proved if there is no safe move, or one after which the opponent has none.
    """
    unsafe = UNSAFE + 2 * player
    number = fill_points(points, 0, state[EMPTY_LOW] & ~state[unsafe], state[EMPTY_HIGH] & ~state[unsafe + 1])
    tree[node, FIRST_CHILD] = used
    tree[node, CHILDREN] = number
    if number == 0:
        tree[node, PROOF] = WON
        return used
    weight = parameters[PRIOR_WEIGHT]
    for index in range(number):
        child = used + index
        clear_node(tree, child, points[index])
        scratch[:] = state
        put_stone(scratch, geometry, points[index], player)
        other = count_safe(scratch, 3 - player)
        own = count_safe(scratch, player)
        if other == 0:
            tree[child, PROOF] = WON
            tree[node, PROOF] = LOST
        chance = 1.0 / (1.0 + np.exp(-parameters[PRIOR_SLOPE] * (own - other)))
        tree[child, ALL_VISITS] = np.int32(weight)
        tree[child, ALL_WINS] = np.int32(weight * chance + 0.5)
    return used + number


@compile_kernel
def select_child(tree: Tree, node: int, parameters: NDArray[np.float64]) -> int:
    """Return the child with the best mixture of its own playouts and of all that take its point; -1 if all lose."""
    first = tree[node, FIRST_CHILD]
    bias = parameters[RAVE_BIAS]
    best, best_value = -1, -1.0
    for child in range(first, first + tree[node, CHILDREN]):
        if tree[child, PROOF] == LOST:
            continue
        visits, everywhere = np.float64(tree[child, VISITS]), np.float64(tree[child, ALL_VISITS])
        share = everywhere / (visits + everywhere + bias * visits * everywhere + 1e-9)
        value = share * tree[child, ALL_WINS] / (everywhere + 1e-9)
        value += (1.0 - share) * tree[child, WINS] / (visits + 1e-9)
        if value > best_value:
            best, best_value = child, value
    return best


@compile_kernel
def update_path(tree: Tree, path: Words, depth: int, state: Words, first_player: int, winner: int) -> None:
    """Add a playout to the nodes of its path, and to the children whose point their player has taken by its end."""
    player = first_player
    for index in range(depth + 1):
        node = path[index]
        tree[node, VISITS] += 1
        if winner != player:
            tree[node, WINS] += 1
        if tree[node, FIRST_CHILD] >= 0:
            won = 1 if winner == player else 0
            first = tree[node, FIRST_CHILD]
            for child in range(first, first + tree[node, CHILDREN]):
                if state[tree[child, POINT]] == player:
                    tree[child, ALL_VISITS] += 1
                    tree[child, ALL_WINS] += won
        player = 3 - player


@compile_kernel
def update_proofs(tree: Tree, path: Words, depth: int) -> None:
    """Carry the proof of the last node of a path up as far as it decides."""
    for index in range(depth, 0, -1):
        proof = tree[path[index], PROOF]
        parent = path[index - 1]
        if proof == WON:
            tree[parent, PROOF] = LOST
        elif proof == LOST:
            first = tree[parent, FIRST_CHILD]
            for child in range(first, first + tree[parent, CHILDREN]):
                if tree[child, PROOF] != LOST:
                    return
            tree[parent, PROOF] = WON
        else:
            return
