"""What a run of the negotiation leaves behind beside what every application does: who attended, was asked, answered."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from channel_admin.settings import NegotiationRules
from negotiation.attendance.port import PendingQuestion, SettledAnswer
from tests.simulation.history import History


@dataclass(slots=True)
class Lease:
    """A person sat down (ms), and stays until then at the latest."""

    agent_id: str
    at: int
    until: int


@dataclass(slots=True)
class NegotiationHistory(History):
    """Everything the checker sees of demands and people."""

    leases: list[Lease] = field(default_factory=list[Lease])
    asked: dict[str, list[PendingQuestion]] = field(
        default_factory=lambda: defaultdict[str, list[PendingQuestion]](list)
    )
    """Question id → every different question that somebody was shown under it."""
    settled: dict[str, list[tuple[int, SettledAnswer]]] = field(
        default_factory=lambda: defaultdict[str, list[tuple[int, SettledAnswer]]](list)
    )
    """Question id → every different answer to who answers it, and when that was told first (ms)."""
    refused: set[str] = field(default_factory=set[str])
    """Questions whose person heard that they are answered, or over."""

    @property
    def rules(self) -> NegotiationRules:
        """By which its channels were run."""
        return self.settings.section(NegotiationRules)

    def own_parts(self) -> Sequence[object]:
        """Who attended, and what was asked and answered."""
        return (self.leases, dict(self.asked), dict(self.settled), sorted(self.refused))
