"""Engine service of a worker: a pool of processes that compiles its engines before it searches."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamehive.core.games.game import Game, games

if TYPE_CHECKING:  # NumPy and the compiler of the engines take a while to load
    from gamehive.engines.pool import EnginePool
    from gamehive.engines.search import SearchAnswer, SearchRequest


class EnginePoolService:
    """Engines in a pool of processes; processes that never search load nothing. Use it in one event loop."""

    def __init__(self, workers: int) -> None:
        """Start nothing yet; `workers` searches run at a time, further ones wait."""
        self._workers = workers
        self._pool: EnginePool | None = None
        self._compiled: set[str] = set()
        self._compiling = asyncio.Lock()

    async def search(self, request: "SearchRequest") -> "SearchAnswer":
        """Return the engine's move; see `EnginePool.search`. The time of the search does not include compiling."""
        await self.compile([request.position.game])
        return await self._get_pool().search(request)

    async def compile(self, wanted: Sequence[Game] | None = None) -> None:
        """Start the processes and compile the engines of some games, by default of all; nothing the second time.

        It takes up to a minute the first time on a machine, about a second later.

        Raises:
            EngineUnavailable: A process ended, or the service was closed.
            ValueError: No engine plays one of the games.
        """
        from gamehive.engines.engine_factory import engine_kind

        chosen = tuple(games().values()) if wanted is None else wanted
        by_kind = {engine_kind(game): game for game in chosen}
        for kind, game in sorted(by_kind.items()):  # `exact`, which takes no time, comes first
            async with self._compiling:
                if kind not in self._compiled:
                    await self._get_pool().compile((game,))
                    self._compiled.add(kind)

    def close(self) -> None:
        """End the processes, if any has started. They also end with this process."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None
            self._compiled.clear()

    def _get_pool(self) -> "EnginePool":
        if self._pool is None:
            from gamehive.engines.pool import EnginePool

            self._pool = EnginePool(self._workers)
        return self._pool
