"""What the store keeps, and the few calls that change it: the port (DESIGN § 3, § 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from shared.core.usage import NO_USAGE, Usage
from shared.transport.port import BrokerMessage


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Something to send. `due` (ms) is when; None means at once, by whoever commits it."""

    id: str
    correlation_id: str
    message: BrokerMessage
    due: int | None = None


@dataclass(frozen=True, slots=True)
class StepPrecheck:
    """What is known before a message is worked on. `record` is None when there is none, or when the caller knows it.

    `closed`: its correlation ended. `now`: the store's own clock (ms), the only one that decisions see. `spent`: what
    the correlation has paid so far.
    """

    seen: bool
    closed: bool
    version: int
    record: bytes | None
    now: int
    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event before it has its number. `payload` is a JSON object."""

    event_id: str
    type: str
    timestamp: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An entry of the log: `seq` counts 1, 2, 3 … without a gap; `data` has the five keys of INTERFACES § 2."""

    seq: int
    event_id: str
    type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything one step writes, or nothing of it (DESIGN § 3).

    `address`, `version` and `record` only for an entity: `version` is the one its decision saw, 0 to create.
    `disarm` removes timers that no longer hold. `close` ends the correlation. `budget` (tokens) opens its account.
    `private`: from now on the correlation's events are not for everybody. `owner`: whose the correlation is; the first
    one named stays.
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
    """`duplicate`: this message had its effect before, nothing was written. `conflict`: somebody else was faster.

    `now` (ms) and `spent`, when it is ok: what `begin` would answer at the instant of the commit.
    """

    status: Literal["ok", "duplicate", "conflict"]
    version: int
    due_entries: Sequence[OutboxEntry] = ()
    now: int = 0
    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True)
class MemoClaim:
    """The answer to a memo claim.

    hit: `value` is the answer already paid for · go: call the model, or go on · busy: somebody else does, until `until`
    (ms) · refused: the budget does not allow it (a renewal: all of it is spent) · stop: the correlation ended.
    """

    status: Literal["hit", "go", "busy", "refused", "stop"]
    value: bytes | None = None
    until: int = 0


@dataclass(frozen=True, slots=True)
class BudgetUsage:
    """What a correlation has paid so far, what its claims reserve now, and its bound in tokens (0 = none)."""

    usage: Usage
    reserved_tokens: int
    budget_tokens: int


