"""Engine of NoGo (GH-207, GH-211…213): tree search and exact solver in turns until the limit of the level."""

from collections.abc import Mapping
from random import Random
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from gamehive.core.games.game import nogo
from gamehive.core.games.position import GamePosition, find_result, start_position
from gamehive.engines.level import LEVEL_LIMITS, Level
from gamehive.engines.nogo.fast_board import Words, build_geometry, build_state, count_open, put_stone
from gamehive.engines.nogo.search_result import candidate, list_candidates, list_line, sort_children
from gamehive.engines.nogo.solver import SolverMemory, solve
from gamehive.engines.nogo.symmetry import build_hash_numbers
from gamehive.engines.nogo.tree import LOST, PARAMETERS, POINT, PROOF, WON, new_tree
from gamehive.engines.nogo.tree_search import NODES, PLAYOUTS, SOLVED, grow_tree, plant_tree
from gamehive.engines.search import STOP_CANCELLED, STOP_NONE, Completion, SearchAnswer, SearchRequest, SearchStop

MAX_SOLVED_POINTS = 32
"""Open points up to which the solver takes turns with the tree search."""
FIRST_TURN_PLAYOUTS = 1_000
FIRST_TURN_POSITIONS = 100
"""Playouts, and positions for each move, of the first turns of the two searches; each later turn is twice as long."""
UNLIMITED = 1 << 40

MISTAKE_RATES: Mapping[Level, float] = {1: 0.4, 2: 0.15, 3: 0.0, 4: 0.0}
"""Share of the moves of a level for which any safe move is taken instead of the best one."""


class NogoEngine:
    """Player of NoGo on boards of up to 126 points; one search at a time.

    The first two levels err as often as `MISTAKE_RATES` says. Score, proof and threat of an answer are those of the
    position, also when the move is a mistake; the first candidate has those of the move.
    """

    def __init__(
        self, parameters: NDArray[np.float64] = PARAMETERS, mistake_rates: Mapping[Level, float] = MISTAKE_RATES
    ) -> None:
        self._parameters = parameters
        self._mistake_rates = mistake_rates
        self._tree = new_tree()
        self._solver = SolverMemory()
        self._counters = np.zeros(3, dtype=np.int64)

    def compile(self) -> None:
        """Compile the kernels, or load them from the cache."""
        self.search(SearchRequest(start_position(nogo(3, 4)), level=1), np.zeros(1, dtype=np.uint8))

    def search(self, request: SearchRequest, stop: SearchStop) -> SearchAnswer:
        """Return the best move that is found until the playouts of the level are done or `stop` is set.

        Raises:
            ValueError: The game is over, is not NoGo, or its board has more than 126 points.
        """
        began = perf_counter()
        position = request.position
        if position.game.goal != "liberties":
            raise ValueError(f"this engine plays NoGo, not {position.game.key}")
        if find_result(position) is not None:
            raise ValueError("the game is over")
        geometry = build_geometry(position.board.rows, position.board.columns)
        state = build_state(position.board, geometry)
        self._run(position, geometry, state, request, stop)
        draw = Random(f"{request.seed} {request.level} {position.board.to_text()}")
        children = sort_children(self._tree, 0)
        best = candidate(self._tree, children[0], position.board.columns)
        if draw.random() < self._mistake_rates[request.level]:
            children.insert(0, children.pop(draw.randrange(len(children))))
        candidates = list_candidates(self._tree, children, position.board.columns)
        return SearchAnswer(
            point=candidates[0].point,
            score=best.score,
            proof=best.proof,
            threat=1.0 - best.score,
            candidates=candidates,
            line=list_line(self._tree, children[0], position.board.columns),
            completion=_completion(bool(self._tree[0, PROOF]), stop),
            nodes=int(self._counters[NODES] + self._counters[SOLVED]),
            depth=None,
            playouts=int(self._counters[PLAYOUTS]),
            elapsed_s=perf_counter() - began,
        )

    def _run(
        self, position: GamePosition, geometry: Words, state: Words, request: SearchRequest, stop: SearchStop
    ) -> None:
        """Grow the tree until its root is proved, the playouts of the level are done, or `stop` is set."""
        tree, solver, counters = self._tree, self._solver, self._counters
        numbers = build_hash_numbers(position.board.rows, position.board.columns)
        plant_tree(tree, state, geometry, position.to_move, self._parameters, counters)
        limit = LEVEL_LIMITS[request.level].playouts or UNLIMITED
        random_state = np.array([request.seed % (1 << 62)], dtype=np.int64)
        solvable = bool(count_open(state) <= MAX_SOLVED_POINTS)
        if stop[0] == STOP_NONE:
            solver.table[:] = 0
        turn = 1
        while tree[0, PROOF] == 0 and counters[PLAYOUTS] < limit and stop[0] == STOP_NONE:
            playouts = min(FIRST_TURN_PLAYOUTS * turn if solvable else limit, limit - int(counters[PLAYOUTS]))
            grow_tree(
                *(tree, state, geometry, position.to_move, playouts, random_state, self._parameters, stop, counters),
                *(solver.states, solver.frames, solver.table, numbers),
            )
            if solvable and tree[0, PROOF] == 0 and stop[0] == STOP_NONE:
                self._solve_children(state, geometry, numbers, position.to_move, FIRST_TURN_POSITIONS * turn, stop)
                turn *= 2

    def _solve_children(
        self, state: Words, geometry: Words, numbers: Words, player: int, limit: int, stop: SearchStop
    ) -> None:
        """Look for proofs of the moves, the best first, with a number of positions for each."""
        tree, solver = self._tree, self._solver
        children = sort_children(tree, 0)
        for child in children:
            if tree[child, PROOF] != 0:
                continue
            after = state.copy()
            put_stone(after, geometry, int(tree[child, POINT]), player)
            result = solve(
                *(solver.states, solver.frames, solver.table, solver.points, after, geometry, numbers),
                *(3 - player, limit, stop, self._counters[SOLVED:]),
            )
            tree[child, PROOF] = -result
            if tree[child, PROOF] == WON:
                tree[0, PROOF] = LOST
                return
        if all(tree[child, PROOF] == LOST for child in children):
            tree[0, PROOF] = WON


def _completion(is_proved: bool, stop: SearchStop) -> Completion:
    if is_proved:
        return "solved"
    if stop[0] == STOP_NONE:
        return "limit"
    return "cancelled" if stop[0] == STOP_CANCELLED else "deadline"
