"""How a system's truth is kept on a server, Redis or Valkey: the store, each call one Function (DESIGN § 3, § 4)."""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any

from shared.core.usage import Usage
from shared.store import keys, limits
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
)
from shared.store.redis import commit_arguments
from shared.store.redis.correlation_index import RedisCorrelationIndex
from shared.store.redis.dead_letters import RedisDeadLetters
from shared.store.redis.errors import ForeignKeyType
from shared.store.redis.functions import FunctionCaller, FunctionLibrary
from shared.store.redis.pipeline import PipelinedClient
from shared.store.redis.serialization import pack_entry, unpack_entry


class RedisStore:
    """The Store port. Every call raises StoreLost when no answer came, or a refusal; it can be sent again as it is.

    StoreMisconfigured is raised only for a key that holds what is not ours: the other keys are well.

    One for a whole process: the calls of concurrent messages share pipelines.
    """

    def __init__(
        self, pipelines: PipelinedClient, library: FunctionLibrary, namespace: str, *, retention: int, journal: bool
    ) -> None:
        """`retention` in ms. Who wants a store asks `connect` for one."""
        self.namespace = namespace
        self.client = pipelines
        self._functions = FunctionCaller(pipelines, library)
        self._retention = retention
        self._journal = journal
        self._letters = RedisDeadLetters(pipelines, self._functions, namespace)
        self._listing = RedisCorrelationIndex(self._functions, namespace)

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        """Look before working."""
        own = self._keys(correlation_id)
        looked_at = (own.about, own.seen, own.spent)
        if address is not None:
            looked_at = (*looked_at, keys.state_key(own.partition, address))
        answer = await self._functions.call("begin", looked_at, message_id, correlation_id, known_version)
        seen, closed, version, now, record, *paid = answer
        return StepPrecheck(bool(seen), bool(closed), version, record, now, commit_arguments.parse_usage(paid))

    async def commit(self, commit: Commit) -> CommitResult:
        """Write a step, all or nothing."""
        try:
            limits.check_commit(commit)
        except ValueError:
            unwritten = await self._unwritten(commit)
            if unwritten is not None:
                return unwritten
            raise
        own = self._keys(commit.correlation_id)
        answer = await self._functions.call(
            "commit",
            commit_arguments.build_keys(commit, own, journal=self._journal),
            *commit_arguments.build_arguments(commit, self._retention),
        )
        return commit_arguments.parse_commit_reply(commit, answer)

    async def _unwritten(self, commit: Commit) -> CommitResult | None:
        """The answer to a commit that cannot be written, when there is another reason not to: that one comes first."""
        begun = await self.precheck(
            correlation_id=commit.correlation_id, message_id=commit.message_id, address=commit.address
        )
        if begun.closed or begun.seen:
            return CommitResult("duplicate", begun.version)
        if commit.address is not None and commit.version != begun.version:
            return CommitResult("conflict", begun.version)
        return None

    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        """Keep something to be sent; a command of a closed correlation concerns nobody any more."""
        own = self._keys(entry.correlation_id)
        is_command = "1" if entry.message.exchange == "commands" else "0"
        due = "" if entry.due is None else entry.due
        written = (own.about, own.owed, *keys.role_keys(own.partition, role))
        await self._functions.call("schedule", written, role, entry.id, due, is_command, pack_entry(entry))

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """Take up to `limit` entries whose instant has come, the earliest of all partitions.

        Looked at first: how many of them each partition has. Nobody else's claims come between within one.
        Raises StoreMisconfigured when a partition's keys are misused and nothing is due in the others.
        """
        places = keys.role_keys_by_partition(self.namespace, role)
        due = await self._of_each(self._functions.call("due", place, limit) for place in places)
        turns = sorted((float(instant), number) for number, found in due.items() for instant in found)[:limit]
        order = [number for _, number in turns]
        wanted = sorted(set(order))
        answers = await self._of_each(
            self._functions.call("claim", places[number], order.count(number)) for number in wanted
        )
        claimed = {wanted[place]: _mail(answer) for place, answer in answers.items()}
        return [claimed[number].pop() for number in order if claimed.get(number)]

    async def _of_each(self, calls: Iterable[Awaitable[Any]]) -> dict[int, Any]:
        """The answers by place; without those of misused keys, unless there is nothing in any other one."""
        answers = await asyncio.gather(*calls, return_exceptions=True)
        found: dict[int, Any] = {}
        misused: ForeignKeyType | None = None
        for place, answer in enumerate(answers):
            if isinstance(answer, ForeignKeyType):
                misused = answer
            elif isinstance(answer, BaseException):
                raise answer
            else:
                found[place] = answer
        if misused is not None:
            self.client.report_foreign_key(misused)
            if not any(found.values()):
                raise misused
        return found

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Forget these entries."""
        by_correlation: dict[str, list[str]] = {}
        for entry in entries:
            by_correlation.setdefault(entry.correlation_id, []).append(entry.id)
        if len(by_correlation) == 1:
            await self._sent(role, *by_correlation.popitem())
        else:
            await asyncio.gather(*(self._sent(role, *group) for group in by_correlation.items()))

    async def _sent(self, role: str, correlation_id: str, identifiers: Sequence[str]) -> None:
        own = self._keys(correlation_id)
        await self._functions.call("sent", (*keys.role_keys(own.partition, role), own.owed), role, *identifiers)

    async def get_next_due(self, role: str) -> int | None:
        """The instant (ms) of the earliest entry."""
        places = keys.role_keys_by_partition(self.namespace, role)
        found = await self._of_each(self.client.call("ZRANGE", place.due, 0, 0, "WITHSCORES") for place in places)
        return min((int(float(entry[1])) for entry in found.values() if entry), default=None)

    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        """The earliest instant (ms) over these roles: all partitions of all of them in one pipeline."""
        instants = await asyncio.gather(*map(self.get_next_due, roles))
        return min((instant for instant in instants if instant is not None), default=None)

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """Ask to pay for an answer."""
        own = self._keys(correlation_id)
        account = (own.about, own.memo, own.lease, own.spent)
        status, *more = await self._functions.call(
            "claim_memo", account, key, owner, lease_ms, reserve_tokens, repr(float(budget_headroom))
        )
        match status:
            case b"hit":
                return MemoClaim("hit", more[0])
            case b"go" | b"busy":
                return MemoClaim(status.decode(), until=more[0])
            case _:
                return MemoClaim(status.decode())

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """Keep an answer; the first one is returned."""
        own = self._keys(correlation_id)
        account = (own.about, own.memo, own.lease, own.spent, own.payers)
        paid = (usage.calls, usage.input_tokens, usage.output_tokens, repr(usage.cost_usd))
        first = await self._functions.call("finish_memo", account, key, owner, value, *paid, self._retention)
        return value if first is None else first

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """Give a claim back."""
        await self._functions.call("release_memo", (self._keys(correlation_id).lease,), key, owner)

    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        """What the correlation has cost so far."""
        own = self._keys(correlation_id)
        *paid, reserved, budget = await self._functions.call("spent", (own.lease, own.spent))
        return BudgetUsage(commit_arguments.parse_usage(paid), reserved, int(budget or 0))

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """The events with seq > `after`, in order."""
        own = self._keys(correlation_id)
        if limit <= 0:
            return ()
        entries = await self.client.call("XRANGE", own.log, f"({max(after, 0)}-0", "+", "COUNT", limit)
        return [_logged(entry) for entry in entries]

    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        """The newest event."""
        entries = await self.client.call("XREVRANGE", self._keys(correlation_id).log, "+", "-", "COUNT", 1)
        return _logged(entries[0]) if entries else None

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """An entity's version and record."""
        own = self._keys(correlation_id)
        state = keys.state_key(own.partition, address)
        version, record, owner = await self.client.call("HMGET", state, "version", "record", "of")
        if record is None or owner.decode() != correlation_id:
            return None
        return int(version), record

    async def read_journal(self, address: str, correlation_id: str) -> Sequence[bytes]:
        """What `address` decided, and from which message, in order; empty unless the journal is kept."""
        own = self._keys(correlation_id)
        return await self.client.call("LRANGE", keys.journal_key(own.partition, address), 0, -1)

    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        """What is known of a correlation."""
        return await self._listing.get(correlation_id, self._keys(correlation_id))

    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        """Up to `limit` that began, newest first."""
        return await self._listing.list_newest(owner, before, limit)

    async def count_open(self) -> int:
        """How many began and are not closed."""
        return await self._listing.count_open()

    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        """Keep a value for a while (ms); the first one is returned."""
        return await self._functions.call("first", (keys.put_if_absent_key(self.namespace, name),), value, ttl_ms)

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        """A small shared value with its version."""
        cell = keys.cell_key(self.namespace, name)
        version, value = await self.client.call("HMGET", cell, "version", "value")
        return int(version or 0), value or b""

    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        """Replace it if its version is still `version`; the same write again answers as it did."""
        return bool(await self._functions.call("write_cell", (keys.cell_key(self.namespace, name),), version, value))

    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        """Keep a dead letter, once."""
        await self._letters.add(dead_letter)

    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """The oldest `limit`, or all of them, oldest first."""
        return await self._letters.list_oldest(limit)

    async def count_dead_letters(self) -> int:
        """How many there are."""
        return await self._letters.count()

    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        """One of them."""
        return await self._letters.get(identifier)

    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Remove one and return it. After a lost reply the next call of this store for it gets what was taken."""
        return await self._letters.pop(identifier)

    async def now(self) -> int:
        """The store's clock, ms."""
        return await self._functions.call("now", ())

    async def close(self) -> None:
        """Let go of the connections."""
        await self.client.close()

    def _keys(self, correlation_id: str) -> keys.CorrelationKeys:
        return keys.correlation_keys(self.namespace, correlation_id)


def _mail(answer: Sequence[bytes]) -> list[OutboxEntry]:
    """The claimed mail, last first."""
    found = [unpack_entry(*pair) for pair in zip(answer[::2], answer[1::2], strict=True)]
    found.reverse()
    return found


def _logged(entry: Any) -> LoggedEvent:
    identifier, (_, event_id, _, kind, _, data) = entry
    return LoggedEvent(int(identifier.partition(b"-")[0]), event_id.decode(), kind.decode(), data)
