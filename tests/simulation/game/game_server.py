"""The game server to which decisions are delivered: it does with each callback what the game's course has it do."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping

from gamehive.callback.client import CallbackFailed
from tests.simulation.game.history import Callback, GameHistory

LATENCY = 0.05
"""Seconds of a response."""


class SimulatedGameServer:
    """Callback client that reaches a game server which outlives every process."""

    def __init__(self, history: GameHistory, game_of: Callable[[int], str], now: Callable[[], int]) -> None:
        """`game_of` tells the game of a user."""
        self._history = history
        self._game_of = game_of
        self._now = now
        self._asked: Counter[str] = Counter()

    async def post_form(self, url: str, fields: Mapping[str, str], timeout_s: float) -> int:
        """Respond as the course has it. Raises CallbackFailed."""
        game_id = self._game_of(int(fields["user_id"]))
        responses = self._history.courses[game_id].responses
        response = responses[min(self._asked[game_id], len(responses) - 1)]
        self._asked[game_id] += 1
        status = response if isinstance(response, int) else None
        if response != "fails":
            self._history.callbacks[game_id].append(Callback(self._now(), int(fields["x"]), int(fields["y"]), status))
        await asyncio.sleep(timeout_s if response == "hangs" else LATENCY)
        if status is None:
            raise CallbackFailed("TimeoutError" if response == "hangs" else "ConnectError")
        return status
