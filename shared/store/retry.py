"""Retry of store calls: the same call, unchanged, for up to 30 s (DESIGN § 3)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from shared.store.port import StoreUnavailable

T = TypeVar("T")

RETRY_TIMEOUT_S = 30.0
FIRST_BACKOFF_S = 0.1
MAX_BACKOFF_S = 2.0


async def retry_until_available(call: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `call()`, repeated while it raises StoreUnavailable, for up to RETRY_TIMEOUT_S (30 s).

    `call` starts a new call of the Store port each time. This is safe, since the store recognizes a repetition: a
    commit answers `duplicate`. The pauses between the calls grow from 0.1 s to 2 s. Other exceptions are raised at
    once.

    Raises:
        StoreUnavailable: No call succeeded in that time; it is that of the last call.
    """
    deadline: float | None = None
    backoff_s = FIRST_BACKOFF_S
    while True:
        try:
            return await call()
        except StoreUnavailable:
            now = asyncio.get_running_loop().time()
            deadline = deadline or now + RETRY_TIMEOUT_S
            if now >= deadline:
                raise
        await asyncio.sleep(backoff_s)
        backoff_s = min(2 * backoff_s, MAX_BACKOFF_S)
