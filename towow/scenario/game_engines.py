"""Engines of a game's scenario: what they see is what the file says."""

from gamehive.core.games.board import EMPTY, Board, Player, Point
from gamehive.core.games.position import GamePosition, playable_moves, safe_moves
from gamehive.engines.search import MoveCandidate, SearchAnswer, SearchRequest
from towow.scenario.game_entries import EngineFields, EngineMoveFields

EVEN = 0.5
"""Expected result and danger of whatever the file says nothing about."""


class ScriptedEngines:
    """Engine service that knows two kinds of boards: that of the decision, and those after a move of the team.

    Every other board is even, and so is a move that the file does not name.
    """

    def __init__(self, position: GamePosition, view: EngineFields) -> None:
        """Answer for the board of `position` and those after one move on it as `view` says."""
        self._position = position
        self._view = view

    async def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the file's answer; its elapsed time is 0.

        Raises:
            ValueError: The game is over.
        """
        position = request.position
        moves = safe_moves(position) or playable_moves(position)
        if not moves:
            raise ValueError("the game is over")
        if position.board == self._position.board and position.to_move == self._position.to_move:
            candidates = tuple(map(_candidate, self._view.candidates))
            return _answer(candidates, candidates[0].score, self._view.threat)
        reply = self._find_reply(position)
        best = MoveCandidate(moves[0], EVEN if reply is None else reply.score, None if reply is None else reply.proof)
        return _answer((best,), best.score, 1 - best.score)

    def _find_reply(self, position: GamePosition) -> EngineMoveFields | None:
        """Return what the file says of the board after a move of the team, from the opponent's point of view."""
        move = _find_move(self._position.board, position.board, self._position.to_move)
        return next((each for each in self._view.replies if move == (each.x, each.y)), None)


def _find_move(before: Board, after: Board, side: Player) -> Point | None:
    """Return the one stone of a side by which two boards differ; None if they differ by anything else."""
    changed = [point for point in before.points() if before.stone_at(point) != after.stone_at(point)]
    if len(changed) != 1 or before.stone_at(changed[0]) != EMPTY or after.stone_at(changed[0]) != side:
        return None
    return changed[0]


def _candidate(fields: EngineMoveFields) -> MoveCandidate:
    return MoveCandidate(Point(fields.x, fields.y), fields.score, fields.proof)


def _answer(candidates: tuple[MoveCandidate, ...], score: float, threat: float) -> SearchAnswer:
    best = candidates[0]
    return SearchAnswer(
        point=best.point,
        score=score,
        proof=best.proof,
        threat=threat,
        candidates=candidates,
        line=(best.point,),
        completion="limit",
        nodes=0,
        depth=None,
        playouts=None,
        elapsed_s=0.0,
    )
