"""Store port: the data a system persists and the calls that read and change it (DESIGN § 3, § 4).

All instants are milliseconds since the Unix epoch by the store's own clock (`Store.now`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from shared.core.usage import NO_USAGE, Usage
from shared.transport.port import BrokerMessage


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Message of the transactional outbox: published at `due` (an instant), or at once when `due` is None."""

    id: str
    correlation_id: str
    message: BrokerMessage
    due: int | None = None


@dataclass(frozen=True, slots=True)
class StepPrecheck:
    """State that a step starts from; `closed` is the correlation's, `usage` what it has paid for so far.

    `record` is None when there is none (`version` 0), or when the caller holds that version. `now` is the only clock
    that decisions see.
    """

    seen: bool
    closed: bool
    version: int
    record: bytes | None
    now: int
    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Event without a sequence number. `payload` is a JSON object."""

    event_id: str
    type: str
    timestamp: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """Event of the log: `seq` counts 1, 2, 3 … without a gap; `data` is JSON with the five keys of INTERFACES § 2."""

    seq: int
    event_id: str
    type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """All writes of one step, applied atomically (DESIGN § 3).

    `address`, `version` and `record` are an entity's: `version` is the one that the decision was based on, 0 to create
    the record; a `record` of None leaves it unchanged. `cancelled_timers` are ids of outbox entries to remove. `close`
    ends the correlation. The first `budget_tokens` and the first `owner` of a correlation are kept. `private`: from now
    on its events are announced on the private exchange. `journal_entry` is written where the store keeps a journal.
    """

    role: str
    correlation_id: str
    message_id: str
    address: str | None = None
    version: int = 0
    record: bytes | None = None
    events: Sequence[NewEvent] = ()
    outbox: Sequence[OutboxEntry] = ()
    cancelled_timers: Sequence[str] = ()
    close: bool = False
    budget_tokens: int | None = None
    private: bool = False
    journal_entry: bytes | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class CommitResult:
    """Result of a commit; unless it is `ok`, nothing was written and only `version`, the record's, is set.

    `duplicate`: the message was executed before, or its correlation is closed. `conflict`: the record has changed.
    `due_entries` are to be published at once: those without `due`, then the announcements of the events. `now` and
    `usage` are what a precheck at the instant of the commit would answer.
    """

    status: Literal["ok", "duplicate", "conflict"]
    version: int
    due_entries: Sequence[OutboxEntry] = ()
    now: int = 0
    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True)
class MemoClaim:
    """Result of claiming a memo.

    `hit`: `value` is the memoized answer. `go`: the caller holds the lease and may call the model. `busy`: another one
    holds it. Both leases end at `until` (an instant). `refused`: the budget does not allow the call; on renewal, all of
    it is spent. `stop`: the correlation is closed.
    """

    status: Literal["hit", "go", "busy", "refused", "stop"]
    value: bytes | None = None
    until: int = 0


@dataclass(frozen=True, slots=True)
class BudgetUsage:
    """Usage that a correlation has paid for, tokens that its leases reserve now, and its budget (0: unlimited)."""

    usage: Usage
    reserved_tokens: int
    budget_tokens: int


@dataclass(frozen=True, slots=True)
class CorrelationInfo:
    """Index entry of a correlation: when it was opened and closed, whether its events are private, and its owner."""

    correlation_id: str
    opened_at: int
    closed_at: int | None
    private: bool
    owner: str | None


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """Message that could not be handled, with all that is needed to send it again."""

    id: str
    queue: str
    reason: str
    error: str
    attempts: int
    first_seen: str
    message: BrokerMessage


class StoreUnavailable(Exception):
    """The store did not answer: the call may or may not have been executed. Repeat it unchanged."""


class StoreMisconfigured(Exception):
    """Repeating the call will not help (wrong password, other schema version …); the message says what to do."""


class Store(Protocol):
    """Single source of truth of a system. A call that raises StoreUnavailable may be repeated unchanged."""

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        """Read the state that a step starts from.

        `address` is the entity's, None for a task. A record of `known_version` is not returned again.
        """
        ...

    async def commit(self, commit: Commit) -> CommitResult:
        """Write a step, all or nothing; the same commit again answers `duplicate`, as does any after the close.

        Entries without `due` and the announcements of events become due 2 s later, unless they are marked published
        before. The close removes the outstanding commands of the correlation, but not its announcements.
        Raises InvalidEnvelope('oversized') above 1 MiB, and ValueError when an event's payload is not a JSON object.
        """
        ...

    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        """Add an entry to the outbox of `role` outside any step: a retry, or a dead letter that is sent again.

        A retry needs a new `entry.id` each time: its predecessor may be marked published after this call.
        """
        ...

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """Claim up to `limit` due entries of `role`, earliest first.

        An entry is due again after a lease of 5 s, which doubles up to 60 s, unless it is marked published before.
        """
        ...

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Remove entries that the broker has confirmed from the outbox of `role`."""
        ...

    async def get_next_due(self, role: str) -> int | None:
        """Return the instant of `role`'s earliest entry, None when it has none."""
        ...

    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        """Return the earliest instant over the outboxes of all `roles`, None when they are empty."""
        ...

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """Claim or renew the right to pay for the answer to `key`.

        The same `owner` renews its lease, as long as it has not lapsed. `reserve_tokens` are reserved until the answer
        is stored or `lease_ms` have passed. The call must leave the share `budget_headroom` (0 to 1) of the budget.
        """
        ...

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """Store an answer and return the stored one: the first wins. `usage` replaces the reservation for `key`.

        Another owner that is asking the same learns of the answer (`hit`) when it renews its lease; what it pays until
        then is counted, once per owner.
        """
        ...

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """Release a claim without an answer."""
        ...

    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        """Return what the correlation has paid and reserved so far; zeros when it is unknown."""
        ...

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """Return up to `limit` events with seq > `after`, in order."""
        ...

    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        """Return the newest event, None when there is none."""
        ...

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """Return version and record of the entity at `address`, None when the correlation has none there."""
        ...

    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        """Return the index entry of a correlation; None before it is opened and after its retention.

        The first commit with a record, event, budget or owner, or with `private` or `close`, opens it.
        """
        ...

    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        """Return up to `limit` correlations of `owner` (None: of all), newest first by (opened_at, id).

        `before` is a cursor: the (opened_at, id) of the last entry seen; an empty id is the last of its instant.
        """
        ...

    async def count_open(self) -> int:
        """Return how many correlations are open."""
        ...

    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        """Store `value` under `name` for `ttl_ms` unless there is a value, and return the stored one."""
        ...

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        """Return version and value of a small shared value; (0, b"") when it was never written."""
        ...

    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        """Replace a shared value if its version is `version`; return whether it is written, also when repeated."""
        ...

    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        """Store a dead letter unless its id is stored already."""
        ...

    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """Return the oldest `limit` dead letters (None: all), oldest first; concurrent changes may or may not show."""
        ...

    async def count_dead_letters(self) -> int:
        """Return the number of dead letters."""
        ...

    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Return a dead letter, None when there is none of this id."""
        ...

    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Remove and return a dead letter, None when there is none of this id."""
        ...

    async def now(self) -> int:
        """Return the store's clock (ms since the epoch)."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...
