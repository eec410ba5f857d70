"""How the two halves of the seeds are held to nothing broken and nothing missed; each half stands in a file of its own."""

from functools import cache

import pytest

from tests.simulation.campaign import Outcome, run_sequential

CHUNK = 50
HALF = 1000
SHORT = 2
"""How many chunks of each half `make test` runs; `make test-long` runs the others, and those again for the coverage."""


def chunks(first: int) -> list[object]:
    """Return the first seed of each chunk of a half, as parameters of a test."""
    starts = range(first, first + HALF, CHUNK)
    return [*starts[:SHORT], *(pytest.param(start, marks=pytest.mark.long) for start in starts[SHORT:])]


@cache
def run_seeds(first: int) -> Outcome:
    """CHUNK seeds from `first` on."""
    return run_sequential(range(first, first + CHUNK))


def assert_no_violation(first: int) -> None:
    """Nothing is broken by these seeds."""
    outcome = run_seeds(first)
    told = "\n\n".join(f"make simulate SEED={b.seed} breaks {b.invariant}\n{b.story}" for b in outcome.broken)
    assert not outcome.broken, told


def assert_full_coverage(first: int) -> None:
    """Every hop strikes every message type that it can, in these HALF seeds alone."""
    outcome = Outcome()
    for start in range(first, first + HALF, CHUNK):
        outcome.add(run_seeds(start))
    assert outcome.seeds == HALF
    assert outcome.missed == []
