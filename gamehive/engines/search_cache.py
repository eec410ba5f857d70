"""Cache of searches: the agents of one decision ask for the same board several times."""

from collections import OrderedDict

from gamehive.core.games.board import Board, Player
from gamehive.core.games.level import Level
from gamehive.engines.port import EngineService
from gamehive.engines.search import SearchAnswer, SearchRequest

MAX_SEARCHES = 256
"""Capacity (least recently used ones are dropped)."""

MIN_TIME_SHARE = 0.8
"""Share of the wanted time that a search must have had to stand for another one."""

_Key = tuple[str, Board, Player, Level]


class SearchCache:
    """Engine service that answers a repeated question from memory, whatever its seed."""

    def __init__(self, engines: EngineService) -> None:
        self._engines = engines
        self._answers: OrderedDict[_Key, tuple[float | None, SearchAnswer]] = OrderedDict()

    async def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the answer to an earlier search of the position in about the same time, or search.

        Raises:
            EngineUnavailable: No engine answers now; a later attempt may succeed.
            ValueError: The game is over, or no engine plays it.
        """
        position = request.position
        key = (position.game.key, position.board, position.to_move, request.level)
        known = self._answers.get(key)
        if known is not None and _is_enough(known[0], request.time_s):
            self._answers.move_to_end(key)
            return known[1]
        answer = await self._engines.search(request)
        self._answers[key] = request.time_s, answer
        self._answers.move_to_end(key)
        if len(self._answers) > MAX_SEARCHES:
            self._answers.popitem(last=False)
        return answer


def _is_enough(had_s: float | None, wanted_s: float | None) -> bool:
    """Return whether a search that had so many seconds stands for one of so many; None: those of the level."""
    if had_s is None or wanted_s is None:
        return had_s is None and wanted_s is None
    return had_s >= wanted_s * MIN_TIME_SHARE
