"""Plain Monte-Carlo tree search for NoGo: UCT with uniformly random playouts, as in GH-272."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.strength.opponents.nogo_playout import (
    Cells,
    Integers,
    build_neighbours,
    list_safe_stones,
    next_random,
    play_out,
)
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition
from gamehive.engines.kernel import compile_kernel


@compile_kernel
def search_tree(
    root: Cells, player: int, beside: Integers, playouts: int, exploration: float, random: NDArray[np.uint64]
) -> int:
    """Return the most visited move after so many playouts; -1 if no safe move exists.

    A node's children are added at its second visit, and each child is visited once before the first is visited again.
    """
    points = root.size
    stack = np.zeros(points, dtype=np.int32)
    marks = np.zeros(points + 1, dtype=np.int32)
    untried = np.zeros((3, points), dtype=np.int32)
    safe = np.zeros(points, dtype=np.int32)
    path = np.zeros(points + 1, dtype=np.int32)
    capacity = (playouts + 2) * points
    moves = np.zeros(capacity, dtype=np.int32)
    first = np.zeros(capacity, dtype=np.int32)
    count = np.full(capacity, -1, dtype=np.int32)
    visits = np.zeros(capacity, dtype=np.int32)
    wins = np.zeros(capacity, dtype=np.int32)
    used = 1
    for _ in range(playouts):
        cells = root.copy()
        turn = player
        node = 0
        depth = 0
        path[0] = 0
        while True:
            if count[node] < 0:
                if visits[node] == 0 and node != 0:
                    break
                first[node] = used
                count[node] = list_safe_stones(cells, beside, turn, stack, marks, safe)
                # In random order, so that no corner is favoured among children without a visit.
                for place in range(count[node] - 1, 0, -1):
                    other = next_random(random) % (place + 1)
                    safe[place], safe[other] = safe[other], safe[place]
                moves[used : used + count[node]] = safe[: count[node]]
                used += count[node]
            if count[node] == 0:
                break
            best = -1.0
            chosen = first[node]
            scale = exploration * np.sqrt(np.log(visits[node] + 1))
            for child in range(first[node], first[node] + count[node]):
                if visits[child] == 0:
                    chosen = child
                    break
                value = wins[child] / visits[child] + scale / np.sqrt(visits[child])
                if value > best:
                    best = value
                    chosen = child
            node = chosen
            cells[moves[node]] = turn
            turn = 3 - turn
            depth += 1
            path[depth] = node
        winner = play_out(cells, beside, turn, random, stack, marks, untried)
        for level in range(depth + 1):
            node = path[level]
            visits[node] += 1
            # The player of a node is the one who moved to it.
            mover = player if level % 2 == 1 else 3 - player
            wins[node] += winner == mover
    best_child = -1
    for child in range(first[0], first[0] + max(count[0], 0)):
        if best_child < 0 or visits[child] > visits[best_child]:
            best_child = child
    return moves[best_child] if best_child >= 0 else -1


class PlainTreePlayer:
    """Player of NoGo with a fixed number of playouts a move.

    Attributes:
        playouts: Random games a move.
        exploration: Weight of the exploration term; results are 0 and 1.
    """

    def __init__(self, playouts: int = 3_000, exploration: float = 1.414) -> None:
        self.playouts = playouts
        self.exploration = exploration

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the most visited move, or an unsafe one if there is no other."""
        game = position.game
        random = np.array([(seed + 1) * 0x9E3779B97F4A7C15 % (1 << 64) | 1], dtype=np.uint64)
        beside = build_neighbours(game.rows, game.columns)
        root = np.frombuffer(position.board.cells, dtype=np.int8).copy()
        at = search_tree(root, position.to_move, beside, self.playouts, self.exploration, random)
        return Point(at // game.columns, at % game.columns) if at >= 0 else position.board.empty_points()[0]

    def close(self) -> None:
        """Release nothing."""
