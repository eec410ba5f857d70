"""Store on a Redis or Valkey server; each writing call is one Function (DESIGN § 3, § 4)."""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any

from typing_extensions import override

from shared.core.usage import Usage
from shared.store import keys
from shared.store.commit_size import check_commit
from shared.store.memo_claim import BudgetUsage, MemoClaim
from shared.store.port import (
    Commit,
    CommitResult,
    CorrelationInfo,
    DeadLetter,
    LoggedEvent,
    OutboxEntry,
    StepPrecheck,
    Store,
)
from shared.store.redis import commit_arguments
from shared.store.redis.correlation_list import RedisCorrelationIndex
from shared.store.redis.dead_letters import RedisDeadLetters
from shared.store.redis.errors import ForeignKeyType
from shared.store.redis.functions import FunctionCaller, FunctionLibrary
from shared.store.redis.outbox_serialization import pack_entry, unpack_entry
from shared.store.redis.pipeline import PipelinedClient


class RedisStore(Store):
    """Store port over a server, one instance per process; the methods are described in `shared.store.port.Store`.

    StoreMisconfigured is raised only for a key with foreign content; calls that do not need this key work.
    """

    def __init__(
        self, client: PipelinedClient, library: FunctionLibrary, namespace: str, *, retention_ms: int, journal: bool
    ) -> None:
        """Create a store over a checked server, as `connect` does; `journal` stores the journal entries of commits."""
        self.namespace = namespace
        self.client = client
        self._functions = FunctionCaller(client, library)
        self._retention_ms = retention_ms
        self._journal = journal
        self._dead_letters = RedisDeadLetters(client, self._functions, namespace)
        self._index = RedisCorrelationIndex(self._functions, namespace)

    @override
    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        own = self._keys(correlation_id)
        read_keys = (own.about, own.seen, own.spent)
        if address is not None:
            read_keys = (*read_keys, keys.state_key(own.partition, address))
        reply = await self._functions.call("precheck", read_keys, message_id, correlation_id, known_version)
        seen, closed, version, now, record, *paid = reply
        return StepPrecheck(bool(seen), bool(closed), version, record, now, commit_arguments.parse_usage(paid))

    @override
    async def commit(self, commit: Commit) -> CommitResult:
        try:
            check_commit(commit)
        except ValueError:
            result = await self._recheck(commit)
            if result is not None:
                return result
            raise
        own = self._keys(commit.correlation_id)
        reply = await self._functions.call(
            "commit",
            commit_arguments.build_keys(commit, own, journal=self._journal),
            *commit_arguments.build_arguments(commit, self._retention_ms),
        )
        return commit_arguments.parse_commit_reply(commit, reply)

    async def _recheck(self, commit: Commit) -> CommitResult | None:
        """Return the result of an invalid commit that would be a duplicate or conflict anyway, else None."""
        state = await self.precheck(
            correlation_id=commit.correlation_id, message_id=commit.message_id, address=commit.address
        )
        if state.closed or state.seen:
            return CommitResult("duplicate", state.version)
        if commit.address is not None and commit.version != state.version:
            return CommitResult("conflict", state.version)
        return None

    @override
    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        own = self._keys(entry.correlation_id)
        is_command = "1" if entry.message.exchange == "commands" else "0"
        due = "" if entry.due is None else entry.due
        entry_keys = (own.about, own.owed, *keys.role_keys(own.partition, role))
        await self._functions.call("schedule", entry_keys, role, entry.id, due, is_command, pack_entry(entry))

    @override
    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """Return up to `limit` due entries of the outbox of `role`, earliest first, and lease them to the caller.

        Empty if none is due. The lease lasts 5 s and doubles with every claim of the entry up to 60 s; after it, the
        entry is due again, unless it was marked published. The due instants of all partitions are read first, so that
        each is asked for its share only. A partition with foreign keys is skipped while something is due in others.

        Raises:
            StoreUnavailable: The server did not answer, or rejects calls for now.
            StoreMisconfigured: A partition has foreign keys and nothing is due in the others.
        """
        partitions = keys.role_keys_by_partition(self.namespace, role)
        instants = await self._gather(self._functions.call("list_due", partition, limit) for partition in partitions)
        earliest = sorted((float(due), number) for number, found in instants.items() for due in found)[:limit]
        order = [number for _, number in earliest]
        numbers = sorted(set(order))
        replies = await self._gather(
            self._functions.call("claim_due", partitions[number], order.count(number)) for number in numbers
        )
        claimed = {numbers[index]: _unpack_reversed(reply) for index, reply in replies.items()}
        return [claimed[number].pop() for number in order if claimed.get(number)]

    async def _gather(self, calls: Iterable[Awaitable[Any]]) -> dict[int, Any]:
        """Return the replies by index; without those with foreign keys, unless all others are empty."""
        replies = await asyncio.gather(*calls, return_exceptions=True)
        good: dict[int, Any] = {}
        foreign_key: ForeignKeyType | None = None
        for index, reply in enumerate(replies):
            if isinstance(reply, ForeignKeyType):
                foreign_key = reply
            elif isinstance(reply, BaseException):
                raise reply
            else:
                good[index] = reply
        if foreign_key is not None:
            self.client.report_foreign_key(foreign_key)
            if not any(good.values()):
                raise foreign_key
        return good

    @override
    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        by_correlation: dict[str, list[str]] = {}
        for entry in entries:
            by_correlation.setdefault(entry.correlation_id, []).append(entry.id)
        if len(by_correlation) == 1:
            await self._mark_published(role, *by_correlation.popitem())
        else:
            await asyncio.gather(*(self._mark_published(role, *group) for group in by_correlation.items()))

    async def _mark_published(self, role: str, correlation_id: str, identifiers: Sequence[str]) -> None:
        own = self._keys(correlation_id)
        await self._functions.call(
            "mark_published", (*keys.role_keys(own.partition, role), own.owed), role, *identifiers
        )

    @override
    async def get_next_due(self, role: str) -> int | None:
        partitions = keys.role_keys_by_partition(self.namespace, role)
        first = await self._gather(
            self.client.call("ZRANGE", partition.due, 0, 0, "WITHSCORES") for partition in partitions
        )
        return min((int(float(entry[1])) for entry in first.values() if entry), default=None)

    @override
    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        instants = await asyncio.gather(*map(self.get_next_due, roles))
        return min((instant for instant in instants if instant is not None), default=None)

    @override
    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        own = self._keys(correlation_id)
        memo_keys = (own.about, own.memo, own.lease, own.spent)
        status, *details = await self._functions.call(
            "claim_memo", memo_keys, key, owner, lease_ms, reserve_tokens, repr(float(budget_headroom))
        )
        match status:
            case b"hit":
                return MemoClaim("hit", details[0])
            case b"go" | b"busy":
                return MemoClaim(status.decode(), until=details[0])
            case _:
                return MemoClaim(status.decode())

    @override
    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        own = self._keys(correlation_id)
        memo_keys = (own.about, own.memo, own.lease, own.spent, own.payers)
        paid = (usage.calls, usage.input_tokens, usage.output_tokens, repr(usage.cost_usd))
        stored = await self._functions.call("finish_memo", memo_keys, key, owner, value, *paid, self._retention_ms)
        return value if stored is None else stored

    @override
    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        await self._functions.call("release_memo", (self._keys(correlation_id).lease,), key, owner)

    @override
    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        own = self._keys(correlation_id)
        *paid, reserved, budget = await self._functions.call("get_budget_usage", (own.lease, own.spent))
        return BudgetUsage(commit_arguments.parse_usage(paid), reserved, int(budget or 0))

    @override
    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        own = self._keys(correlation_id)
        if limit <= 0:
            return ()
        entries = await self.client.call("XRANGE", own.log, f"({max(after, 0)}-0", "+", "COUNT", limit)
        return [_parse_event(entry) for entry in entries]

    @override
    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        entries = await self.client.call("XREVRANGE", self._keys(correlation_id).log, "+", "-", "COUNT", 1)
        return _parse_event(entries[0]) if entries else None

    @override
    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        own = self._keys(correlation_id)
        state = keys.state_key(own.partition, address)
        version, record, owner = await self.client.call("HMGET", state, "version", "record", "of")
        if record is None or owner.decode() != correlation_id:
            return None
        return int(version), record

    @override
    async def read_notes(self, address: str, correlation_id: str, start: int, end: int) -> Sequence[bytes]:
        own, first = self._keys(correlation_id), max(start, 0)
        if end <= first:
            return ()
        entity = (keys.state_key(own.partition, address), keys.notes_key(own.partition, address))
        return await self._functions.call("read_notes", entity, correlation_id, first, end - 1)

    async def read_journal(self, address: str, correlation_id: str) -> Sequence[bytes]:
        """Return the journal entries of the entity at `address` (`kind/id`) in the order of writing; may be empty.

        `correlation_id`, the entity's own, only locates its partition: with another one the result may be empty.

        Raises StoreUnavailable or StoreMisconfigured.
        """
        own = self._keys(correlation_id)
        return await self.client.call("LRANGE", keys.journal_key(own.partition, address), 0, -1)

    @override
    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        return await self._index.get(correlation_id, self._keys(correlation_id))

    @override
    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        return await self._index.list_newest(owner, before, limit)

    @override
    async def count_open(self) -> int:
        return await self._index.count_open()

    @override
    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        return await self._functions.call(
            "put_if_absent", (keys.put_if_absent_key(self.namespace, name),), value, ttl_ms
        )

    @override
    async def get_value(self, name: str) -> bytes | None:
        return await self._functions.call("get_value", (keys.put_if_absent_key(self.namespace, name),))

    @override
    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        cell = keys.cell_key(self.namespace, name)
        version, value = await self.client.call("HMGET", cell, "version", "value")
        return int(version or 0), value or b""

    @override
    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        return bool(
            await self._functions.call("compare_and_set", (keys.cell_key(self.namespace, name),), version, value)
        )

    @override
    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        await self._dead_letters.add(dead_letter)

    @override
    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        return await self._dead_letters.list_oldest(limit)

    @override
    async def count_dead_letters(self) -> int:
        return await self._dead_letters.count()

    @override
    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        return await self._dead_letters.get(identifier)

    @override
    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Remove and return the dead letter with the id `identifier`; None when there is none.

        After StoreUnavailable, repeat it on this object: within POP_RETRY_MS (60 s) it returns what the lost call
        removed. Raises StoreMisconfigured if a key of the dead letters holds data of another program.
        """
        return await self._dead_letters.pop(identifier)

    @override
    async def now(self) -> int:
        return await self._functions.call("now", ())

    @override
    async def close(self) -> None:
        await self.client.close()

    def _keys(self, correlation_id: str) -> keys.CorrelationKeys:
        return keys.correlation_keys(self.namespace, correlation_id)


def _unpack_reversed(reply: Sequence[bytes]) -> list[OutboxEntry]:
    """Return the claimed entries, last first."""
    return [unpack_entry(*pair) for pair in zip(reply[-2::-2], reply[::-2], strict=True)]


def _parse_event(entry: Any) -> LoggedEvent:
    identifier, (_, event_id, _, event_type, _, data) = entry
    return LoggedEvent(int(identifier.partition(b"-")[0]), event_id.decode(), event_type.decode(), data)
