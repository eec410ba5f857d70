"""The first thousand seeds of the negotiation: whatever the adversary does, nothing is lost and nothing is done twice."""

import pytest

from tests.simulation.seed_suite import assert_full_coverage, assert_no_violation, chunks

FIRST = 1


@pytest.mark.parametrize("start", chunks(FIRST))
def test_the_seeds_break_no_invariant(start: int) -> None:
    assert_no_violation("negotiation", start)


@pytest.mark.long
def test_the_seeds_inject_every_fault_into_every_message_type() -> None:
    assert_full_coverage("negotiation", FIRST)
