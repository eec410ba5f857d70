"""Requests of a simulated game server, with the ids and deadlines that a gateway gives them."""

from collections.abc import Callable, Sequence

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.events import GameStarted
from gamehive.contracts.messages import RequestDecision
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.board import Point
from gamehive.core.games.game import GameKey, games
from gamehive.decision_request import MAX_RESERVE_MS, MIN_TEAM_MS, SERVER_LEVEL, decision_request_id
from tests.simulation.game.courses import GameScript
from tests.simulation.game.positions import history_of, position_after


class RequestBuilder:
    """Builder of the requests of one game."""

    def __init__(
        self,
        game_id: str,
        course: GameScript,
        rule: str,
        user_id: int,
        flags: frozenset[FeatureFlag],
        now: Callable[[], int],
    ) -> None:
        self.game_id = game_id
        self.course = course
        self._rule = rule
        self._user_id = user_id
        self._flags = flags
        self._now = now

    def request(
        self, moves: Sequence[Point], *, is_wrong: bool = False, game: GameKey | None = None
    ) -> DecisionRequest:
        """Return the request for the team's move after some moves; one that is wrong lacks a stone on its board.

        `game` is another game with the same board, as which the request has it.
        """
        course, now = self.course, self._now()
        board = position_after(course.game, moves).board.to_text()
        if is_wrong:
            row = next(index for index, each in enumerate(board) if each.strip("0"))
            board = (*board[:row], "0" * len(board[row]), *board[row + 1 :])
        allowed = course.allowed_ms
        side = 1 if len(moves) % 2 == 0 else 2
        return DecisionRequest(
            request_id=decision_request_id(self.game_id, game or course.game, side, len(moves), board),
            game=game or course.game,
            game_rule=self._rule,
            board=board,
            side=side,
            history=history_of(moves, side),
            allowed_ms=allowed,
            received_at=now,
            deadline=now + allowed - min(MAX_RESERVE_MS, allowed // 2),
            user_id=self._user_id,
        )

    def message(self, request: DecisionRequest) -> RequestDecision:
        """Return the message with a request."""
        return RequestDecision(
            game_id=self.game_id,
            request=request,
            language=self.course.language,
            feature_flags=self._flags,
            by_engine=request.allowed_ms < MIN_TEAM_MS,
        )

    def started(self, request: DecisionRequest) -> GameStarted:
        """Return the first event of the log of a game whose first request this is."""
        game = games()[self.course.game]
        return GameStarted(
            game_id=self.game_id,
            game=game.key,
            rows=game.rows,
            columns=game.columns,
            referee="server",
            seats=("team", "opponent") if request.side == 1 else ("opponent", "team"),
            first_side=request.history[0].side if request.history else request.side,
            level=SERVER_LEVEL,
            language=self.course.language,
            game_rule=request.game_rule,
            model="simulated",
        )
