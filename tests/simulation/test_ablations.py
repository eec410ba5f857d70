"""What each safety is for: without it the checker fails within 200 seeds, and names what was lost."""

import pytest

from tests.simulation.ablations import ABLATIONS
from tests.simulation.campaign import FailedSeed, summarize_seed

SEEDS = range(1, 201)


def first_broken(ablate: str) -> FailedSeed:
    """The first seed that breaks something."""
    for seed in SEEDS:
        if broken := summarize_seed(seed, ablate).broken:
            return broken[0]
    pytest.fail(f"nothing broke within {len(SEEDS)} seeds without {ablate}")


@pytest.mark.parametrize("ablate", ABLATIONS)
def test_removing_a_mechanism_breaks_an_invariant_that_the_checker_names(ablate: str) -> None:
    broken = first_broken(ablate)
    assert broken.invariant in ABLATIONS[ablate].names, broken.story


@pytest.mark.parametrize("ablate", ABLATIONS)
def test_the_same_seed_with_the_mechanism_breaks_no_invariant(ablate: str) -> None:
    assert summarize_seed(first_broken(ablate).seed).broken == []
