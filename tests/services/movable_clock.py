"""How a test lets time pass for a store on a real server: its own copy of the Function library, with a clock to move."""

import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from shared.store.redis.functions import FunctionLibrary, load_function_library
from shared.store.redis.store import RedisStore
from shared.store.retention import RETENTION_DAYS
from tests.services.redis import fresh_store

NOW = "tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)"
ADVANCE = """
register('advance', function(keys, args)
  ahead = ahead + tonumber(args[1])
  return ahead
end, {'no-writes'})
"""


class MovableStore:
    """A store and its clock. `functions`: the library with that clock, for more connections to the same."""

    def __init__(self, store: RedisStore, functions: FunctionLibrary) -> None:
        self.store = store
        self.functions = functions
        self._advance = functions.functions["advance"]

    async def advance(self, milliseconds: int) -> None:
        """Let time pass for the store."""
        await self.store.client.call("FCALL", self._advance, 0, milliseconds)


@asynccontextmanager
async def movable_store(
    url: str, *, retention_days: int = RETENTION_DAYS, journal: bool = False
) -> AsyncGenerator[MovableStore]:
    """A fresh store whose library nobody else has; both are removed afterwards. Lives of keys do not move."""
    functions = movable_library()
    async with fresh_store(url, retention_days=retention_days, journal=journal, functions=functions) as store:
        try:
            yield MovableStore(store, functions)
        finally:
            await store.client.call("FUNCTION", "DELETE", f"towow_{functions.hash}")


def movable_library() -> FunctionLibrary:
    """Ours with `now` ahead by what `advance` was called with."""
    source = load_function_library().source
    assert source.count(NOW) == 1
    source = source.replace(NOW, f"{NOW} + ahead")
    return FunctionLibrary(f"-- {secrets.token_hex(8)}\nlocal ahead = 0\n{source}{ADVANCE}")
