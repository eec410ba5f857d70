"""Byte budget: bounds the memory of messages in progress by their size; more of them wait, in order of arrival."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress


class ByteBudget:
    """Budget of bytes that may be reserved at the same time; waiters are served first in, first out."""

    def __init__(self, limit: int) -> None:
        """Create a budget of `limit` bytes, none of them reserved."""
        self._limit = limit
        self._reserved = 0
        self._waiters: deque[tuple[int, asyncio.Future[None]]] = deque()

    @property
    def reserved(self) -> int:
        """Number of bytes that are reserved now."""
        return self._reserved

    @asynccontextmanager
    async def reserve(self, size: int) -> AsyncGenerator[None]:
        """Reserve `size` bytes while the context lasts; wait first, without a time limit, until they fit.

        A size above the whole budget is admitted once nothing else is reserved. A cancelled wait reserves nothing.
        """
        await self._acquire(size)
        try:
            yield
        finally:
            self._release(size)

    async def _acquire(self, size: int) -> None:
        if not self._waiters and self._fits(size):
            self._reserved += size
            return
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiter = size, admitted
        self._waiters.append(waiter)
        try:
            await admitted
        except asyncio.CancelledError:
            if admitted.cancelled():
                with suppress(ValueError):  # it may have been skipped and removed already
                    self._waiters.remove(waiter)
                self._admit_waiters()
            else:
                self._release(size)  # admitted and cancelled in the same iteration of the loop
            raise

    def _release(self, size: int) -> None:
        self._reserved -= size
        self._admit_waiters()

    def _admit_waiters(self) -> None:
        while self._waiters and self._fits(self._waiters[0][0]):
            size, admitted = self._waiters.popleft()
            if not admitted.done():
                self._reserved += size
                admitted.set_result(None)

    def _fits(self, size: int) -> bool:
        return self._reserved == 0 or self._reserved + size <= self._limit
