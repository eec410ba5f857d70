"""Figures of a half of the corpus: counts, shares with their 95 % intervals, and wall time."""

from math import sqrt

from shared.core.frozen_model import FrozenModel
from towow.evaluation.corpus_counts import CorpusCounts

Z = 1.959964
"""Quantile of the standard normal distribution for a two-sided 95 % interval."""


class ShareEstimate(FrozenModel):
    """Share from 0 to 1 of `part` in `whole`, with its 95 % Wilson interval; all None if `whole` is 0."""

    part: int
    whole: int
    share: float | None
    low: float | None
    high: float | None


class CorpusTotals(FrozenModel):
    """Totals of many labelled demands; `wall_s`: seconds that their negotiations took."""

    counts: CorpusCounts
    shares: dict[str, ShareEstimate]
    wall_s: float


SHARES = {
    "needs_recall": ("needs_matched", "needs_labelled"),
    "needs_precision": ("needs_matched", "needs_understood"),
    "counts_right": ("counts_right", "needs_matched"),
    "limits_recall": ("limits_reproduced", "limits_labelled"),
    "limits_precision": ("limits_reproduced", "limits_understood"),
    "holders_able": ("holders_able", "holders_confirmed"),
    "needs_in_place_met": ("needs_met", "needs_in_place"),
}
"""Figure, its part and its whole; over all values of all demands, so that a demand counts by what it states."""

ZERO_FIGURES = ("not_wanted_assigned", "needs_vanished", "nonsense_finalized")
"""Counts that must be 0."""


def estimate_share(part: int, whole: int) -> ShareEstimate:
    """Return a share with its Wilson interval, rounded to 4 decimals; successes count as independent."""
    if whole == 0:
        return ShareEstimate(part=part, whole=whole, share=None, low=None, high=None)
    share, square = part / whole, Z * Z
    centre = (share + square / (2 * whole)) / (1 + square / whole)
    margin = Z * sqrt(share * (1 - share) / whole + square / (4 * whole * whole)) / (1 + square / whole)
    low, high = max(0.0, centre - margin), min(1.0, centre + margin)
    return ShareEstimate(part=part, whole=whole, share=round(share, 4), low=round(low, 4), high=round(high, 4))


def corpus_totals(counts: CorpusCounts, wall_s: float) -> CorpusTotals:
    """Return the figures of added-up counts; `wall_s` in seconds."""
    shares = {
        name: estimate_share(getattr(counts, part), getattr(counts, whole)) for name, (part, whole) in SHARES.items()
    }
    return CorpusTotals(counts=counts, shares=shares, wall_s=round(wall_s, 1))
