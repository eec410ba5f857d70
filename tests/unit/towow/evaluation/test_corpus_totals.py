"""Are the shares of the corpus taken of the right wholes, with the interval of Wilson?"""

import pytest

from towow.evaluation.corpus_counts import CorpusCounts, add_counts
from towow.evaluation.corpus_totals import SHARES, ZERO_FIGURES, corpus_totals, estimate_share


def test_the_interval_is_that_of_wilson() -> None:
    half = estimate_share(50, 100)
    assert (half.share, half.low, half.high) == (0.5, pytest.approx(0.4038, abs=1e-4), pytest.approx(0.5962, abs=1e-4))
    every = estimate_share(20, 20)
    assert (every.share, every.low, every.high) == (1.0, pytest.approx(0.8389, abs=1e-4), 1.0)


def test_a_share_of_nothing_has_no_value() -> None:
    nothing = estimate_share(0, 0)
    assert (nothing.share, nothing.low, nothing.high) == (None, None, None)


def test_counts_are_added_before_shares_are_taken() -> None:
    one = CorpusCounts(demands=1, needs_labelled=1, needs_matched=1, needs_understood=4)
    other = CorpusCounts(demands=1, needs_labelled=3, needs_matched=1, needs_understood=0)
    totals = corpus_totals(add_counts([one, other]), wall_s=1.26)
    assert totals.counts.demands == 2
    assert totals.shares["needs_recall"].share == 0.5
    assert totals.shares["needs_precision"].share == 0.5
    assert totals.wall_s == 1.3


def test_every_figure_is_made_of_counts() -> None:
    fields = CorpusCounts.model_fields
    assert all(part in fields and whole in fields for part, whole in SHARES.values())
    assert set(ZERO_FIGURES) <= set(fields)
