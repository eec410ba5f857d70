"""One message of an address at a time: in a process, the messages of one entity wait for each other (DESIGN § 3)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Mailboxes:
    """A lock for every address that has something in hand, first come first served."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncGenerator[None]:
        """Wait until nobody else works for `address`."""
        lock, waiting = self._locks.get(address, (asyncio.Lock(), 0))
        self._locks[address] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._locks[address]
            if waiting == 1:
                del self._locks[address]
            else:
                self._locks[address] = lock, waiting - 1
