"""How the two halves of the seeds are held to nothing broken and nothing missed; each half stands in a file of its own."""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from tests.simulation.campaign import Outcome, here

CHUNK = 50
HALF = 1000
MISSED_BY_A_HALF = 3
"""Of more than 500 cells: some need a subnet, a conflict and a certain message at once."""


@cache
def played(first: int) -> Outcome:
    """CHUNK seeds from `first` on."""
    return here(range(first, first + CHUNK))


def held(first: int) -> None:
    """Nothing is broken by these seeds."""
    outcome = played(first)
    told = "\n\n".join(f"make simulate SEED={b.seed} breaks {b.invariant}\n{b.story}" for b in outcome.broken)
    assert not outcome.broken, told


def all_struck(first: int, folder: Path) -> None:
    """Every hop strikes every message type that it can: nearly all in one half of the seeds, all of them in both.

    The halves may be played by two processes: each leaves what it struck in `folder`, and the later one adds it up.
    """
    outcome = Outcome()
    for start in range(first, first + HALF, CHUNK):
        outcome.add(played(start))
    assert outcome.seeds == HALF
    assert len(outcome.missed) <= MISSED_BY_A_HALF, outcome.missed
    folder.mkdir(parents=True, exist_ok=True)
    struck = folder / f"{first}.json"
    struck.with_suffix(".new").write_text(json.dumps(sorted(map(list, outcome.missed))))
    struck.with_suffix(".new").rename(struck)
    halves = [json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))]
    missed_by_both = [cell for cell in halves[0] if all(cell in half for half in halves)]
    assert len(halves) < 2 or not missed_by_both, missed_by_both


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder of this test run, for all processes of it."""
    own = factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "struck"
