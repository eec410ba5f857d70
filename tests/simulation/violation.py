"""How a broken invariant is written down."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant (I1…I11 of FAULTS § 2) that does not hold, and how one sees it."""

    invariant: str
    reason: str
