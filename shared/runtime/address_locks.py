"""Locks by address: within a process the messages of one entity are processed one at a time (DESIGN § 3)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from shared.core.envelope import Envelope
from shared.store.port import CommitResult, StepPrecheck


@dataclass(slots=True)
class AddressLock:
    """Lock on one address, plus the state its last holder hands to the next waiter."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    handed_over: tuple[str, StepPrecheck] | None = None
    """Correlation id, and what `Store.precheck` would return after the last commit."""

    def hand_over(self, correlation_id: str, committed: CommitResult) -> None:
        """Store the result of a commit for the next holder of the lock, who then need not read the store.

        Call it while holding the lock. The next holder gets it from `receive_state`.

        Args:
            correlation_id: Correlation of the commit, which must not have closed it.
            committed: Result of the commit, with status "ok".
        """
        precheck = StepPrecheck(
            seen=False, closed=False, version=committed.version, record=None, now=committed.now, usage=committed.usage
        )
        self.handed_over = correlation_id, precheck

    def receive_state(self, envelope: Envelope, known_version: int) -> StepPrecheck | None:
        """Remove what the last holder handed over, and return it if the step can start from it; None: read the store.

        None if nothing was handed over, or if it is of another correlation or of another version than `known_version`,
        or if its time is before the message's timestamp or after the message's deadline. In the result `record` is
        None, since the caller has the state cached, and `seen` is False: the commit detects a duplicate.

        Args:
            envelope: Message whose step begins.
            known_version: Version of the entity's state that the caller has cached; 0 if it has none, which fits only
                an entity without a state.
        """
        handed_over, self.handed_over = self.handed_over, None
        if handed_over is None or handed_over[0] != envelope.correlation_id:
            return None
        precheck = handed_over[1]
        is_in_time = envelope.deadline is None or precheck.now <= envelope.deadline
        return (
            precheck
            if precheck.version == known_version and precheck.now >= envelope.timestamp and is_in_time
            else None
        )


class AddressLocks:
    """One lock per address with messages in progress, served in order of arrival."""

    def __init__(self) -> None:
        self._locks: dict[str, AddressLock] = {}

    @asynccontextmanager
    async def lock(self, address: str) -> AsyncGenerator[AddressLock]:
        """Wait, without a time limit, for the lock of `address` (`kind/id`) and yield it; release it on exit.

        Waiters are served in the order of their calls. It excludes only users of this AddressLocks object. The lock is
        not reentrant: a holder that locks the same address again waits for ever.
        """
        lock = self._locks.setdefault(address, AddressLock())
        lock.users += 1
        try:
            async with lock.lock:
                yield lock
        finally:
            lock.users -= 1
            if lock.users == 0:
                del self._locks[address]
