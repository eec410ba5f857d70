"""What can go wrong between a caller and the store: a store that an adversary stands before (FAULTS § 2, F8–F10)."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from shared.core.usage import Usage
from shared.store.port import (
    BudgetUsage,
    Commit,
    CommitResult,
    CorrelationInfo,
    DeadLetter,
    LoggedEvent,
    MemoClaim,
    OutboxEntry,
    StepPrecheck,
    Store,
)

R = TypeVar("R")


class StoreFaults(Protocol):
    """An adversary: asked before and after every call. It may wait, or raise StoreLost.

    `call` is the port's method, `subject` the correlation, role or name it is about. Raised before, the call had
    no effect; raised after, it had its effect and the reply is lost.
    """

    async def before(self, call: str, subject: str) -> None:
        """The call is about to reach the store."""
        ...

    async def after(self, call: str, subject: str) -> None:
        """The store has done it, the reply is on its way."""
        ...


class FaultyStore:
    """The Store port over another store, with faults. What has none is not wrapped, and pays nothing."""

    def __init__(self, store: Store, faults: StoreFaults) -> None:
        self._store = store
        self._faults = faults

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        """As the store does."""
        return await self._do(
            "begin",
            correlation_id,
            lambda: self._store.precheck(
                correlation_id=correlation_id, message_id=message_id, address=address, known_version=known_version
            ),
        )

    async def commit(self, commit: Commit) -> CommitResult:
        """As the store does."""
        return await self._do("commit", commit.correlation_id, lambda: self._store.commit(commit))

    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        """As the store does."""
        await self._do("schedule", entry.correlation_id, lambda: self._store.schedule(role, entry))

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """As the store does."""
        return await self._do("claim_due", role, lambda: self._store.claim_due(role, limit))

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """As the store does."""
        await self._do("sent", role, lambda: self._store.mark_published(role, entries))

    async def get_next_due(self, role: str) -> int | None:
        """As the store does."""
        return await self._do("next_due", role, lambda: self._store.get_next_due(role))

    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        """As the store does."""
        return await self._do("oldest_due", " ".join(roles), lambda: self._store.get_oldest_due(roles))

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """As the store does."""
        return await self._do(
            "claim_memo",
            correlation_id,
            lambda: self._store.claim_memo(
                correlation_id=correlation_id,
                key=key,
                owner=owner,
                lease_ms=lease_ms,
                reserve_tokens=reserve_tokens,
                budget_headroom=budget_headroom,
            ),
        )

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """As the store does."""
        return await self._do(
            "finish_memo",
            correlation_id,
            lambda: self._store.finish_memo(
                correlation_id=correlation_id, key=key, owner=owner, value=value, usage=usage
            ),
        )

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """As the store does."""
        await self._do(
            "release_memo",
            correlation_id,
            lambda: self._store.release_memo(correlation_id=correlation_id, key=key, owner=owner),
        )

    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        """As the store does."""
        return await self._do("spent", correlation_id, lambda: self._store.get_budget_usage(correlation_id))

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """As the store does."""
        return await self._do("read_log", correlation_id, lambda: self._store.read_log(correlation_id, after, limit))

    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        """As the store does."""
        return await self._do("read_last", correlation_id, lambda: self._store.read_last_event(correlation_id))

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """As the store does."""
        return await self._do("read_record", correlation_id, lambda: self._store.read_record(address, correlation_id))

    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        """As the store does."""
        return await self._do("about", correlation_id, lambda: self._store.get_correlation(correlation_id))

    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        """As the store does."""
        return await self._do(
            "listed", owner or "", lambda: self._store.list_correlations(owner=owner, before=before, limit=limit)
        )

    async def count_open(self) -> int:
        """As the store does."""
        return await self._do("open_count", "", self._store.count_open)

    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        """As the store does."""
        return await self._do("first", name, lambda: self._store.put_if_absent(name, value, ttl_ms))

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        """As the store does."""
        return await self._do("read_cell", name, lambda: self._store.get_versioned(name))

    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        """As the store does."""
        return await self._do("write_cell", name, lambda: self._store.compare_and_set(name, version, value))

    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        """As the store does."""
        await self._do("file_dead", dead_letter.id, lambda: self._store.add_dead_letter(dead_letter))

    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """As the store does."""
        return await self._do("dead_letters", "", lambda: self._store.list_dead_letters(limit))

    async def count_dead_letters(self) -> int:
        """As the store does."""
        return await self._do("dead_count", "", self._store.count_dead_letters)

    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        """As the store does."""
        return await self._do("dead_letter", identifier, lambda: self._store.get_dead_letter(identifier))

    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """As the store does."""
        return await self._do("take_dead", identifier, lambda: self._store.pop_dead_letter(identifier))

    async def now(self) -> int:
        """As the store does."""
        return await self._do("now", "", self._store.now)

    async def close(self) -> None:
        """As the store does, without faults."""
        await self._store.close()

    async def _do(self, call: str, subject: str, effect: Callable[[], Awaitable[R]]) -> R:
        await self._faults.before(call, subject)
        result = await effect()
        await self._faults.after(call, subject)
        return result
