"""Store port: the data a system persists and the calls that read and change it (DESIGN § 3, § 4).

All instants are milliseconds since the Unix epoch by the store's own clock (`Store.now`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from shared.core.usage import NO_USAGE, Usage
from shared.store.memo_claim import BudgetUsage, MemoClaim
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
    the record; a `record` of None leaves it unchanged. `notes` (JSON each) are appended to the list beside the record,
    and need one. `cancelled_timers` are ids of outbox entries to remove. `close` ends the correlation. The first
    `budget_tokens` and the first `owner` (with `owner_token_digest`) are kept. `private`: from now on its events are
    announced on the private exchange. `journal_entry`: for the store's journal.
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
    owner_token_digest: str | None = None
    notes: Sequence[bytes] = ()


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
class CorrelationInfo:
    """Index entry of a correlation: instants (ms), privacy of its events, owner, digest of the owner's token."""

    correlation_id: str
    opened_at: int
    closed_at: int | None
    private: bool
    owner: str | None
    owner_token_digest: str | None = None


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
    """Single source of truth of a system.

    `role` is the name of a service role, whose workers share one outbox; `address` is the address of an entity of a
    correlation. An unknown id is never an error: calls answer None, zero or an empty sequence for it.

    Every call may raise these; most methods only name them:

    Raises:
        StoreUnavailable: The store did not answer, or rejects calls for now (its memory is full, the user's rights were
            revoked); the same call may be repeated unchanged.
        StoreMisconfigured: A key that the call needs holds data of another program.
    """

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        """Read the state that a step starts from; change nothing. Raises StoreUnavailable or StoreMisconfigured.

        Args:
            correlation_id: Correlation of the step; an unknown one is not closed and has no record.
            message_id: Id of the message to execute; the result tells whether it was executed before (`seen`).
            address: Address (`kind/id`) of the entity that executes it; None for a task, which has no record.
            known_version: Version of the record that the caller holds and that is not returned again; 0 for none.
        """
        ...

    async def commit(self, commit: Commit) -> CommitResult:
        """Write a step, all or nothing, and return the status, the new version and the messages to publish at once.

        Nothing is written on `duplicate` (`message_id` was committed before, or the correlation is closed) and, checked
        next, on `conflict` (the record's version is not `version`). Entries without `due` and the announcements of
        events become due 2 s later, unless they are marked published before. A close removes the correlation's
        outstanding commands and drops this commit's entries with `due`, but no announcements.

        Raises:
            InvalidEnvelope: The commit has more than 1 MiB (`oversized`); nothing is written.
            ValueError: The payload of an event is not enclosed in `{` and `}`, or there are notes without a record;
                nothing is written.
            StoreUnavailable: The commit may be written: repeat it unchanged; it then answers `duplicate` if it was.
            StoreMisconfigured: A key of the commit holds data of another program; nothing is written.
        """
        ...

    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        """Add an entry to the outbox of `role` outside any step: a retry, or a dead letter that is sent again.

        Without `due` it is due now. It replaces the entry with the same id. A command of a closed correlation is
        dropped without an error. A retry needs a new `entry.id` each time: its predecessor may be marked published
        after this call. Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.
        """
        ...

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """Return up to `limit` due entries of the outbox of `role`, earliest first, and lease them to the caller.

        Empty if none is due. The lease lasts 5 s and doubles with every claim of the entry up to 60 s. After it, the
        entry is due again, unless it was marked published. Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Remove entries that the broker has confirmed from the outbox of `role`; those no longer there are ignored.

        Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.
        """
        ...

    async def get_next_due(self, role: str) -> int | None:
        """Return the earliest due instant (ms) in the outbox of `role`; None when the outbox is empty.

        It may have passed already. A claimed entry is due at the end of its lease. Raises StoreUnavailable or
        StoreMisconfigured.
        """
        ...

    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        """Return the earliest due instant (ms) over the outboxes of all `roles`; None when all are empty.

        It may have passed already. Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """Claim or renew the right to pay for the model's answer to one question; return at once, also when it is held.

        Args:
            correlation_id: Correlation that pays.
            key: Digest of the question (`Prompt.identity`).
            owner: Id of the claiming caller, not of the correlation's owner. The same owner renews its current lease.
            lease_ms: Duration of the lease, from now.
            reserve_tokens: Tokens to reserve while the lease is current; ignored on renewal.
            budget_headroom: Share of the budget (0 to 1) that must stay unused; ignored on renewal.

        Returns:
            `hit` with the stored answer; `go`: ask the model, then `finish_memo` or `release_memo`; `busy`: another
            owner holds the lease; `refused`: the budget does not allow the call; `stop`: the correlation is closed.

        Raises:
            StoreUnavailable: The lease may be taken: repeat the call, which then renews it.
            StoreMisconfigured: A key that the call needs holds data of another program.
        """
        ...

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """Store the answer `value` to `key` and return the stored one: an earlier one if there is one, else `value`.

        Ends the lease on `key`, whoever holds it, and its reservation. `usage` is added to what the correlation has
        paid, once per key and owner, also without a current lease and after the close. Another owner that asks the same
        gets `hit` at its next claim. Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.
        """
        ...

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """End the lease of `owner` on `key` without an answer; do nothing if `owner` does not hold it.

        Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.
        """
        ...

    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        """Return the paid usage, the reserved tokens and the budget (0: unlimited) of a correlation.

        All are zero when it is unknown. Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """Return up to `limit` events whose `seq` is greater than `after` (0: from the first), in ascending order.

        Empty if there are none. `limit` must not be negative. Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        """Return the newest event of a correlation's log; None when the log is empty.

        Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """Return (version, record) of the entity at `address` (`kind/id`); None when the correlation has none there.

        Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def read_notes(self, address: str, correlation_id: str, start: int, end: int) -> Sequence[bytes]:
        """Return the notes of the entity at `address` (`kind/id`) with `start` <= index < `end`, in order of writing.

        The first note has index 0. Fewer are returned if there are fewer; none when the correlation has no record at
        `address`. Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        """Return the index entry of an open or closed correlation; None before it is opened and after its retention.

        The first commit with a record, event, budget or owner, or with `private` or `close`, opens it. Raises
        StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        """Return up to `limit` open and closed correlations, newest first by (opened_at, correlation_id).

        Raises StoreUnavailable or StoreMisconfigured.

        Args:
            owner: Owner to list the correlations of (`Commit.owner`); None for all.
            before: (opened_at, correlation_id) of the last entry of the previous page; only older entries follow. An
                empty id excludes all entries of that instant. None starts with the newest.
            limit: Maximum number of entries.
        """
        ...

    async def count_open(self) -> int:
        """Return the number of opened, not closed correlations. Raises StoreUnavailable or StoreMisconfigured."""
        ...

    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        """Store `value` under `name` for `ttl_ms` unless an unexpired value is stored; return the stored one.

        Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.
        """
        ...

    async def get_value(self, name: str) -> bytes | None:
        """Return the unexpired value that `put_if_absent` stored under `name`; None without one.

        Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        """Return (version, value) of the shared value `name`; (0, b"") when it was never written.

        Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        """Replace the shared value `name` if its version is `version` (0: never written), and raise its version by 1.

        Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.

        Returns:
            True if `value` is stored now with version `version + 1`, by this call or an earlier one with the same
            arguments; False if the version differs.
        """
        ...

    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        """Store a dead letter; do nothing if one with its id is stored already.

        Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.
        """
        ...

    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """Return up to `limit` dead letters (None: all) in the order in which they were stored.

        A dead letter that is added or removed during the call may be missing or included. Raises StoreUnavailable or
        StoreMisconfigured.
        """
        ...

    async def count_dead_letters(self) -> int:
        """Return the number of stored dead letters. Raises StoreUnavailable or StoreMisconfigured."""
        ...

    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Return the dead letter with the id `identifier` without removing it; None when there is none.

        Raises StoreUnavailable or StoreMisconfigured.
        """
        ...

    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Remove and return the dead letter with the id `identifier`; None when there is none.

        Raises StoreUnavailable (repeat the call on this object within 60 s: it returns what was removed) or
        StoreMisconfigured.
        """
        ...

    async def now(self) -> int:
        """Return the current instant of the store's clock (ms since the epoch). Raises StoreUnavailable."""
        ...

    async def close(self) -> None:
        """Close the connections to the server; later calls raise StoreUnavailable. A store in memory stays usable."""
        ...
