"""Who strikes where: a seeded adversary with some aims and some moods, and its story (FAULTS § 2)."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tests.simulation.fault_points import HOPS, Cell, MessageTypes, coverage_cells
from tests.simulation.history import Fault, History

AIMS = 4
"""How many cells of the coverage table one seed aims at."""

MOST_KILLS = 10


def fault_targets(seed: int, types: MessageTypes) -> Sequence[Cell]:
    """The cells a seed aims at: one seed after the other they go round the whole table."""
    table = list(coverage_cells(types))
    Random(0).shuffle(table)
    return [table[(seed * AIMS + place) % len(table)] for place in range(AIMS)]


class FaultInjector:
    """Asked at every hop. It strikes where it aims, and elsewhere as its mood is."""

    def __init__(self, targets: Sequence[Cell], random: Random, history: History, now: Callable[[], int]) -> None:
        self.active = True
        self.random = random
        self.coverage: Counter[Cell] = Counter()
        self.story: list[str] = []
        self.faults = 0
        self.kills = 0
        self._history = history
        self._now = now
        self._start = now()
        self._wanted = frozenset(targets)
        self._aims = {cell: random.choice((0, 0, 0, 1)) for cell in targets}
        self._rates = {hop: random.choice((0.0, 0.0, 0.003, 0.02)) for hop in (*HOPS, "slow", "call lost", "before")}

    def strikes(self, hop: str, kind: str, *, deadly: bool = False) -> bool:
        """Whether the adversary strikes a message of type `kind` here."""
        if not self.active or (deadly and self.kills >= MOST_KILLS):
            return False
        passing = self._aims.get((hop, kind))
        if passing == 0:
            del self._aims[hop, kind]
            return True
        if passing:
            self._aims[hop, kind] = passing - 1
        rate = self._rates[hop]
        return rate > 0 and self.random.random() < rate

    def missed(self, hop: str, kind: str) -> None:
        """A strike came to nothing, because nobody else was near: what was aimed at is still aimed at."""
        if (hop, kind) in self._wanted and not self.coverage[hop, kind]:
            self._aims[hop, kind] = 0

    def chance(self, mood: str, of: float = 1.0) -> bool:
        """Whether a nuisance without a place in the table happens."""
        rate = self._rates[mood]
        return rate > 0 and self.active and self.random.random() < rate * of

    def pause(self) -> float:
        """A short while, in seconds."""
        return self.random.choice((0.002, 0.02, 0.1, 0.35))

    def struck(self, hop: str, kind: str, who: str, lasts: float = 0.0) -> None:
        """A hop was struck: it counts, it is told, and it lasts so many seconds."""
        self.saw(hop, kind)
        self.did(f"{who}: {hop} ({kind or 'no message'})", lasts)

    def saw(self, hop: str, kind: str) -> None:
        """A hop was struck by what had been done before."""
        self.coverage[hop, kind] += 1

    def did(self, what: str, lasts: float = 0.0) -> None:
        """Tell what was done, and remember until when it disturbs."""
        now = self._now()
        self.faults += 1
        self._history.faults.append(Fault(now, now + round(lasts * 1000), what))
        self.story.append(f"{(now - self._start) / 1000:8.3f} s  {what}")
