"""State of one correlation in the memory store, and the commits that open one."""

from collections import defaultdict

from shared.store import event_sequence
from shared.store.memory.memos import BudgetAccount, Memos
from shared.store.port import Commit, LoggedEvent, NewEvent, OutboxEntry


class Correlation:
    """State of one correlation: records, notes, log, memos, budget. `opened_at` and `closed_at` are instants (ms)."""

    def __init__(self) -> None:
        self.opened_at: int | None = None
        self.closed_at: int | None = None
        self.private = False
        self.owner: str | None = None
        self.owner_token_digest: str | None = None
        self.seen: dict[str, None] = {}
        self.records: dict[str, tuple[int, bytes]] = {}
        self.notes: defaultdict[str, list[bytes]] = defaultdict(list)
        self.log: list[LoggedEvent] = []
        self.account = BudgetAccount()
        self.memos = Memos(self.account)

    @property
    def closed(self) -> bool:
        """Whether the correlation is closed."""
        return self.closed_at is not None

    def version(self, address: str | None) -> int:
        """Version of the record of the entity at `address` (`kind/id`); 0 when there is no record or no `address`."""
        record = self.records.get(address) if address is not None else None
        return 0 if record is None else record[0]


def opens_correlation(commit: Commit) -> bool:
    """Return whether the commit opens its correlation if it is not open yet.

    One with a record, an event, a budget, an owner, `private` or `close` does. Messages alone do not, such as the
    answer to an unknown sender.
    """
    has_state = commit.record is not None or commit.budget_tokens is not None or commit.owner is not None
    return has_state or bool(commit.events) or commit.private or commit.close


def append_event(event: NewEvent, correlation_id: str, correlation: Correlation) -> OutboxEntry:
    """Append an event to the log of `correlation` under the next number; return the outbox entry that announces it.

    Changes `correlation` in place; the caller puts the entry into an outbox. `correlation_id` is the id of
    `correlation`. The event's payload must have passed `event_sequence.check_payload`.
    """
    seq = correlation.log[-1].seq + 1 if correlation.log else 1
    logged = event_sequence.build_logged_event(event, seq, correlation.account.spent_field)
    correlation.log.append(logged)
    return event_sequence.build_announcement(logged, correlation_id, private=correlation.private)
