"""Engines in the calling process: the same question always has the same answer, for tests and the simulation."""

from collections.abc import Mapping
from dataclasses import replace

from gamehive.engines.deadline import new_stop
from gamehive.engines.engine_factory import create_engine, engine_kind
from gamehive.engines.level import Level
from gamehive.engines.search import Engine, SearchAnswer, SearchRequest

HIGHEST_LEVELS: Mapping[str, Level] = {"exact": 4, "gomoku": 2, "nogo": 3}
"""Level up to which a kind of engine ends by its limits alone, and soon."""

_NO_DEADLINE_S = 3600.0


class InProcessEngines:
    """Engine service without processes and deadlines; it blocks the event loop while it searches.

    A search ends at the limits of its level, which is lowered to one that has some; `time_s` is ignored.
    """

    def __init__(self, highest_levels: Mapping[str, Level] = HIGHEST_LEVELS) -> None:
        self._highest_levels = highest_levels
        self._engines: dict[str, Engine] = {}

    async def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the engine's move, which depends on the request alone; its elapsed time is 0.

        Raises:
            ValueError: The game is over, or no engine plays it.
        """
        kind = engine_kind(request.position.game)
        if kind not in self._engines:
            self._engines[kind] = create_engine(request.position.game)
        level = min(request.level, self._highest_levels[kind])
        limited = replace(request, level=level, time_s=_NO_DEADLINE_S)
        return replace(self._engines[kind].search(limited, new_stop()), elapsed_s=0.0)
