"""How thousands of seeds are played on every core, and what they come to: violations, coverage, speed (INTERFACES § 9)."""

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.simulation.fault_points import HOPS, TYPES, coverage_cells
from tests.simulation.runner import run_seed
from tests.simulation.violation import Violation

STORY_LINES = 30


@dataclass(frozen=True, slots=True)
class FailedSeed:
    """A seed whose history breaks invariants; the first one named is the cause."""

    seed: int
    invariant: str
    story: str


@dataclass(slots=True)
class Outcome:
    """What some seeds came to."""

    seeds: int = 0
    demands: int = 0
    faults: int = 0
    broken: list[FailedSeed] = field(default_factory=list[FailedSeed])
    coverage: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])

    def add(self, other: "Outcome") -> None:
        """Take another one's figures in."""
        self.seeds += other.seeds
        self.demands += other.demands
        self.faults += other.faults
        self.broken += other.broken
        self.coverage += other.coverage

    @property
    def missed(self) -> Sequence[tuple[str, str]]:
        """The cells of the coverage table that nothing struck."""
        return [cell for cell in coverage_cells() if not self.coverage[cell]]


def summarize_seed(seed: int, ablate: str | None = None) -> Outcome:
    """One seed."""
    played = run_seed(seed, ablate)
    found = Outcome(1, len(played.history.accepted), played.faults, coverage=played.coverage)
    if played.violations:
        told = "\n".join([*played.story[:STORY_LINES], *_more(played.story), *_wrong(played.violations)])
        found.broken.append(FailedSeed(seed, played.violations[0].invariant, told))
    return found


def run_sequential(seeds: Iterable[int], ablate: str | None = None) -> Outcome:
    """These seeds, one after the other, in this process."""
    outcome = Outcome()
    for seed in seeds:
        outcome.add(summarize_seed(seed, ablate))
    return outcome


def run_parallel(seeds: Sequence[int], ablate: str | None = None) -> tuple[Outcome, float]:
    """These seeds on every core, and how many seconds that took."""
    started = time.perf_counter()
    outcome = Outcome()
    for part in _parts(seeds, ablate):
        outcome.add(part)
    outcome.broken.sort(key=lambda broken: broken.seed)
    return outcome, time.perf_counter() - started


def _parts(seeds: Sequence[int], ablate: str | None) -> Iterator[Outcome]:
    cores = min(os.cpu_count() or 1, len(seeds))
    if cores < 2:
        yield run_sequential(seeds, ablate)
        return
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        chunks = [(seeds[start : start + 20], ablate) for start in range(0, len(seeds), 20)]
        yield from pool.imap_unordered(_chunk, chunks)


def _chunk(work: tuple[Sequence[int], str | None]) -> Outcome:
    return run_sequential(*work)


def _more(story: Sequence[str]) -> Sequence[str]:
    return [f"… and {len(story) - STORY_LINES} more"] if len(story) > STORY_LINES else []


def _wrong(found: Sequence[Violation]) -> Sequence[str]:
    lines = [f"{v.invariant}: {v.reason}" for v in found[:8]]
    return ["then:", *lines, *([f"… and {len(found) - 8} more"] if len(found) > 8 else [])]


def table(outcome: Outcome) -> str:
    """The coverage, hop × message type; `-` where a hop cannot strike a type."""
    possible = set(coverage_cells())
    width = max(map(len, TYPES)) + 1
    lines = [f"{number:2} {hop}: {what}" for number, (hop, what) in enumerate(HOPS.items(), start=1)]
    lines.append(" " * width + "".join(f"{number:6}" for number in range(1, len(HOPS) + 1)))
    for kind in TYPES:
        counts = (str(outcome.coverage[hop, kind]) if (hop, kind) in possible else "-" for hop in HOPS)
        lines.append(kind.ljust(width) + "".join(f"{count:>6}" for count in counts))
    return "\n".join(lines)
