"""What does a part of the registry answer to a search? One part is built (built.py), one is recent (recent.py).

A search asks each part what it found, settles with all answers together how rare each wish is and who may stay, and
then has each part name its best. So it makes no difference which part somebody lies in.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from negotiation.search.query_terms import QueryTerm


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. `near`, `language`: marks (scoring.py); empty: not asked. `barred`: agent_ids never named."""

    wishes: Sequence[QueryTerm]
    near: Sequence[str]
    language: str
    barred: Set[str]


@dataclass(frozen=True, slots=True)
class Match:
    """Somebody found, with the score, by which wishes (their numbers), and whether at the place, of the language."""

    agent_id: str
    score: float
    by: tuple[int, ...]
    there: bool
    speaks: bool


class SegmentMatches(Protocol):
    """What one part found. All counts are of people; those per wish in the order of the wishes."""

    @property
    def found(self) -> Sequence[int]:
        """Whom each wish finds, the barred too: how rare a wish is depends on nobody who asks."""
        ...

    @property
    def fitting(self) -> Sequence[int]:
        """Whom each wish finds, who are not barred, and fit place and language."""
        ...

    @property
    def relevant_count(self) -> int:
        """Who fit and are found by something that was asked for."""
        ...

    def best(self, weights: Sequence[float], kept: Set[int] | None, limit: int) -> Sequence[Match]:
        """The best `limit`, by score and then agent_id; `weights`: of the wishes.

        Only those who fit, and those found by a wish of `kept`; None: everybody.
        """
        ...


class IndexSegment(Protocol):
    """A part of a registry. Nobody lies in two."""

    def match(self, query: Query) -> SegmentMatches:
        """What it holds for `query`."""
        ...
