"""One message of an address at a time: in a process, the messages of one entity wait for each other (DESIGN § 3)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from shared.core.envelope import Envelope
from shared.store.port import CommitResult, StepPrecheck


@dataclass(slots=True)
class AddressLock:
    """Who works for an address now, and what he leaves to the one who waits behind him."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    handed_over: tuple[str, StepPrecheck] | None = None
    """The correlation, and what `begin` would have answered at its last commit."""

    def hand_over(self, correlation_id: str, committed: CommitResult) -> None:
        """This is how things stand after a commit that did not end the correlation."""
        begun = StepPrecheck(
            seen=False, closed=False, version=committed.version, record=None, now=committed.now, usage=committed.usage
        )
        self.handed_over = correlation_id, begun

    def receive_state(self, envelope: Envelope, known: int) -> StepPrecheck | None:
        """How things stand, for one who waited and remembers version `known`; None when he has to ask.

        He asks when what was left is older than his message, and when that has expired by then. Whether it was seen
        nobody knows yet: its commit finds out.
        """
        left, self.handed_over = self.handed_over, None
        if left is None or left[0] != envelope.correlation_id:
            return None
        begun = left[1]
        in_time = envelope.deadline is None or begun.now <= envelope.deadline
        return begun if begun.version == known and begun.now >= envelope.timestamp and in_time else None


class AddressLocks:
    """A lock for every address that has something in hand, first come first served."""

    def __init__(self) -> None:
        self._turns: dict[str, AddressLock] = {}

    @asynccontextmanager
    async def lock(self, address: str) -> AsyncGenerator[AddressLock]:
        """Wait until nobody else works for `address`."""
        turn = self._turns.setdefault(address, AddressLock())
        turn.users += 1
        try:
            async with turn.lock:
                yield turn
        finally:
            turn.users -= 1
            if turn.users == 0:
                del self._turns[address]