@dataclass(frozen=True, slots=True)
class CorrelationInfo:
    """What is known of a correlation that began: when it opened and closed (ms, the store's clock), and whose it is."""

    correlation_id: str
    opened_at: int
    closed_at: int | None
    private: bool
    owner: str | None


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message nobody could handle, with everything needed to send it again."""

    id: str
    queue: str
    reason: str
    error: str
    attempts: int
    first_seen: str
    message: BrokerMessage


class StoreUnavailable(Exception):
    """No answer came from the store: the call may or may not have had its effect. Send it again, unchanged."""


class StoreMisconfigured(Exception):
    """The store is there and trying again will not help: a wrong password, another schema version, no Functions.

    The message says what to do about it, without the password.
    """


class Store(Protocol):
    """The single source of truth of a system."""

    async def precheck(
        self, *, correlation_id: str, message_id: str, address: str | None = None, known_version: int = 0
    ) -> StepPrecheck:
        """Look before working: was it seen, is it closed, what is the entity's record (left out at version `known`)."""
        ...

    async def commit(self, commit: Commit) -> CommitResult:
        """Write a step, all or nothing. The same commit again answers `duplicate`, as does any after the close.

        `Committed.mail` is all that is due at once: the mail of the step, then its events. Each is kept to be sent
        2 s later, unless it is `sent` before. The close drops what the correlation still had to send, but not its
        events. Raises Refused('oversized') above 1 MiB.
        """
        ...

    async def schedule(self, role: str, entry: OutboxEntry) -> None:
        """Keep something to be sent by `role` at `mail.due`, outside any step (a retry, a resent dead letter).

        A retry's `mail.id` is new each time: the claim before it may be `sent` later than this is written.
        """
        ...

    async def claim_due(self, role: str, limit: int) -> Sequence[OutboxEntry]:
        """Take up to `limit` entries of `role` whose instant has come; they come back unless `sent` in time."""
        ...

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """The broker confirmed these entries: forget them."""
        ...

    async def get_next_due(self, role: str) -> int | None:
        """The instant (ms) of `role`'s earliest entry, None when it has none."""
        ...

    async def get_oldest_due(self, roles: Sequence[str]) -> int | None:
        """The earliest instant (ms) at which anything of these roles is due, None when nothing is."""
        ...

    async def claim_memo(
        self, *, correlation_id: str, key: str, owner: str, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """Ask to pay for the answer `key`: reserves `reserve` tokens and leaves the share `keep` of the budget alone.

        By the same `owner` it renews the lease (ms). A lapsed lease reserves nothing: to renew it is a new claim.
        """
        ...

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """Keep an answer; the first one wins and is returned. Its real cost replaces the reservation, whoever's it is.

        Who still asks the same learns of it (`hit`) when he renews; what he pays until then is counted, once.
        """
        ...

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        """Give a claim back: no answer came."""
        ...

    async def get_budget_usage(self, correlation_id: str) -> BudgetUsage:
        """What the correlation has cost so far."""
        ...

    async def read_log(self, correlation_id: str, after: int = 0, limit: int = 500) -> Sequence[LoggedEvent]:
        """The events with seq > `after`, in order."""
        ...

    async def read_last_event(self, correlation_id: str) -> LoggedEvent | None:
        """The newest event; None when there is none."""
        ...

    async def read_record(self, address: str, correlation_id: str) -> tuple[int, bytes] | None:
        """An entity's version and record, for readers; None when there is none."""
        ...

    async def get_correlation(self, correlation_id: str) -> CorrelationInfo | None:
        """What is known of a correlation; None when it never began, or is forgotten.

        It begins with its first record, event, budget or owner, or by being private or closed.
        """
        ...

    async def list_correlations(
        self, *, owner: str | None = None, before: tuple[int, str] | None = None, limit: int = 50
    ) -> Sequence[CorrelationInfo]:
        """Up to `limit` that began and are not forgotten, newest first by (opened, id); all of them or `owner`'s.

        `before`: only what comes behind this instant and id, those of the last one of the page before; an empty id
        stands behind all of its instant.
        """
        ...

    async def count_open(self) -> int:
        """How many began and are not closed."""
        ...

    async def put_if_absent(self, name: str, value: bytes, ttl_ms: int) -> bytes:
        """Keep `value` under `name` for `keep` ms unless something is kept there already; what is kept there now.

        The same call again, its reply lost, answers the same.
        """
        ...

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        """A small shared value (a breaker's, for instance) with its version; (0, b"") when it was never written."""
        ...

    async def compare_and_set(self, name: str, version: int, value: bytes) -> bool:
        """Replace it if its version is still `version`; False when somebody else was faster."""
        ...

    async def add_dead_letter(self, dead_letter: DeadLetter) -> None:
        """Keep a dead letter; the same id is kept once."""
        ...

    async def list_dead_letters(self, limit: int | None = None) -> Sequence[DeadLetter]:
        """The oldest `limit` (None: all of them), oldest first; of what is filed or taken meanwhile, some."""
        ...

    async def count_dead_letters(self) -> int:
        """How many dead letters there are."""
        ...

    async def get_dead_letter(self, identifier: str) -> DeadLetter | None:
        """One of them; None when there is none."""
        ...

    async def pop_dead_letter(self, identifier: str) -> DeadLetter | None:
        """Remove one and return it; None when there is none."""
        ...

    async def now(self) -> int:
        """The store's clock, ms."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
