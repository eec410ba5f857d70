"""How long does a gateway wait for the store? Not as long as a worker: whoever asks wants to know (FAULTS § 1.11).

Within that time a store that was away for a moment is asked again, as workers do.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from shared.store.port import StoreUnavailable
from shared.store.retry import retry_until_available

T = TypeVar("T")

STORE_TIMEOUT_S = 2.5
"""Seconds."""


@asynccontextmanager
async def store_deadline(timeout_s: float = STORE_TIMEOUT_S) -> AsyncGenerator[None]:
    """What is done meanwhile is given up after `patience` s. Raises StoreLost then."""
    try:
        async with asyncio.timeout(timeout_s):
            yield
    except TimeoutError:
        raise StoreUnavailable(f"the store does not answer within {timeout_s:g} s") from None


async def call_store(call: Callable[[], Awaitable[T]], timeout_s: float = STORE_TIMEOUT_S) -> T:
    """The result of a call of the store, or of the registry. Raises StoreLost."""
    async with store_deadline(timeout_s):
        return await retry_until_available(call)
