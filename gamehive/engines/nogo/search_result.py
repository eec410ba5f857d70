"""Result of a tree search: the moves in order, with their scores and proofs, and the expected line."""

from collections.abc import Sequence

from gamehive.core.games.board import Point
from gamehive.engines.nogo.tree import (
    ALL_VISITS,
    ALL_WINS,
    CHILDREN,
    FIRST_CHILD,
    LOST,
    POINT,
    PROOF,
    VISITS,
    WINS,
    WON,
    Tree,
)
from gamehive.engines.search import MoveCandidate, Proof

MAX_CANDIDATES = 10
PRIOR_PLAYOUTS = 10
"""Playouts that the values of a move at any time count for in its score."""


def sort_children(tree: Tree, node: int) -> list[int]:
    """Return the children of a node, the best first: proved wins, then by playouts, proved losses last."""
    first = int(tree[node, FIRST_CHILD])
    children = range(first, first + int(tree[node, CHILDREN])) if first >= 0 else range(0)

    def rank(child: int) -> tuple[int, int, float]:
        row = tree[child]
        return int(row[PROOF]), int(row[VISITS]), float(row[ALL_WINS] / max(row[ALL_VISITS], 1))

    return sorted(children, key=rank, reverse=True)


def list_candidates(tree: Tree, children: Sequence[int], columns: int) -> tuple[MoveCandidate, ...]:
    """Return the first moves of some children of the root, on a board of so many columns."""
    return tuple(candidate(tree, each, columns) for each in children[:MAX_CANDIDATES])


def candidate(tree: Tree, child: int, columns: int) -> MoveCandidate:
    """Return the move of a child of the root with its score and proof."""
    return MoveCandidate(_point(tree, child, columns), _score(tree, child), _proof(tree, child))


def list_line(tree: Tree, child: int, columns: int) -> tuple[Point, ...]:
    """Return the moves that are expected of both players after that of a child of the root, which comes first."""
    line, best = [_point(tree, child, columns)], sort_children(tree, child)
    while best and (tree[best[0], VISITS] > 0 or tree[best[0], PROOF] == WON):
        line.append(_point(tree, best[0], columns))
        best = sort_children(tree, best[0])
    return tuple(line)


def _point(tree: Tree, child: int, columns: int) -> Point:
    return Point(*divmod(int(tree[child, POINT]), columns))


def _proof(tree: Tree, child: int) -> Proof | None:
    proof = int(tree[child, PROOF])
    return "won" if proof == WON else "lost" if proof == LOST else None


def _score(tree: Tree, child: int) -> float:
    row = tree[child]
    if row[PROOF] != 0:
        return 1.0 if row[PROOF] == WON else 0.0
    everywhere = float(row[ALL_WINS] / row[ALL_VISITS]) if row[ALL_VISITS] > 0 else 0.5
    score = float((row[WINS] + PRIOR_PLAYOUTS * everywhere) / (row[VISITS] + PRIOR_PLAYOUTS))
    return min(max(score, 0.001), 0.999)
