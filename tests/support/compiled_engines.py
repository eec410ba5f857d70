"""Machine code of the game engines, compiled by one test process while the others wait for it."""

import fcntl
import tempfile
from functools import cache
from pathlib import Path

from gamehive.core.games.game import games
from gamehive.engines import kernel
from gamehive.engines.engine_factory import create_engine
from gamehive.engines.kernel import cache_folder


@cache
def compile_engines(*keys: str) -> None:
    """Compile the engines of some games, or load them from the cache."""
    folder = cache_folder(Path(kernel.__file__).parent) or Path(tempfile.gettempdir())
    for key in keys:
        with (folder / f"{key}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            create_engine(games()[key]).compile()
