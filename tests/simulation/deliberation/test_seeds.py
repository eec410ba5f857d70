"""Seeds of the deliberation: whatever the adversary does, nothing is lost and nothing is done twice.

So few that the long tests end in time; `make simulate APP=deliberation SEEDS=1000` plays more, and says which message
types no fault has struck.
"""

import pytest

from tests.simulation.seed_suite import assert_no_violation, chunks

FIRST, SEEDS = 1, 500


@pytest.mark.parametrize("start", chunks(FIRST, SEEDS))
def test_the_seeds_break_no_invariant(start: int) -> None:
    assert_no_violation("deliberation", start)
