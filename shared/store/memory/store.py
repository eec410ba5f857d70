"""How a system's truth is kept inside one process: the store in memory, call for call like the one over Redis."""

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import islice

from shared.core.clock import Clock
from shared.core.usage import NO_USAGE, Usage
from shared.store import limits
from shared.store.limits import DAY_MS, RETENTION_DAYS
from shared.store.memory.correlation import Correlation, append_event, opens_correlation
from shared.store.memory.correlation_index import CorrelationIndex
from shared.store.memory.outbox import RELAY_DELAY_MS, Outbox
from shared.store.memory.put_if_absent import PutIfAbsent
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


class MemoryStore:
    """The Store port. Every call happens at once and as a whole: none of them waits for anything."""

    def __init__(self, clock: Clock, *, journal: bool = False, retention_days: int = RETENTION_DAYS) -> None:
        """`journal` keeps what was decided; a closed correlation is forgotten after `retention_days`."""
        self._clock = clock
        self._journal: defaultdict[str, list[bytes]] | None = defaultdict(list) if journal else None
        self._retention = retention_days * DAY_MS
        self._correlations: dict[str, Correlation] = {}
        self._closed: deque[tuple[int, str]] = deque()
        self._index = CorrelationIndex()
        self._firsts = PutIfAbsent()
        self._outgoing: defaultdict[str, Outbox] = defaultdict(Outbox)
        self._cells: dict[str, tuple[int, bytes]] = {}
        self._dead: dict[str, DeadLetter] = {}

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        """Look before working."""
        now = self._clock.now()
        found = self._find(correlation_id)
        if found is None:
            return StepPrecheck(seen=False, closed=False, version=0, record=None, now=now)
        version, record = found.records.get(address, (0, None)) if address is not None else (0, None)
        return StepPrecheck(
            seen=message_id in found.seen,
            closed=found.closed,
            version=version,
            record=None if version == known_version else record,
            now=now,
            usage=found.account.usage,
        )

    async def commit(self, commit: Commit) -> CommitResult:
        """Write a step, all or nothing: everything is checked before anything is written."""
        found = self._find(commit.correlation_id) or Correlation()
        version = found.version(commit.address)
        if found.closed or commit.message_id in found.seen:
            return CommitResult("duplicate", version)
        if commit.address is not None and commit.version != version:
            return CommitResult("conflict", version)
        limits.check_commit(commit)
        return self._write(commit, found)

    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        """Keep something to be sent; a command of a closed correlation concerns nobody any more."""
        found = self._find(entry.correlation_id)
        if found is None or not found.closed or entry.message.exchange != "commands":
            due = self._clock.now() if entry.due is None else entry.due
            self._outgoing[role].put(entry, due)

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """Take up to `limit` entries whose instant has come."""
        return self._outgoing[role].claim(self._clock.now(), limit)

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Forget these entries."""
        outgoing = self._outgoing[role]
        for entry in entries:
            outgoing.remove(entry.id)

    async def get_next_due(self, role: str) -> int | None:
        """The instant (ms) of the earliest entry."""
        return self._outgoing[role].next_due()

    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        """The earliest instant (ms) over these roles."""
        instants = [self._outgoing[role].next_due() for role in roles]
        return min((instant for instant in instants if instant is not None), default=None)

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """Ask to pay for an answer."""
        found = self._open(correlation_id)
        if found.closed:
            return MemoClaim("stop")
        now = self._clock.now()
        return found.memos.claim(key, owner, now=now, lease=lease_ms, reserve=reserve_tokens, keep=budget_headroom)

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """Keep an answer; the first one is returned."""
        return self._open(correlation_id).memos.finish(key, owner, value, usage)

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """Give a claim back."""
        self._open(correlation_id).memos.release(key, owner)

    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        """What the correlation has cost so far."""
        found = self._find(correlation_id)
        return found.memos.budget_usage(self._clock.now()) if found else BudgetUsage(NO_USAGE, 0, 0)

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """The events with seq > `after`, in order."""
        found = self._find(correlation_id)
        start = max(after, 0)
        return found.log[start : start + limit] if found else ()

    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        """The newest event."""
        found = self._find(correlation_id)
        return found.log[-1] if found and found.log else None

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """An entity's version and record."""
        found = self._find(correlation_id)
        return found.records.get(address) if found else None

    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        """What is known of a correlation."""
        return _known(correlation_id, self._find(correlation_id))

    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        """Up to `limit` that began, newest first."""
        self._forget_old()
        page = islice(self._index.list_newest(owner, before), max(limit, 0))
        known = [_known(name, self._correlations.get(name)) for _, name in page]
        return [one for one in known if one is not None]

    async def count_open(self) -> int:
        """How many began and are not closed: all that are closed began."""
        return len(self._index) - len(self._closed)

    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        """Keep a value for a while (ms); the first one is returned."""
        now = self._clock.now()
        return self._firsts.put(name, value, now=now, until=now + ttl_ms)

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        """A small shared value with its version."""
        return self._cells.get(name, (0, b""))

    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        """Replace it if its version is still `version`; the same write again answers as it did."""
        current = self._cells.get(name, (0, b""))
        if current[0] != version:
            return current == (version + 1, value)
        self._cells[name] = (version + 1, value)
        return True

    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        """Keep a dead letter, once."""
        self._dead.setdefault(dead_letter.id, dead_letter)

    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """The oldest `limit`, or all of them, oldest first."""
        return tuple(islice(self._dead.values(), limit))

    async def count_dead_letters(self) -> int:
        """How many there are."""
        return len(self._dead)

    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        """One of them."""
        return self._dead.get(identifier)

    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Remove one and return it."""
        return self._dead.pop(identifier, None)

    async def now(self) -> int:
        """The store's clock, ms."""
        return self._clock.now()

    async def close(self) -> None:
        """Nothing to let go of: who holds the store object still has everything."""

    def journal(self, address: str) -> Sequence[bytes]:
        """What `address` decided, and from which message, in order; empty unless the journal is kept."""
        return tuple(self._journal[address]) if self._journal and address in self._journal else ()

    def _find(self, correlation_id: str) -> Correlation | None:
        self._forget_old()
        return self._correlations.get(correlation_id)

    def _open(self, correlation_id: str) -> Correlation:
        found = self._find(correlation_id)
        if found is None:
            found = self._correlations[correlation_id] = Correlation()
        return found

    def _forget_old(self) -> None:
        while self._closed and self._closed[0][0] + self._retention < self._clock.now():
            name = self._closed.popleft()[1]
            found = self._correlations.pop(name)
            if found.opened_at is not None:
                self._index.remove((found.opened_at, name), found.owner)

    def _write(self, commit: Commit, found: Correlation) -> CommitResult:
        """Nothing in here can fail half way."""
        now = self._clock.now()
        self._correlations[commit.correlation_id] = found
        found.seen[commit.message_id] = None
        if commit.budget_tokens is not None and found.account.budget_tokens == 0:
            found.account.budget_tokens = commit.budget_tokens
        found.private = found.private or commit.private
        self._enter(commit, found, now)
        version = self._write_record(commit, found)
        at_once = [mail for mail in commit.outbox if mail.due is None]
        at_once += [append_event(event, commit.correlation_id, found) for event in commit.events]
        if commit.close:
            self._close(commit.correlation_id, found, now)
        self._keep_mail(commit, at_once, now)
        return CommitResult("ok", version, at_once, now, found.account.usage)

    def _enter(self, commit: Commit, found: Correlation, now: int) -> None:
        if found.opened_at is None and opens_correlation(commit):
            found.opened_at = now
            self._index.add((now, commit.correlation_id))
        if commit.owner is not None and found.owner is None and found.opened_at is not None:
            found.owner = commit.owner
            self._index.set_owner((found.opened_at, commit.correlation_id), commit.owner)

    def _write_record(self, commit: Commit, found: Correlation) -> int:
        if commit.address is None:
            return 0
        if self._journal is not None and commit.journal_entry is not None:
            self._journal[commit.address].append(commit.journal_entry)
        if commit.record is None:
            return commit.version
        found.records[commit.address] = (commit.version + 1, commit.record)
        return commit.version + 1

    def _keep_mail(self, commit: Commit, at_once: Sequence[OutboxEntry], now: int) -> None:
        outgoing = self._outgoing[commit.role]
        for identifier in commit.cancelled_timers:
            outgoing.remove(identifier)
        for mail in at_once:
            outgoing.put(mail, now + RELAY_DELAY_MS)
        if not commit.close:
            for mail in commit.outbox:
                if mail.due is not None:
                    outgoing.put(mail, mail.due)

    def _close(self, correlation_id: str, found: Correlation, now: int) -> None:
        found.closed_at = now
        self._closed.append((now, correlation_id))
        for outgoing in self._outgoing.values():
            outgoing.drop_commands(correlation_id)


def _known(correlation_id: str, found: Correlation | None) -> CorrelationInfo | None:
    if found is None or found.opened_at is None:
        return None
    return CorrelationInfo(correlation_id, found.opened_at, found.closed_at, found.private, found.owner)
