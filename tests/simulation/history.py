"""What a run leaves behind for its judge: who was promised what, what was written, what came, what remained."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shared.store.memo_claim import BudgetUsage
from shared.store.port import Commit, DeadLetter, LoggedEvent, OutboxEntry
from towow.config.settings import Settings


@dataclass(slots=True)
class Write:
    """A commit that the store executed at `at` (ms). `acknowledged`: its caller was told. `lost`: a crash undid it."""

    at: int
    commit: Commit
    version: int
    acknowledged: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """What a `begin`, or a commit that was refused, told about a message."""

    at: int
    message_id: str
    seen: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """A receiver told the broker that a message is done."""

    at: int
    queue: str
    message_id: str


@dataclass(slots=True)
class Call:
    """A question to the model. `outcome` is answered, failed or cancelled."""

    correlation_id: str
    question: str
    process: str
    at: int
    tokens: int
    outcome: str = "asking"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something the adversary did from `at` to `until` (ms)."""

    at: int
    until: int
    what: str


@dataclass(slots=True)
class FollowedLog:
    """What one client has put together from all its streams of a correlation."""

    correlation_id: str
    events: list[LoggedEvent] = field(default_factory=list[LoggedEvent])
    ended: bool = False


@dataclass(slots=True)
class FinalState:
    """Store and broker when the system has come to rest."""

    records: Mapping[str, tuple[int, bytes]] = field(default_factory=dict[str, tuple[int, bytes]])
    journals: Mapping[str, Sequence[bytes]] = field(default_factory=dict[str, Sequence[bytes]])
    notes: Mapping[str, Sequence[bytes]] = field(default_factory=dict[str, Sequence[bytes]])
    seen: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    logs: Mapping[str, Sequence[LoggedEvent]] = field(default_factory=dict[str, Sequence[LoggedEvent]])
    closed: Mapping[str, int] = field(default_factory=dict[str, int])
    spent: Mapping[str, BudgetUsage] = field(default_factory=dict[str, BudgetUsage])
    due: Mapping[str, Sequence[OutboxEntry]] = field(default_factory=dict[str, Sequence[OutboxEntry]])
    queues: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    dead: Sequence[DeadLetter] = ()


@dataclass(slots=True)
class History:
    """Everything the checker sees. `accepted` maps a correlation to when its opening was acknowledged."""

    settings: Settings = field(default_factory=Settings)
    """By which the system was run."""
    accepted: dict[str, int] = field(default_factory=dict[str, int])
    written: list[Write] = field(default_factory=list[Write])
    scheduled: list[tuple[int, str, OutboxEntry]] = field(default_factory=list[tuple[int, str, OutboxEntry]])
    looked: list[Read] = field(default_factory=list[Read])
    acked: list[Acknowledgement] = field(default_factory=list[Acknowledgement])
    dropped: dict[str, str] = field(default_factory=dict[str, str])
    """Message id → the correlation with whose end the store dropped what still was to be sent of it."""
    claims: dict[str, list[int]] = field(default_factory=lambda: defaultdict[str, list[int]](list))
    """Message id → when sweeps claimed it."""
    read: dict[tuple[str, int], set[bytes]] = field(
        default_factory=lambda: defaultdict[tuple[str, int], set[bytes]](set)
    )
    """(correlation, seq) → every content that somebody was shown."""
    followed: list[FollowedLog] = field(default_factory=list[FollowedLog])
    calls: list[Call] = field(default_factory=list[Call])
    interrupted: list[tuple[int, Sequence[tuple[str, str]]]] = field(
        default_factory=list[tuple[int, Sequence[tuple[str, str]]]]
    )
    """When a process died or stood still, or the store went away, and which (correlation, question) were being paid for."""
    faults: list[Fault] = field(default_factory=list[Fault])
    poison: Counter[str] = field(default_factory=Counter[str])
    """Reason → how many messages nobody can read were put into queues."""
    failures: int = 0
    """How many questions the model met with an error of no known kind."""
    remains: FinalState = field(default_factory=FinalState)
    escaped: list[str] = field(default_factory=list[str])
    """Exceptions that got past the whole runtime."""
    stuck: str = ""
    """What still moved or waited when the patience was over; empty when the system came to rest."""

    def own_parts(self) -> Sequence[object]:
        """What an application's own history adds to the fingerprint."""
        return ()

    def disturbed(self, start: int, end: int) -> int:
        """For how long (ms) between these instants faults lasted; what overlaps counts once."""
        total, reached = 0, start
        for at, until in sorted((max(f.at, start), min(f.until, end)) for f in self.faults):
            total += max(0, until - max(at, reached))
            reached = max(reached, until)
        return total
