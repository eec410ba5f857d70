"""What each safety is for: without it the checker fails within 200 seeds, and names what was lost."""

from functools import cache

import pytest

from tests.simulation.ablations import ABLATIONS
from tests.simulation.campaign import FailedSeed, summarize_seed
from tests.simulation.subject import NAMES, load_subject

SEEDS = range(1, 201)
CASES = [(app, ablate) for app in NAMES for ablate in ABLATIONS]


@cache
def first_broken(app: str, ablate: str) -> FailedSeed:
    """The first seed that breaks something."""
    for seed in SEEDS:
        if broken := summarize_seed(load_subject(app), seed, ablate).broken:
            return broken[0]
    pytest.fail(f"nothing broke within {len(SEEDS)} seeds without {ablate}")


@pytest.mark.parametrize(("app", "ablate"), CASES)
def test_removing_a_mechanism_breaks_an_invariant_that_the_checker_names(app: str, ablate: str) -> None:
    broken = first_broken(app, ablate)
    assert broken.invariant in ABLATIONS[ablate].names, broken.story


@pytest.mark.parametrize(("app", "ablate"), CASES)
def test_the_same_seed_with_the_mechanism_breaks_no_invariant(app: str, ablate: str) -> None:
    assert summarize_seed(load_subject(app), first_broken(app, ablate).seed).broken == []
