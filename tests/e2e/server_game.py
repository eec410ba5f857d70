"""A game at a game server: the board that it referees, and the requests for the model's moves that it sends."""

from typing import Any

from gamehive.core.games.board import FIRST, SECOND, Player, Point
from gamehive.core.games.game import GameKey, games
from gamehive.core.games.position import find_result, is_ended_by_move, play_move, start_position
from gamehive.decision_request import server_game_id

HUMAN: Player = FIRST
MODEL: Player = SECOND
"""A game server has the person always as 1 and the model as 2; either may begin (GH-158)."""


class ServerGame:
    """One game between a person and the model."""

    def __init__(
        self, key: GameKey, number: int, *, first: Player = HUMAN, moves: tuple[tuple[int, int], ...] = ()
    ) -> None:
        """Begin a game of person `number`, with some moves played."""
        self.game = games()[key]
        self.number = number
        self.position = start_position(self.game, first)
        self._steps: list[str] = []
        for x, y in moves:
            self.play(x, y)

    @property
    def game_id(self) -> str:
        """Id of the game in this system."""
        return server_game_id(self.number, self.number)

    @property
    def board(self) -> tuple[str, ...]:
        """The server's board."""
        return self.position.board.to_text()

    @property
    def is_over(self) -> bool:
        """Whether a move has ended the game; who has no safe move in NoGo plays on."""
        return is_ended_by_move(self.position)

    @property
    def winner(self) -> Player | None:
        """Who has won; None for a draw."""
        result = find_result(self.position)
        return None if result is None else result.winner

    def play(self, x: int, y: int) -> tuple[str, ...]:
        """Play a move of whose turn it is, and return the board. Raises ValueError if the server does not allow it."""
        mover = "玩家" if self.position.to_move == HUMAN else "AI"
        self.position = play_move(self.position, Point(x, y))
        self._steps.append(f"step{len(self._steps) + 1}:{mover}在({x},{y})下棋")
        return self.board

    def fields(self, allowed_ms: int = 30_000, **changes: Any) -> dict[str, Any]:
        """Return the fields of the request for the next move, all as text."""
        return {
            "gameId": str(self.number),
            "userId": str(self.number),
            "currentMap": "\n".join(self.board) + "\n",
            "LLMFlag": str(MODEL),
            "gameType": self.game.names[0],
            "gameRule": "",
            "historySteps": "\n".join(self._steps) or "游戏刚开始，暂无历史步骤。",
            "gridSize": str(self.game.rows),
            "allowedTimeout": str(allowed_ms),
            **changes,
        }
