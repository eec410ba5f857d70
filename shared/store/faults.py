"""What can go wrong between a caller and the store: a store that an adversary stands before (FAULTS § 2, F8–F10)."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from shared.core.usage import Usage
from shared.store.port import Begun, Claim, Commit, Committed, DeadLetter, Known, LoggedEvent, Mail, Spent, Store

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

    async def begin(self, *, correlation_id: str, message_id: str, address: str | None = None, known: int = 0) -> Begun:
        """As the store does."""
        return await self._do(
            "begin",
            correlation_id,
            lambda: self._store.begin(
                correlation_id=correlation_id, message_id=message_id, address=address, known=known
            ),
        )

    async def commit(self, commit: Commit) -> Committed:
        """As the store does."""
        return await self._do("commit", commit.correlation_id, lambda: self._store.commit(commit))

    async def schedule(self, role: str, mail: Mail) -> None:
        """As the store does."""
        await self._do("schedule", mail.correlation_id, lambda: self._store.schedule(role, mail))

    async def claim_due(self, role: str, limit: int) -> Sequence[Mail]:
        """As the store does."""
        return await self._do("claim_due", role, lambda: self._store.claim_due(role, limit))

    async def sent(self, role: str, mail: Sequence[Mail]) -> None:
        """As the store does."""
        await self._do("sent", role, lambda: self._store.sent(role, mail))

    async def next_due(self, role: str) -> int | None:
        """As the store does."""
        return await self._do("next_due", role, lambda: self._store.next_due(role))

    async def oldest_due(self, roles: Sequence[str]) -> int | None:
        """As the store does."""
        return await self._do("oldest_due", " ".join(roles), lambda: self._store.oldest_due(roles))

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease: int, reserve: int, keep: float
    ) -> Claim:
        """As the store does."""
        return await self._do(
            "claim_memo",
            correlation_id,
            lambda: self._store.claim_memo(
                correlation_id=correlation_id, key=key, owner=owner, lease=lease, reserve=reserve, keep=keep
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

    async def spent(self, correlation_id: str) -> Spent:
        """As the store does."""
        return await self._do("spent", correlation_id, lambda: self._store.spent(correlation_id))

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """As the store does."""
        return await self._do("read_log", correlation_id, lambda: self._store.read_log(correlation_id, after, limit))

    async def read_last(self, correlation_id: str) -> LoggedEvent | None:
        """As the store does."""
        return await self._do("read_last", correlation_id, lambda: self._store.read_last(correlation_id))

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """As the store does."""
        return await self._do("read_record", correlation_id, lambda: self._store.read_record(address, correlation_id))

    async def about(self, correlation_id: str) -> Known | None:
        """As the store does."""
        return await self._do("about", correlation_id, lambda: self._store.about(correlation_id))

    async def listed(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[Known]:
        """As the store does."""
        return await self._do(
            "listed", owner or "", lambda: self._store.listed(owner=owner, before=before, limit=limit)
        )

    async def open_count(self) -> int:
        """As the store does."""
        return await self._do("open_count", "", self._store.open_count)

    async def first(self, name: str, value: bytes, keep: int) -> bytes:
        """As the store does."""
        return await self._do("first", name, lambda: self._store.first(name, value, keep))

    async def read_cell(self, name: str) -> tuple[int, bytes]:
        """As the store does."""
        return await self._do("read_cell", name, lambda: self._store.read_cell(name))

    async def write_cell(self, name: str, version: int, value: bytes) -> bool:
        """As the store does."""
        return await self._do("write_cell", name, lambda: self._store.write_cell(name, version, value))

    async def file_dead(self, letter: DeadLetter) -> None:
        """As the store does."""
        await self._do("file_dead", letter.id, lambda: self._store.file_dead(letter))

    async def dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """As the store does."""
        return await self._do("dead_letters", "", lambda: self._store.dead_letters(limit))

    async def dead_count(self) -> int:
        """As the store does."""
        return await self._do("dead_count", "", self._store.dead_count)

    async def dead_letter(self, identifier: str) -> DeadLetter | None:
        """As the store does."""
        return await self._do("dead_letter", identifier, lambda: self._store.dead_letter(identifier))

    async def take_dead(self, identifier: str) -> DeadLetter | None:
        """As the store does."""
        return await self._do("take_dead", identifier, lambda: self._store.take_dead(identifier))

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
