"""Pause of the garbage collector while code is loaded: what is loaded stays, so looking through it is in vain."""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def pause_collection(*, freeze: bool = False) -> Generator[None]:
    """Context manager without garbage collection; on exit it is enabled again if it was before.

    Args:
        freeze: Whether all that there is on exit is exempt from later collections; for a process of its own.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if freeze:
            gc.freeze()
        if was_enabled:
            gc.enable()
