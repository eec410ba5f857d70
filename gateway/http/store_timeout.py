"""Deadline and retries for store calls made while serving a request (FAULTS § 1.11).

The deadline is shorter than a worker's, because a client is waiting; within it calls are retried as workers do.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from shared.store.port import StoreUnavailable
from shared.store.retry import retry_until_available

T = TypeVar("T")

STORE_TIMEOUT_S = 2.5
"""Default deadline of store calls of one request."""


@asynccontextmanager
async def store_deadline(timeout_s: float = STORE_TIMEOUT_S) -> AsyncGenerator[None]:
    """Context manager that cancels its body after `timeout_s` seconds (by default 2.5).

    Raises:
        StoreUnavailable: If the body did not finish in time, or raised TimeoutError itself. What a cancelled call
            changes in the store may have been written.
    """
    try:
        async with asyncio.timeout(timeout_s):
            yield
    except TimeoutError:
        raise StoreUnavailable(f"the store did not respond within {timeout_s:g} s") from None


async def call_store(call: Callable[[], Awaitable[T]], timeout_s: float = STORE_TIMEOUT_S) -> T:
    """Call the store or a registry, repeating the call while it raises StoreUnavailable, and return its result.

    Other exceptions of the call are raised at once.

    Args:
        call: Starts the call; it must be safe to repeat.
        timeout_s: Seconds for all attempts together (by default 2.5).

    Raises:
        StoreUnavailable: If no attempt succeeded in time; the last one may still have had its effect.
    """
    async with store_deadline(timeout_s):
        return await retry_until_available(call)
