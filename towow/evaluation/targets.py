"""Within which bounds the shipped demands must end under the simulated model: neither always well nor always badly."""

from collections.abc import Callable
from dataclasses import dataclass

from towow.evaluation.summary import EvaluationSummary


@dataclass(frozen=True, slots=True)
class Target:
    """Where a figure must lie, both ends included (None: no bound on that side), and where it does."""

    figure: str
    low: float | None
    high: float | None
    seen: float

    @property
    def kept(self) -> bool:
        """Whether it lies there."""
        return (self.low is None or self.seen >= self.low) and (self.high is None or self.seen <= self.high)


BOUNDS: tuple[tuple[str, Callable[[EvaluationSummary], float], float | None, float | None], ...] = (
    ("finalized_share", lambda all_: all_.finalized_share, 0.35, 0.75),
    ("force_finalized_share", lambda all_: all_.force_finalized_share, 0.05, 0.25),
    ("failed_share", lambda all_: all_.failed_share, 0.10, 0.40),
    ("more_than_one_round_share", lambda all_: all_.more_than_one_round_share, 0.30, None),
    ("with_subnet", lambda all_: all_.with_subnet, 5, None),
    ("candidate_sets", lambda all_: all_.candidate_sets, 40, None),
    ("relax_share", lambda all_: all_.relax_share, 0.60, None),
    ("outside_profile", lambda all_: all_.outside_profile, None, 0),
)
"""Figure, how it is read, the least, the most."""


def bounds(found: EvaluationSummary) -> tuple[Target, ...]:
    """Every bound, with what was found."""
    return tuple(Target(figure, low, high, read(found)) for figure, read, low, high in BOUNDS)
