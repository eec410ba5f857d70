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
    """Cancel the body of the context after `timeout_s` seconds. Raises StoreUnavailable then."""
    try:
        async with asyncio.timeout(timeout_s):
            yield
    except TimeoutError:
        raise StoreUnavailable(f"the store did not respond within {timeout_s:g} s") from None


async def call_store(call: Callable[[], Awaitable[T]], timeout_s: float = STORE_TIMEOUT_S) -> T:
    """Return the result of a store or registry call, retried until the deadline. Raises StoreUnavailable."""
    async with store_deadline(timeout_s):
        return await retry_until_available(call)
