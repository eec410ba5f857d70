"""The engines of simulated games: exact on three by three points, elsewhere cheap; slow or away if a course has it so."""

import asyncio

from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition, find_result, play_move, safe_moves
from gamehive.engines.engine_factory import engine_kind
from gamehive.engines.in_process import InProcessEngines
from gamehive.engines.pool import EngineUnavailable
from gamehive.engines.search import MoveCandidate, SearchAnswer, SearchRequest
from tests.simulation.game.courses import EngineTrouble

SHOWN = 5
"""Candidates of the cheap engine."""

LATENCY = 0.05
"""Seconds of a search."""

SLOW, LATE = 20.0, 1.2
"""Seconds of a search that is longer than anybody waits, and of one that takes a while."""


class CourseEngines:
    """Engine service with the trouble of a run."""

    def __init__(self, trouble: EngineTrouble | None) -> None:
        self._exact = InProcessEngines()
        self._trouble = trouble

    async def search(self, request: SearchRequest) -> SearchAnswer:
        """Return a move. Raises EngineUnavailable as the course has it, ValueError if the game is over."""
        trouble = self._trouble
        await asyncio.sleep({None: LATENCY, "down": LATENCY, "slow": SLOW, "late": LATE}[trouble])
        if trouble == "down":
            raise EngineUnavailable("the engines are away")
        if engine_kind(request.position.game) == "exact":
            return await self._exact.search(request)
        return _look_once(request.position)


def _look_once(position: GamePosition) -> SearchAnswer:
    """Return a move that wins at once, or else the safe moves nearest to the centre, which all count as balanced."""
    if find_result(position) is not None:
        raise ValueError("the game is over")
    board = position.board

    def key(point: Point) -> tuple[int, int, int]:
        return (2 * point.x - board.rows + 1) ** 2 + (2 * point.y - board.columns + 1) ** 2, point.x, point.y

    points = sorted(safe_moves(position), key=key)
    won = [point for point in points if _wins(position, point)][:1]
    candidates = [MoveCandidate(point, 1.0, "won") for point in won]
    candidates += [MoveCandidate(point, 0.5) for point in points[:SHOWN] if point not in won]
    best = candidates[0]
    return SearchAnswer(
        point=best.point,
        score=best.score,
        proof=best.proof,
        threat=1 - best.score,
        candidates=tuple(candidates),
        line=(best.point,),
        completion="limit",
        nodes=len(points),
        depth=1,
        playouts=None,
        elapsed_s=0.0,
    )


def _wins(position: GamePosition, point: Point) -> bool:
    result = find_result(play_move(position, point))
    return result is not None and result.winner == position.to_move
