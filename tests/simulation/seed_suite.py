"""How the seeds of an application are held to nothing broken and nothing missed, a thousand of them in a test file."""

from functools import cache

import pytest

from tests.simulation.campaign import Outcome, run_sequential
from tests.simulation.subject import load_subject

CHUNK = 50
SEEDS = 1000
"""How many seeds one file plays."""
SHORT = 2
"""How many chunks of a file `make test` runs; `make test-long` runs the others, and those again for the coverage."""


def chunks(first: int, seeds: int = SEEDS, chunk: int = CHUNK, short: int = SHORT) -> list[object]:
    """Return the first seed of each chunk of a file, as parameters of a test; the first `short` are no long tests."""
    starts = range(first, first + seeds, chunk)
    return [*starts[:short], *(pytest.param(start, marks=pytest.mark.long) for start in starts[short:])]


@cache
def run_seeds(app: str, first: int, seeds: int = CHUNK) -> Outcome:
    """So many seeds of an application, from `first` on."""
    return run_sequential(load_subject(app), range(first, first + seeds))


def assert_no_violation(app: str, first: int, seeds: int = CHUNK) -> None:
    """Nothing is broken by these seeds."""
    broken = run_seeds(app, first, seeds).broken
    told = "\n\n".join(f"make simulate APP={app} SEED={b.seed} breaks {b.invariant}\n{b.story}" for b in broken)
    assert not broken, told


def assert_full_coverage(app: str, first: int) -> None:
    """Every hop strikes every message type that it can, in these SEEDS seeds alone."""
    outcome = Outcome()
    for start in range(first, first + SEEDS, CHUNK):
        outcome.add(run_seeds(app, start, CHUNK))
    assert outcome.seeds == SEEDS
    assert outcome.missed(load_subject(app).types) == []
