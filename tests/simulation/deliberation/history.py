"""What a run of the deliberation leaves behind beside what every application does: what the reviewer would not have."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from deliberation.settings import DeliberationSettings
from tests.simulation.history import History


@dataclass(slots=True)
class DeliberationHistory(History):
    """Everything the checker sees of sessions."""

    banned: dict[str, set[str]] = field(default_factory=lambda: defaultdict[str, set[str]](set))
    """Session id → the words of answers that the reviewer blocked or took out."""
    blocked_rounds: dict[str, set[int]] = field(default_factory=lambda: defaultdict[str, set[int]](set))
    """Session id → the rounds in which it blocked what the host said."""

    @property
    def limits(self) -> DeliberationSettings:
        """By which its sessions were run."""
        return self.settings.section(DeliberationSettings)

    def own_parts(self) -> Sequence[object]:
        """What was blocked."""
        banned = sorted((name, sorted(words)) for name, words in self.banned.items())
        return (banned, sorted((name, sorted(rounds)) for name, rounds in self.blocked_rounds.items()))
