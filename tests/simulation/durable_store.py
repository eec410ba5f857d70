"""A store with a disk: what is written is volatile until it is synced, and a crash keeps what is on disk (FAULTS § 1)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from shared.core.clock import Clock
from shared.store.memory.store import MemoryStore
from shared.store.port import Commit, CommitResult, LoggedEvent, OutboxEntry, StepPrecheck
from tests.simulation.history import FinalState, History, Read, Write

Effect = Callable[[], Awaitable[Any]]

WRITES = frozenset(
    {
        "commit",
        "schedule",
        "claim_due",
        "mark_published",
        "claim_memo",
        "finish_memo",
        "release_memo",
        "compare_and_set",
        "put_if_absent",
        "add_dead_letter",
        "pop_dead_letter",
    }
)


class StoreTime:
    """The store's clock; while a file is read back it shows the instants at which it was written."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.then: int | None = None

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._clock.now() if self.then is None else self.then


class DurableStore(MemoryStore):
    """A memory store that keeps an append-only file of its writes. `ablate` switches one safety off."""

    def __init__(
        self,
        clock: Clock,
        history: History,
        ablate: str | None,
        written: Callable[[Write], None],
        claimed: Callable[[OutboxEntry], None],
        tables: Callable[[Clock], object],
    ) -> None:
        """`written` hears of every commit that is executed, `claimed` of every entry that a sweep takes."""
        self._tell = written
        self._claimed = claimed
        self._time = StoreTime(clock)
        super().__init__(self._time, journal=True)
        self._new_tables = tables
        self.tables = tables(self._time)
        """What an application keeps on the same server, and in the same file."""
        self._history = history
        self._ablate = ablate
        self._file: list[tuple[int, Effect]] = []
        self._synced = 0
        self._pending: list[tuple[int, Write]] = []
        self.epoch = 0
        self.up = True

    async def execute(self, effect: Effect) -> Any:
        """Do a write; it is volatile until `sync`."""
        self._file.append((self._time.now(), effect))
        return await effect()

    def sync(self) -> None:
        """Everything written so far is on disk: from now on it may be acknowledged."""
        self._synced = len(self._file)

    def crash(self) -> None:
        """Go down: what was not synced is gone. `restart` reads back the rest."""
        self.up = False
        self.epoch += 1

    async def restart(self) -> None:
        """Come back with what is on disk."""
        kept = self._kept()
        for place, written in self._pending:
            if place >= kept:
                written.lost = True
        self._pending = [(place, written) for place, written in self._pending if place < kept]
        del self._file[kept:]
        self._synced = kept
        super().__init__(self._time, journal=True)
        self.tables = self._new_tables(self._time)
        for instant, effect in self._file:
            self._time.then = instant
            await effect()
        self._time.then = None
        self.up = True

    def _kept(self) -> int:
        """How much of the file is there after a crash: all that was synced, without fsync not the last commits."""
        if self._ablate != "aof":
            return self._synced
        return min([place for place, written in self._pending if written.acknowledged][-2:], default=self._synced)

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        """As any store does; the answer is remembered."""
        begun = await super().precheck(
            correlation_id=correlation_id, message_id=message_id, address=address, known_version=known_version
        )
        if self._ablate == "seen":
            begun = replace(begun, seen=False)
        self._history.looked.append(Read(begun.now, message_id, begun.seen, begun.closed))
        return begun

    async def commit(self, commit: Commit) -> CommitResult:
        """As any store does; what was written is remembered."""
        if self._ablate in ("seen", "version"):
            self._blind(commit)
        if commit.close and self._time.then is None:
            self._drop(commit)
        committed = await super().commit(commit)
        if self._ablate == "due":
            for mail in (*commit.outbox, *committed.due_entries):
                self._outboxes[commit.role].remove(mail.id)
        if committed.status == "duplicate" and self.ended_without(commit):
            self._history.looked.append(Read(self._time.now(), commit.message_id, seen=False, closed=True))
        if committed.status == "ok" and self._time.then is None:
            written = Write(self._time.now(), commit, committed.version)
            self._pending.append((len(self._file) - 1, written))
            self._history.written.append(written)
            self._tell(written)
        return committed

    def ended_without(self, commit: Commit) -> bool:
        """Whether somebody else's commit ended the correlation before this one could be written."""
        found = self._find(commit.correlation_id)
        return found is not None and found.closed and commit.message_id not in found.seen

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """As any store does; who is claimed how often is remembered."""
        mail = await super().claim_due(role, limit)
        if self._time.then is None:
            for entry in mail:
                self._claimed(entry)
        return mail

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """As any store does; what was shown is remembered."""
        events = await super().read_log(correlation_id, after, limit)
        for event in events:
            self._history.read[correlation_id, event.seq].add(event.data)
        return events

    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        """As any store does; what was shown is remembered."""
        event = await super().read_last_event(correlation_id)
        if event is not None:
            self._history.read[correlation_id, event.seq].add(event.data)
        return event

    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        """As any store does; it is remembered."""
        if self._time.then is None:
            self._history.scheduled.append((self._time.now(), role, entry))
        await super().schedule(role, entry)

    def _blind(self, commit: Commit) -> None:
        """Make the store overlook what it should check."""
        found = self._find(commit.correlation_id)
        if found is None:
            return
        if self._ablate == "seen":
            found.seen.pop(commit.message_id, None)
        elif commit.address in found.records and commit.message_id not in found.seen:
            found.records[commit.address] = (commit.version, found.records[commit.address][1])

    def _drop(self, commit: Commit) -> None:
        """The close drops what the correlation still had to send: remember what that was."""
        found = self._find(commit.correlation_id)
        if found is None or found.closed or commit.message_id in found.seen:
            return
        for outgoing in self._outboxes.values():
            for mail in outgoing.entries():
                if mail.correlation_id == commit.correlation_id and mail.message.exchange == "commands":
                    self._history.dropped[mail.message.message_id] = commit.correlation_id
        for mail in commit.outbox:
            if mail.due is not None:
                self._history.dropped[mail.message.message_id] = commit.correlation_id

    def remains(self) -> FinalState:
        """What there is at rest."""
        everything = self._correlations
        now = self._time.now()
        return FinalState(
            records={a: r for c in everything.values() for a, r in c.records.items()},
            journals={a: self.read_journal(a) for c in everything.values() for a in c.records},
            notes={a: tuple(notes) for c in everything.values() for a, notes in c.notes.items()},
            seen={name: frozenset(c.seen) for name, c in everything.items()},
            logs={name: tuple(c.log) for name, c in everything.items()},
            closed={name: at for at, name in self._closed},
            spent={name: c.memos.budget_usage(now) for name, c in everything.items()},
            due={role: tuple(outgoing.entries()) for role, outgoing in self._outboxes.items()},
            dead=tuple(self._dead_letters.values()),
        )
