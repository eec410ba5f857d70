"""How thousands of seeds are played on every core, and what they come to: violations, coverage, speed (INTERFACES § 9)."""

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.simulation.fault_points import HOPS, Cell, MessageTypes, coverage_cells
from tests.simulation.runner import run_seed
from tests.simulation.subject import Subject, load_subject
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
    coverage: Counter[Cell] = field(default_factory=Counter[Cell])

    def add(self, other: "Outcome") -> None:
        """Take another one's figures in."""
        self.seeds += other.seeds
        self.demands += other.demands
        self.faults += other.faults
        self.broken += other.broken
        self.coverage += other.coverage

    def missed(self, types: MessageTypes) -> Sequence[Cell]:
        """The cells of the coverage table that nothing struck."""
        return [cell for cell in coverage_cells(types) if not self.coverage[cell]]


def summarize_seed(subject: Subject, seed: int, ablate: str | None = None) -> Outcome:
    """One seed."""
    played = run_seed(subject, seed, ablate)
    found = Outcome(1, len(played.history.accepted), played.faults, coverage=played.coverage)
    if played.violations:
        told = "\n".join([*played.story[:STORY_LINES], *_more(played.story), *_wrong(played.violations)])
        found.broken.append(FailedSeed(seed, played.violations[0].invariant, told))
    return found


def run_sequential(subject: Subject, seeds: Iterable[int], ablate: str | None = None) -> Outcome:
    """These seeds, one after the other, in this process."""
    outcome = Outcome()
    for seed in seeds:
        outcome.add(summarize_seed(subject, seed, ablate))
    return outcome


def run_parallel(subject: Subject, seeds: Sequence[int], ablate: str | None = None) -> tuple[Outcome, float]:
    """These seeds on every core, and how many seconds that took."""
    started = time.perf_counter()
    outcome = Outcome()
    for part in _parts(subject, seeds, ablate):
        outcome.add(part)
    outcome.broken.sort(key=lambda broken: broken.seed)
    return outcome, time.perf_counter() - started


def _parts(subject: Subject, seeds: Sequence[int], ablate: str | None) -> Iterator[Outcome]:
    cores = min(os.cpu_count() or 1, len(seeds))
    if cores < 2:
        yield run_sequential(subject, seeds, ablate)
        return
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        chunks = [(subject.name, seeds[start : start + 20], ablate) for start in range(0, len(seeds), 20)]
        yield from pool.imap_unordered(_chunk, chunks)


def _chunk(work: tuple[str, Sequence[int], str | None]) -> Outcome:
    name, seeds, ablate = work
    return run_sequential(load_subject(name), seeds, ablate)


def _more(story: Sequence[str]) -> Sequence[str]:
    return [f"… and {len(story) - STORY_LINES} more"] if len(story) > STORY_LINES else []


def _wrong(found: Sequence[Violation]) -> Sequence[str]:
    lines = [f"{v.invariant}: {v.reason}" for v in found[:8]]
    return ["then:", *lines, *([f"… and {len(found) - 8} more"] if len(found) > 8 else [])]


def table(outcome: Outcome, types: MessageTypes) -> str:
    """The coverage, hop × message type; `-` where a hop cannot strike a type."""
    possible = set(coverage_cells(types))
    width = max(map(len, types.all)) + 1
    lines = [f"{number:2} {hop}: {what}" for number, (hop, what) in enumerate(HOPS.items(), start=1)]
    lines.append(" " * width + "".join(f"{number:6}" for number in range(1, len(HOPS) + 1)))
    for kind in types.all:
        counts = (str(outcome.coverage[hop, kind]) if (hop, kind) in possible else "-" for hop in HOPS)
        lines.append(kind.ljust(width) + "".join(f"{count:>6}" for count in counts))
    return "\n".join(lines)
