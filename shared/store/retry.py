"""What is done when the store does not answer: the same call again, unchanged, for 30 s (DESIGN § 3)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from shared.store.port import StoreUnavailable

T = TypeVar("T")

RETRY_TIMEOUT_S = 30.0
FIRST_BACKOFF_S = 0.1
MAX_BACKOFF_S = 2.0


async def retry_until_available(call: Callable[[], Awaitable[T]]) -> T:
    """The result of `call()`. Raises StoreLost when it did not succeed within PATIENCE seconds.

    Safe for every call of the store that recognises its own repetition: a commit answers `duplicate`.
    """
    try:
        return await call()
    except StoreUnavailable:
        pass
    loop = asyncio.get_running_loop()
    end = loop.time() + RETRY_TIMEOUT_S
    pause = FIRST_BACKOFF_S
    while True:
        await asyncio.sleep(pause)
        pause = min(2 * pause, MAX_BACKOFF_S)
        try:
            return await call()
        except StoreUnavailable:
            if loop.time() >= end:
                raise
