"""What the memory store keeps of one demand, conversation or game, and what makes it begin."""

from shared.store import event_log
from shared.store.memory.budget import BudgetAccount
from shared.store.memory.memos import Memos
from shared.store.port import Commit, LoggedEvent, NewEvent, OutboxEntry


class Correlation:
    """All that is kept of one demand, conversation or game."""

    def __init__(self) -> None:
        self.opened_at: int | None = None
        self.closed_at: int | None = None
        self.private = False
        self.owner: str | None = None
        self.seen: dict[str, None] = {}
        self.records: dict[str, tuple[int, bytes]] = {}
        self.log: list[LoggedEvent] = []
        self.account = BudgetAccount()
        self.memos = Memos(self.account)

    @property
    def closed(self) -> bool:
        """Whether it ended."""
        return self.closed_at is not None

    def version(self, address: str | None) -> int:
        """The version of an entity's record, 0 when there is none."""
        record = self.records.get(address) if address is not None else None
        return 0 if record is None else record[0]


def opens_correlation(commit: Commit) -> bool:
    """Whether a correlation begins with this commit: a message that is answered, and nothing more, begins none."""
    kept = commit.record is not None or commit.budget_tokens is not None or commit.owner is not None
    return kept or bool(commit.events) or commit.private or commit.close


def append_event(event: NewEvent, correlation_id: str, found: Correlation) -> OutboxEntry:
    """Give the event its number; its announcement."""
    seq = found.log[-1].seq + 1 if found.log else 1
    entry = event_log.build_logged_event(event, seq, found.account.spent_field)
    found.log.append(entry)
    return event_log.build_announcement(entry, correlation_id, private=found.private)
