"""Index segments: the parts of a search index, and the protocol by which they answer a query together.

A profile lies in one of two segments: the disk segment (disk_segment.py) or, if it has changed since that was built,
the memory segment (memory_segment.py). A search first asks each segment for counts, computes idf and filters from
their sums, and then takes the best matches of each: the result does not depend on where a profile lies.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from negotiation.search.query_terms import QueryTerm


@dataclass(frozen=True, slots=True)
class Query:
    """Parsed search.

    Attributes:
        terms: Query terms.
        location_terms: Index terms of the location (see scoring.py); empty without one.
        language_term: Index term of the language; empty without one.
        excluded_ids: agent_ids that are never returned.
        nearby_terms: Index terms of the places near the location; empty without any.
    """

    terms: Sequence[QueryTerm]
    location_terms: Sequence[str]
    language_term: str
    excluded_ids: Set[str]
    nearby_terms: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """Agent found by a search.

    Attributes:
        agent_id: The agent.
        score: Relevance, above 0.
        term_numbers: Indexes of the query terms that matched.
        at_location: True if it is at the location searched for.
        speaks_language: True if it lists the language searched for.
    """

    agent_id: str
    score: float
    term_numbers: tuple[int, ...]
    at_location: bool
    speaks_language: bool


class SegmentMatches(Protocol):
    """Matches of a query in one segment. Counts are of profiles; sequences follow the order of the query's terms."""

    @property
    def document_frequencies(self) -> Sequence[int]:
        """Number of matches per query term, excluded agents included, so that idf does not depend on the caller.

        One number per term, in the order of `Query.terms`.
        """
        ...

    @property
    def eligible_counts(self) -> Sequence[int]:
        """Number of eligible matches per query term, in the order of `Query.terms`.

        Eligible profiles are not excluded, are at the location searched for, remote or without location, and list the
        language searched for or none.
        """
        ...

    @property
    def relevant_count(self) -> int:
        """Number of profiles that are eligible (see `eligible_counts`) and match at least one required term."""
        ...

    def top_matches(self, weights: Sequence[float], unfiltered: Set[int] | None, limit: int) -> Sequence[Match]:
        """Return at most `limit` matches of this segment, by descending score, then agent_id; none of excluded agents.

        A profile's score is the sum over its terms of weight × best saturation (0 to 1) of a synonym, times the boosts
        for location and language of scoring.py.

        Args:
            weights: Weight of each query term, idf included, in the order of `Query.terms`.
            unfiltered: Indexes of the terms whose matches are returned even if they are not eligible; None: all matches
                are.
            limit: Maximum number of matches, 0 or more.
        """
        ...

    def describe(self, agent_id: str, score: float) -> Match | None:
        """Return how an agent matches the query, with the given score; None if it is not in this segment."""
        ...


class IndexSegment(Protocol):
    """Part of an index. No profile is in two segments."""

    def match(self, query: Query) -> SegmentMatches:
        """Match a query against all profiles of this segment.

        Nothing is ranked or cut yet: the result gives counts per query term, and its method `top_matches` the best
        matches, as many and by the term weights that its arguments say. Use the result before the segment changes.
        """
        ...
