"""Store inside one process, call for call like the one over Redis."""

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import islice

from typing_extensions import override

from shared.core.clock import Clock
from shared.core.usage import NO_USAGE, Usage
from shared.store.commit_size import check_commit
from shared.store.memo_claim import BudgetUsage, MemoClaim
from shared.store.memory.correlation import Correlation, append_event, opens_correlation
from shared.store.memory.correlation_list import CorrelationIndex
from shared.store.memory.outbox import RELAY_DELAY_MS, Outbox
from shared.store.memory.put_if_absent import PutIfAbsent
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
from shared.store.retention import DAY_MS, RETENTION_DAYS


class MemoryStore(Store):
    """Store port in memory; the methods are described in `shared.store.port.Store`.

    Every call is atomic, since none awaits anything. None raises StoreUnavailable or StoreMisconfigured.
    """

    def __init__(self, clock: Clock, *, journal: bool = False, retention_days: int = RETENTION_DAYS) -> None:
        """Create an empty store.

        Args:
            clock: Clock of the store, which `now` returns.
            journal: Whether to store the journal entries of commits.
            retention_days: Days after which a closed correlation is removed.
        """
        self._clock = clock
        self._journal: defaultdict[str, list[bytes]] | None = defaultdict(list) if journal else None
        self._retention_ms = retention_days * DAY_MS
        self._correlations: dict[str, Correlation] = {}
        self._closed: deque[tuple[int, str]] = deque()
        self._index = CorrelationIndex()
        self._values = PutIfAbsent()
        self._outboxes: defaultdict[str, Outbox] = defaultdict(Outbox)
        self._cells: dict[str, tuple[int, bytes]] = {}
        self._dead_letters: dict[str, DeadLetter] = {}

    @override
    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        now = self._clock.now()
        correlation = self._find(correlation_id)
        if correlation is None:
            return StepPrecheck(seen=False, closed=False, version=0, record=None, now=now)
        version, record = correlation.records.get(address, (0, None)) if address is not None else (0, None)
        return StepPrecheck(
            seen=message_id in correlation.seen,
            closed=correlation.closed,
            version=version,
            record=None if version == known_version else record,
            now=now,
            usage=correlation.account.usage,
        )

    @override
    async def commit(self, commit: Commit) -> CommitResult:
        correlation = self._find(commit.correlation_id) or Correlation()
        version = correlation.version(commit.address)
        if correlation.closed or commit.message_id in correlation.seen:
            return CommitResult("duplicate", version)
        if commit.address is not None and commit.version != version:
            return CommitResult("conflict", version)
        check_commit(commit)
        return self._write(commit, correlation)

    @override
    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        correlation = self._find(entry.correlation_id)
        if correlation is None or not correlation.closed or entry.message.exchange != "commands":
            due = self._clock.now() if entry.due is None else entry.due
            self._outboxes[role].put(entry, due)

    def count_outbox_entries(self) -> dict[str, int]:
        """Return the number of outbox entries, due or not, by the name of the role; roles without any are omitted."""
        return {role: len(outbox) for role, outbox in self._outboxes.items() if len(outbox)}

    @override
    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        return self._outboxes[role].claim(self._clock.now(), limit)

    @override
    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        outbox = self._outboxes[role]
        for entry in entries:
            outbox.remove(entry.id)

    @override
    async def get_next_due(self, role: str) -> int | None:
        return self._outboxes[role].next_due()

    @override
    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        instants = [self._outboxes[role].next_due() for role in roles]
        return min((instant for instant in instants if instant is not None), default=None)

    @override
    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        correlation = self._get_or_create(correlation_id)
        if correlation.closed:
            return MemoClaim("stop")
        now = self._clock.now()
        return correlation.memos.claim(
            key, owner, now=now, lease_ms=lease_ms, reserve_tokens=reserve_tokens, budget_headroom=budget_headroom
        )

    @override
    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        return self._get_or_create(correlation_id).memos.finish(key, owner, value, usage)

    @override
    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        self._get_or_create(correlation_id).memos.release(key, owner)

    @override
    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        correlation = self._find(correlation_id)
        return correlation.memos.budget_usage(self._clock.now()) if correlation else BudgetUsage(NO_USAGE, 0, 0)

    @override
    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        correlation = self._find(correlation_id)
        start = max(after, 0)
        return correlation.log[start : start + limit] if correlation else ()

    @override
    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        correlation = self._find(correlation_id)
        return correlation.log[-1] if correlation and correlation.log else None

    @override
    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        correlation = self._find(correlation_id)
        return correlation.records.get(address) if correlation else None

    @override
    async def read_notes(self, address: str, correlation_id: str, start: int, end: int) -> Sequence[bytes]:
        correlation = self._find(correlation_id)
        return correlation.notes.get(address, [])[max(start, 0) : max(end, 0)] if correlation else ()

    @override
    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        return _correlation_info(correlation_id, self._find(correlation_id))

    @override
    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        self._remove_expired()
        names = islice(self._index.list_newest(owner, before), max(limit, 0))
        infos = [_correlation_info(name, self._correlations.get(name)) for _, name in names]
        return [info for info in infos if info is not None]

    @override
    async def count_open(self) -> int:
        return len(self._index) - len(self._closed)

    @override
    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        now = self._clock.now()
        return self._values.put(name, value, now=now, until=now + ttl_ms)

    @override
    async def get_value(self, name: str) -> bytes | None:
        return self._values.get(name, now=self._clock.now())

    @override
    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        return self._cells.get(name, (0, b""))

    @override
    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        current = self._cells.get(name, (0, b""))
        if current[0] != version:
            return current == (version + 1, value)
        self._cells[name] = (version + 1, value)
        return True

    @override
    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        self._dead_letters.setdefault(dead_letter.id, dead_letter)

    @override
    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        return tuple(islice(self._dead_letters.values(), limit))

    @override
    async def count_dead_letters(self) -> int:
        return len(self._dead_letters)

    @override
    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        return self._dead_letters.get(identifier)

    @override
    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        return self._dead_letters.pop(identifier, None)

    @override
    async def now(self) -> int:
        return self._clock.now()

    @override
    async def close(self) -> None:
        """Do nothing: the data lives as long as this object."""

    def read_journal(self, address: str) -> Sequence[bytes]:
        """Return the journal entries of the entity at `address` (`kind/id`) in the order of writing.

        Empty if there are none, or the store was created without `journal`.
        """
        return tuple(self._journal[address]) if self._journal and address in self._journal else ()

    def _find(self, correlation_id: str) -> Correlation | None:
        self._remove_expired()
        return self._correlations.get(correlation_id)

    def _get_or_create(self, correlation_id: str) -> Correlation:
        correlation = self._find(correlation_id)
        if correlation is None:
            correlation = self._correlations[correlation_id] = Correlation()
        return correlation

    def _remove_expired(self) -> None:
        while self._closed and self._closed[0][0] + self._retention_ms < self._clock.now():
            name = self._closed.popleft()[1]
            correlation = self._correlations.pop(name)
            if correlation.opened_at is not None:
                self._index.remove((correlation.opened_at, name), correlation.owner)

    def _write(self, commit: Commit, correlation: Correlation) -> CommitResult:
        """Apply a checked commit. No statement here may raise: the commit would be half written."""
        now = self._clock.now()
        self._correlations[commit.correlation_id] = correlation
        correlation.seen[commit.message_id] = None
        if commit.budget_tokens is not None and correlation.account.budget_tokens == 0:
            correlation.account.budget_tokens = commit.budget_tokens
        correlation.private = correlation.private or commit.private
        self._write_index(commit, correlation, now)
        version = self._write_record(commit, correlation)
        due_entries = [entry for entry in commit.outbox if entry.due is None]
        due_entries += [append_event(event, commit.correlation_id, correlation) for event in commit.events]
        if commit.close:
            self._close(commit.correlation_id, correlation, now)
        self._write_outbox(commit, due_entries, now)
        return CommitResult("ok", version, due_entries, now, correlation.account.usage)

    def _write_index(self, commit: Commit, correlation: Correlation, now: int) -> None:
        if correlation.opened_at is None and opens_correlation(commit):
            correlation.opened_at = now
            self._index.add((now, commit.correlation_id))
        if commit.owner is not None and correlation.owner is None and correlation.opened_at is not None:
            correlation.owner, correlation.owner_token_digest = commit.owner, commit.owner_token_digest
            self._index.set_owner((correlation.opened_at, commit.correlation_id), commit.owner)

    def _write_record(self, commit: Commit, correlation: Correlation) -> int:
        if commit.address is None:
            return 0
        if self._journal is not None and commit.journal_entry is not None:
            self._journal[commit.address].append(commit.journal_entry)
        if commit.notes:
            correlation.notes[commit.address] += commit.notes
        if commit.record is None:
            return commit.version
        correlation.records[commit.address] = (commit.version + 1, commit.record)
        return commit.version + 1

    def _write_outbox(self, commit: Commit, due_entries: Sequence[OutboxEntry], now: int) -> None:
        outbox = self._outboxes[commit.role]
        for identifier in commit.cancelled_timers:
            outbox.remove(identifier)
        for entry in due_entries:
            outbox.put(entry, now + RELAY_DELAY_MS)
        if not commit.close:
            for entry in commit.outbox:
                if entry.due is not None:
                    outbox.put(entry, entry.due)

    def _close(self, correlation_id: str, correlation: Correlation, now: int) -> None:
        correlation.closed_at = now
        self._closed.append((now, correlation_id))
        for outbox in self._outboxes.values():
            outbox.drop_commands(correlation_id)


def _correlation_info(correlation_id: str, found: Correlation | None) -> CorrelationInfo | None:
    if found is None or found.opened_at is None:
        return None
    return CorrelationInfo(
        correlation_id, found.opened_at, found.closed_at, found.private, found.owner, found.owner_token_digest
    )
