"""The first thousand seeds: whatever the adversary does, nothing is lost and nothing is done twice."""

import pytest

from tests.simulation.seed_suite import assert_full_coverage, assert_no_violation, chunks

FIRST = 1


@pytest.mark.parametrize("start", chunks(FIRST))
def test_nothing_is_lost_and_nothing_done_twice(start: int) -> None:
    assert_no_violation(start)


@pytest.mark.long
def test_every_hop_strikes_every_message_type() -> None:
    assert_full_coverage(FIRST)
