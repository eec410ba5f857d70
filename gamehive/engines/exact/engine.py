"""Engine for tic-tac-toe and its misère that knows every position (GH-208, GH-209, GH-225…227)."""

import time
from collections.abc import Mapping
from random import Random

from gamehive.core.games.board import Board, Player, Point, other_player
from gamehive.core.games.level import Level
from gamehive.core.games.position import GamePosition, find_result
from gamehive.engines.exact.solver import POINTS, SmallSolver, Solution, empty_indexes, preference
from gamehive.engines.search import MoveCandidate, Proof, SearchAnswer, SearchRequest, SearchStop

MISTAKE_RATES: Mapping[Level, float] = {1: 0.6, 2: 0.3, 3: 0.1, 4: 0.0}
"""Share of the moves of a level for which any safe move is taken instead of a best one."""

_PROOFS: Mapping[int, Proof] = {1: "won", 0: "drawn", -1: "lost"}
_SCORES = {1: 1.0, 0: 0.5, -1: 0.0}


class ExactEngine:
    """Player of the two games on three by three points.

    The fourth level is perfect: it wins soonest, loses latest, and of equal moves prefers the one after which most
    replies lose. What is equal even then goes by the seed. The other levels err as often as `MISTAKE_RATES` says, and
    yet lose by a move at once only if every move does. Score, proof and threat of an answer are those of the position
    with best play, also when the move is a mistake; the first candidate has those of the move.
    """

    def __init__(self) -> None:
        self._solvers = {"line": SmallSolver(line_wins=True), "no_line": SmallSolver(line_wins=False)}

    def compile(self) -> None:
        """Solve both games, which takes some hundredths of a second."""
        for solver in self._solvers.values():
            solver.solve(0, 0)

    def search(self, request: SearchRequest, stop: SearchStop) -> SearchAnswer:
        """Return the best move, or a mistake of the level; `stop` changes nothing, so short is the search.

        Raises:
            ValueError: The game is over, or it is not one of the two.
        """
        started = time.perf_counter()
        position = request.position
        solver = self._find_solver(position)
        if find_result(position) is not None:
            raise ValueError("the game is over")
        visits = solver.visits
        own = _stones(position.board, position.to_move)
        other = _stones(position.board, other_player(position.to_move))
        draw = Random(f"{request.seed} {request.level} {own} {other}")
        moves = _order_moves(solver, own, other, draw)
        best = moves[0][1]
        if draw.random() < MISTAKE_RATES[request.level]:
            safe = [move for move in moves if not _loses_at_once(move[1])] or moves
            chosen = draw.choice(safe)
            moves = [chosen, *(move for move in moves if move is not chosen)]
        return SearchAnswer(
            point=_point(moves[0][0]),
            score=_SCORES[best.value],
            proof=_PROOFS[best.value],
            threat=1.0 - _SCORES[best.value],
            candidates=tuple(
                MoveCandidate(_point(index), _SCORES[found.value], _PROOFS[found.value]) for index, found in moves
            ),
            line=_best_line(solver, own, other, moves[0][0], draw),
            completion="solved",
            nodes=solver.visits - visits,
            depth=len(moves),
            playouts=None,
            elapsed_s=time.perf_counter() - started,
        )

    def _find_solver(self, position: GamePosition) -> SmallSolver:
        game = position.game
        solver = self._solvers.get(game.goal)
        if solver is None or (game.rows, game.columns, game.line) != (3, 3, 3):
            raise ValueError(f"the exact engine does not play {game.key}")
        return solver


def _order_moves(solver: SmallSolver, own: int, other: int, draw: Random) -> list[tuple[int, Solution]]:
    """Return all moves with their solutions, the best first, equal ones in an order by chance."""
    indexes = list(empty_indexes(own, other))
    draw.shuffle(indexes)
    moves = [(index, solver.solve_move(own, other, index)) for index in indexes]
    return sorted(
        moves,
        key=lambda move: (
            *preference(move[1]),
            0 if move[1].plies == 1 else solver.losing_replies(own, other, move[0]),
        ),
        reverse=True,
    )


def _best_line(solver: SmallSolver, own: int, other: int, first: int, draw: Random) -> tuple[Point, ...]:
    """Return a move and best play of both after it, until the end."""
    line, index = [_point(first)], first
    while solver.solve_move(own, other, index).plies > 1:
        own, other = other, own | 1 << index
        index = _order_moves(solver, own, other, draw)[0][0]
        line.append(_point(index))
    return tuple(line)


def _loses_at_once(solution: Solution) -> bool:
    return solution.value == -1 and solution.plies == 1


def _stones(board: Board, player: Player) -> int:
    return sum(1 << index for index in range(POINTS) if board.cells[index] == player)


def _point(index: int) -> Point:
    return Point(*divmod(index, 3))
