"""How the two halves of the seeds are held to nothing broken and nothing missed; each half stands in a file of its own."""

from functools import cache

from tests.simulation.campaign import Outcome, here

CHUNK = 50
HALF = 1000


@cache
def played(first: int) -> Outcome:
    """CHUNK seeds from `first` on."""
    return here(range(first, first + CHUNK))


def held(first: int) -> None:
    """Nothing is broken by these seeds."""
    outcome = played(first)
    told = "\n\n".join(f"make simulate SEED={b.seed} breaks {b.invariant}\n{b.story}" for b in outcome.broken)
    assert not outcome.broken, told


def all_struck(first: int) -> None:
    """Every hop strikes every message type that it can, in these HALF seeds alone."""
    outcome = Outcome()
    for start in range(first, first + HALF, CHUNK):
        outcome.add(played(start))
    assert outcome.seeds == HALF
    assert outcome.missed == []
