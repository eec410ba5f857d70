"""Index segment in memory for the profiles that have changed since the disk segment was built."""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from typing_extensions import override

from negotiation.registry.profile import Profile
from negotiation.search.query_terms import QueryTerm
from negotiation.search.scoring import (
    ANY_LANGUAGE,
    ANY_LOCATION,
    AT_LOCATION_BOOST,
    LANGUAGE_BOOST,
    REACHABLE_BOOST,
    index_terms,
    min_matching_tokens,
    term_saturation,
)
from negotiation.search.segment import IndexSegment, Match, Query


class MemorySegment(IndexSegment):
    """Inverted index of active profiles, changed one profile at a time."""

    version: int
    """Number of changes so far."""

    def __init__(self) -> None:
        self._postings: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._terms: dict[str, tuple[str, ...]] = {}
        self.version = 0

    def __len__(self) -> int:
        return len(self._terms)

    def put(self, profile: Profile) -> None:
        """Add an active profile, or replace the one with its agent_id; the caller adds no inactive ones."""
        self.remove(profile.agent_id)
        self.version += 1
        frequencies = index_terms(profile)
        self._terms[profile.agent_id] = tuple(frequencies)
        for term, times in frequencies.items():
            self._postings[term][profile.agent_id] = term_saturation(times)

    def remove(self, agent_id: str) -> None:
        """Remove the profile of an agent; no effect if there is none."""
        self.version += agent_id in self._terms
        for term in self._terms.pop(agent_id, ()):
            del self._postings[term][agent_id]
            if not self._postings[term]:
                del self._postings[term]

    @property
    def agent_ids(self) -> Sequence[str]:
        """Ids of the agents of its profiles, sorted."""
        return sorted(self._terms)

    def agents_with_any(self, *index_terms: str) -> Set[str]:
        """Return the agents whose profiles contain at least one of these index terms (`index_terms` in scoring.py)."""
        return frozenset[str]().union(*(self._postings.get(term, ()) for term in index_terms))

    @override
    def match(self, query: Query) -> "_MemoryMatches":
        return _MemoryMatches(
            query,
            self._terms.keys(),
            [self.match_term(term) for term in query.terms],
            self.agents_with_any(*query.location_terms),
            self._postings.get(ANY_LOCATION, {}).keys(),
            self._postings.get(query.language_term, {}).keys(),
            self._postings.get(ANY_LANGUAGE, {}).keys(),
        )

    def match_term(self, term: QueryTerm) -> dict[str, float]:
        """Return the weight by agent_id for the best-matching synonym of a query term."""
        best: dict[str, float] = {}
        for synonym in term.synonyms:
            for agent_id, weight in self._match_synonym(synonym):
                best[agent_id] = max(weight, best.get(agent_id, 0.0))
        return best

    def _match_synonym(self, tokens: Sequence[str]) -> Iterable[tuple[str, float]]:
        """Yield agents with enough of a synonym's tokens, weighted by the weakest token and the share of tokens."""
        weights_of: defaultdict[str, list[float]] = defaultdict(list)
        for token in tokens:
            for agent_id, weight in self._postings.get(token, {}).items():
                weights_of[agent_id].append(weight)
        needed = min_matching_tokens(len(tokens))
        for agent_id, weights in weights_of.items():
            if len(weights) >= needed:
                yield agent_id, min(weights) * len(weights) / len(tokens)


@dataclass
class _MemoryMatches:
    """SegmentMatches of a memory segment. The sets hold agent_ids."""

    query: Query
    agent_ids: Set[str]
    by_term: Sequence[Mapping[str, float]]
    at_location: Set[str]
    any_location: Set[str]
    speaks_language: Set[str]
    any_language: Set[str]
    document_frequencies: Sequence[int] = field(init=False)
    eligible_counts: Sequence[int] = field(init=False)
    relevant_count: int = field(init=False)

    def __post_init__(self) -> None:
        self.document_frequencies = [len(weights) for weights in self.by_term]
        eligible = [{agent_id for agent_id in weights if self._is_eligible(agent_id)} for weights in self.by_term]
        self.eligible_counts = [len(ids) for ids in eligible]
        required = (ids for term, ids in zip(self.query.terms, eligible, strict=True) if term.is_required)
        self.relevant_count = len(set[str]().union(*required))

    def top_matches(self, weights: Sequence[float], unfiltered: Set[int] | None, limit: int) -> Sequence[Match]:
        """Return the best matches (SegmentMatches.top_matches)."""
        scores: defaultdict[str, float] = defaultdict(float)
        exempt: set[str] = set()
        for number, (weight, matches) in enumerate(zip(weights, self.by_term, strict=True)):
            for agent_id, value in matches.items():
                scores[agent_id] += weight * value
            if unfiltered is None or number in unfiltered:
                exempt.update(matches)
        allowed = [
            (-score * self._boost(agent_id), agent_id)
            for agent_id, score in scores.items()
            if agent_id not in self.query.excluded_ids and (agent_id in exempt or self._is_eligible(agent_id))
        ]
        return [self._build_match(agent_id, -score) for score, agent_id in heapq.nsmallest(limit, allowed)]

    def describe(self, agent_id: str, score: float) -> Match | None:
        """Return how an agent matches (SegmentMatches.describe)."""
        return self._build_match(agent_id, score) if agent_id in self.agent_ids else None

    def _build_match(self, agent_id: str, score: float) -> Match:
        term_numbers = tuple(number for number, matches in enumerate(self.by_term) if agent_id in matches)
        return Match(agent_id, score, term_numbers, agent_id in self.at_location, agent_id in self.speaks_language)

    def _boost(self, agent_id: str) -> float:
        boost = 1.0
        if self.query.location_terms and agent_id in self.at_location:
            boost = AT_LOCATION_BOOST
        elif self.query.location_terms and agent_id in self.any_location:
            boost = REACHABLE_BOOST
        return boost * (LANGUAGE_BOOST if agent_id in self.speaks_language else 1.0)

    def _is_eligible(self, agent_id: str) -> bool:
        return (
            agent_id not in self.query.excluded_ids
            and (not self.query.location_terms or agent_id in self.at_location or agent_id in self.any_location)
            and (not self.query.language_term or agent_id in self.speaks_language or agent_id in self.any_language)
        )
