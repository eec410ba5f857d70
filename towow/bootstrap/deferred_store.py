"""A store for who cannot wait until it answers: until it was reached every call says that it is lost."""

from collections.abc import Sequence

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
    StoreUnavailable,
)


class LateStore:
    """The Store port over a store that is still to come. Every call raises StoreLost until then."""

    def __init__(self) -> None:
        self._store: Store | None = None

    def came(self, store: Store) -> None:
        """From now on it is this one; `close` lets go of it."""
        self._store = store

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known: int = 0
    ) -> StepPrecheck:
        """As the store does."""
        return await self._there.precheck(
            correlation_id=correlation_id, message_id=message_id, address=address, known=known
        )

    async def commit(self, commit: Commit) -> CommitResult:
        """As the store does."""
        return await self._there.commit(commit)

    async def schedule(self, role: str, mail: OutboxEntry) -> None:
        """As the store does."""
        await self._there.schedule(role, mail)

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """As the store does."""
        return await self._there.claim_due(role, limit)

    async def mark_published(self, role: str, mail: Sequence[OutboxEntry]) -> None:
        """As the store does."""
        await self._there.mark_published(role, mail)

    async def next_due(self, role: str) -> int | None:
        """As the store does."""
        return await self._there.next_due(role)

    async def oldest_due(self, roles: Sequence[str]) -> int | None:
        """As the store does."""
        return await self._there.oldest_due(roles)

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease: int, reserve: int, keep: float
    ) -> MemoClaim:
        """As the store does."""
        return await self._there.claim_memo(
            correlation_id=correlation_id, key=key, owner=owner, lease=lease, reserve=reserve, keep=keep
        )

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """As the store does."""
        return await self._there.finish_memo(
            correlation_id=correlation_id, key=key, owner=owner, value=value, usage=usage
        )

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """As the store does."""
        await self._there.release_memo(correlation_id=correlation_id, key=key, owner=owner)

    async def spent(self, correlation_id: str) -> BudgetUsage:
        """As the store does."""
        return await self._there.spent(correlation_id)

    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        """As the store does."""
        return await self._there.get_correlation(correlation_id)

    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        """As the store does."""
        return await self._there.list_correlations(owner=owner, before=before, limit=limit)

    async def count_open(self) -> int:
        """As the store does."""
        return await self._there.count_open()

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """As the store does."""
        return await self._there.read_log(correlation_id, after, limit)

    async def read_last(self, correlation_id: str) -> LoggedEvent | None:
        """As the store does."""
        return await self._there.read_last(correlation_id)

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """As the store does."""
        return await self._there.read_record(address, correlation_id)

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        """As the store does."""
        return await self._there.get_versioned(name)

    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        """As the store does."""
        return await self._there.compare_and_set(name, version, value)

    async def put_if_absent(self, name: str, value: bytes, keep: int) -> bytes:
        """As the store does."""
        return await self._there.put_if_absent(name, value, keep)

    async def add_dead_letter(self, letter: DeadLetter) -> None:
        """As the store does."""
        await self._there.add_dead_letter(letter)

    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """As the store does."""
        return await self._there.list_dead_letters(limit)

    async def count_dead_letters(self) -> int:
        """As the store does."""
        return await self._there.count_dead_letters()

    async def dead_letter(self, identifier: str) -> DeadLetter | None:
        """As the store does."""
        return await self._there.dead_letter(identifier)

    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """As the store does."""
        return await self._there.pop_dead_letter(identifier)

    async def now(self) -> int:
        """As the store does."""
        return await self._there.now()

    async def close(self) -> None:
        """Let go of it, if it ever came."""
        if self._store is not None:
            await self._store.close()

    @property
    def _there(self) -> Store:
        if self._store is None:
            raise StoreUnavailable("the store was not reached yet")
        return self._store
