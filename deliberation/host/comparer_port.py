"""Port of the comparison of positions: by an embedder, or scripted by a scenario (DL-82, DL-129)."""

from typing import Protocol

from deliberation.contracts.messages import ComparePositions, PositionsCompared


class PositionComparer(Protocol):
    """Comparer of the standing positions of a round with each other, and of each with its agent's previous one."""

    async def compare(self, body: ComparePositions) -> PositionsCompared:
        """Return similarities, contradictions and thresholds. It never fails: keywords stand in for an embedder."""
        ...
