"""Seeds of games: whatever the adversary does, every request is decided once and in time, and nothing is done twice.

A game takes longer than a negotiation, so few are played; `make simulate APP=game` plays as many as it is told, and
says which message types no fault has struck.
"""

import pytest

from tests.simulation.seed_suite import assert_no_violation, chunks

FIRST, SEEDS, CHUNK = 1, 220, 20


@pytest.mark.parametrize("start", chunks(FIRST, SEEDS, CHUNK, short=1))
def test_the_seeds_break_no_invariant(start: int) -> None:
    assert_no_violation("game", start, CHUNK)
