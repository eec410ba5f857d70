"""Targets for the evaluation of the shipped demands and of the corpus with the simulated model."""

from collections.abc import Callable
from dataclasses import dataclass

from towow.evaluation.corpus_totals import ZERO_FIGURES, CorpusTotals
from towow.evaluation.summary import EvaluationSummary


@dataclass(frozen=True, slots=True)
class Target:
    """Inclusive range of a figure (None: unbounded on that side), and its actual value."""

    figure: str
    low: float | None
    high: float | None
    actual: float

    @property
    def is_met(self) -> bool:
        """Whether the actual value is within the inclusive range."""
        return (self.low is None or self.actual >= self.low) and (self.high is None or self.actual <= self.high)


TARGETS: tuple[tuple[str, Callable[[EvaluationSummary], float], float | None, float | None], ...] = (
    ("finalized_share", lambda all_: all_.finalized_share, 0.35, 0.75),
    ("force_finalized_share", lambda all_: all_.force_finalized_share, 0.05, 0.25),
    ("failed_share", lambda all_: all_.failed_share, 0.10, 0.40),
    ("more_than_one_round_share", lambda all_: all_.more_than_one_round_share, 0.30, None),
    ("with_subnet", lambda all_: all_.with_subnet, 5, None),
    ("candidate_sets", lambda all_: all_.candidate_sets, 40, None),
    ("relax_share", lambda all_: all_.relax_share, 0.60, None),
    ("outside_profile", lambda all_: all_.outside_profile, None, 0),
)
"""Name of the figure, its getter, minimum and maximum.

Nobody is invited at random, and nobody from far away who does not come: a demand for which no able person lives near
fails, as 12 of the 60 do.
"""


def evaluate_targets(summary: EvaluationSummary) -> tuple[Target, ...]:
    """Return every target of an evaluation, met (`is_met`) or not, with its actual value in the summary."""
    return tuple(Target(figure, low, high, read(summary)) for figure, read, low, high in TARGETS)


SEALED_SHARES = {
    "needs_recall": 0.90,
    "needs_precision": 0.90,
    "limits_recall": 0.95,
    "limits_precision": 0.95,
    "holders_able": 0.97,
    "needs_in_place_met": 0.60,
}
"""Least share of each figure of the sealed half that its demands' authors would call usable; ZERO_FIGURES must be 0."""


def evaluate_sealed_targets(totals: CorpusTotals) -> tuple[Target, ...]:
    """Return every target of a run over the sealed half, named `sealed.FIGURE`; a share of nothing is missed."""
    shares = (
        Target(f"sealed.{name}", least, None, totals.shares[name].share or 0.0) for name, least in SEALED_SHARES.items()
    )
    counts = (Target(f"sealed.{name}", None, 0, getattr(totals.counts, name)) for name in ZERO_FIGURES)
    return (*shares, *counts)
