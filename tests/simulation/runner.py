"""How one seed is played and judged; two plays of it are the same (INTERFACES § 9)."""

import asyncio
import gc
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from shared.core.ids import digest
from shared.runtime.virtual_clock import VirtualClock, VirtualStepsExceeded, VirtualTimeDeadlock, run_virtually
from tests.simulation.checker import violations
from tests.simulation.cluster import Cluster
from tests.simulation.history import History
from tests.simulation.process import task_factory
from tests.simulation.subject import Subject
from tests.simulation.violation import Violation
from tests.support.async_tests import START

MAX_STEPS = 100_000
"""Steps of the event loop that a seed may take; the longest of the first 150 takes 3028."""


@dataclass(frozen=True, slots=True)
class SeedResult:
    """What came of one seed."""

    seed: int
    history: History
    violations: Sequence[Violation]
    story: Sequence[str]
    coverage: Counter[tuple[str, str]]
    faults: int


def run_seed(subject: Subject, seed: int, ablate: str | None = None) -> SeedResult:
    """Play a seed to its rest and judge it."""
    dice = random.Random(seed)
    random.seed(seed)  # the pauses between two attempts to connect
    plan = subject.plan(seed, dice)
    worlds: list[Cluster] = []

    async def main(clock: VirtualClock) -> None:
        asyncio.get_running_loop().set_task_factory(task_factory)
        world = Cluster(clock, subject, seed, dice, plan, ablate)
        worlds.append(world)
        await world.run()

    found: Sequence[Violation] | None = None
    collecting = gc.isenabled()
    gc.disable()
    try:
        run_virtually(main, START, MAX_STEPS)
    except VirtualTimeDeadlock as error:
        worlds[0].history.stuck = str(error)
    except VirtualStepsExceeded as error:
        found = [Violation("I1", f"the system works without end: {error}\n{worlds[0].what_waits()}")]
    finally:
        if collecting:
            gc.enable()
    (world,) = worlds
    if found is None:
        found = violations(world.history, subject)
    return SeedResult(
        seed, world.history, found, world.adversary.story, world.adversary.coverage, world.adversary.faults
    )


def fingerprint(history: History) -> str:
    """What two plays of a seed must have in common: every commit, every look, every event, everything that remained."""
    parts: list[object] = [history.accepted, history.stuck, history.dropped, history.failures, history.interrupted]
    parts += [(w.at, w.commit, w.version, w.acknowledged, w.lost) for w in history.written]
    parts += [history.looked, history.acked, dict(history.claims), history.faults, history.scheduled]
    parts += [(c.question, c.process, c.at, c.outcome) for c in history.calls]
    parts += [(f.correlation_id, f.events, f.ended) for f in history.followed]
    parts += history.own_parts()
    remains = history.remains
    parts += [remains.records, remains.notes, remains.logs, remains.queues, remains.dead, remains.due, remains.journals]
    return digest(*(repr(part) for part in parts))
