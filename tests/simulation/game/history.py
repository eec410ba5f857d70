"""What a run of games leaves behind beside what every application does: what was said to hosts, what a server got."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from gamehive.contracts.decision import DecisionRequest
from gamehive.settings import GameSettings
from tests.simulation.game.courses import GameScript
from tests.simulation.history import History


@dataclass(frozen=True, slots=True)
class PostedMove:
    """A person's move that was right by what they saw. `removals`: how often moves had been removed by then."""

    removals: int
    ply: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Callback:
    """A form that reached the game server at `at` (ms), and the status that it gave; None if none."""

    at: int
    x: int
    y: int
    status: int | None


@dataclass(slots=True)
class GameHistory(History):
    """Everything the checker sees of games."""

    courses: dict[str, GameScript] = field(default_factory=dict[str, GameScript])
    """Game id → its course."""
    requests: dict[str, list[DecisionRequest]] = field(
        default_factory=lambda: defaultdict[str, list[DecisionRequest]](list)
    )
    """Game id → the requests of its server that a gateway accepted, in their order; each once."""
    moves: dict[str, list[PostedMove]] = field(default_factory=lambda: defaultdict[str, list[PostedMove]](list))
    """Game id → the moves of its person that a gateway accepted."""
    callbacks: dict[str, list[Callback]] = field(default_factory=lambda: defaultdict[str, list[Callback]](list))
    """Game id → what its server got."""

    @property
    def limits(self) -> GameSettings:
        """By which its games were run."""
        return self.settings.section(GameSettings)

    def own_parts(self) -> Sequence[object]:
        """What was said and delivered."""
        return [sorted(each.items()) for each in (self.requests, self.moves, self.callbacks)]
