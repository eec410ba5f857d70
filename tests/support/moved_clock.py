"""The command line at another time: `python -m tests.support.moved_clock OFFSET_MS COMMAND…` runs `towow COMMAND…`.

The store's clock and this process's are OFFSET_MS (may be negative) ahead of the real ones, so that data recorded long
ago is as old as it was then. What Redis itself expires, it expires in real time.
"""

import sys
import time

from shared.store.redis.functions import FunctionLibrary
from tests.services.movable_clock import NOW
from towow.cli.main import app


def moved_now(offset_ms: int) -> str:
    """Return the expression (Lua) by which the store's functions read the clock then; no other library holds it."""
    return f"{NOW} + ({offset_ms})"


def move_clock(offset_ms: int) -> None:
    """Move the clocks that this process and the store's functions read, for the rest of its life."""
    real_time_ns, init = time.time_ns, FunctionLibrary.__init__

    def init_moved(self: FunctionLibrary, source: str) -> None:
        assert source.count(NOW) == 1
        init(self, source.replace(NOW, moved_now(offset_ms)))

    time.time_ns = lambda: real_time_ns() + offset_ms * 1_000_000
    FunctionLibrary.__init__ = init_moved


if __name__ == "__main__":
    move_clock(int(sys.argv.pop(1)))
    app(prog_name="towow")
