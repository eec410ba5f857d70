"""Deadline of a search: a timer sets the byte that the search polls."""

from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer

import numpy as np

from gamehive.engines.level import LEVEL_LIMITS
from gamehive.engines.search import STOP_DEADLINE, STOP_NONE, Engine, SearchAnswer, SearchRequest, SearchStop


def new_stop() -> SearchStop:
    """Return a byte that stops nothing yet."""
    return np.zeros(1, dtype=np.uint8)


@contextmanager
def stop_after(stop: SearchStop, seconds: float) -> Generator[None]:
    """Set a byte once the seconds are over, unless the block ends before."""

    def reach_deadline() -> None:
        if stop[0] == STOP_NONE:
            stop[0] = STOP_DEADLINE

    if seconds <= 0:
        reach_deadline()
        yield
        return
    timer = Timer(seconds, reach_deadline)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        # A timer that is just setting the byte must not do so after the next search has begun.
        timer.join()


def search_in_time(engine: Engine, request: SearchRequest, stop: SearchStop | None = None) -> SearchAnswer:
    """Search until the deadline of a request, in the calling thread.

    Raises:
        ValueError: The game is over, or the engine does not play it.
    """
    flag = new_stop() if stop is None else stop
    seconds = LEVEL_LIMITS[request.level].time_s if request.time_s is None else request.time_s
    with stop_after(flag, seconds):
        return engine.search(request, flag)
