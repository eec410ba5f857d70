"""Ranking of matches by needs: hits by words and meaning first, then hits by the words of the whole demand."""

from collections.abc import Sequence

import numpy as np

from negotiation.contracts.demand import Need
from negotiation.search.array_segment import ArraySegment
from negotiation.search.need_search import NeedQuery, search_needs
from negotiation.search.query_terms import parse_query_terms, skill_query_term
from negotiation.search.search import rank_matches
from negotiation.search.segment import Match, Query, SegmentMatches
from negotiation.search.skill_centroids import skill_terms
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.text_vectors import NeedVector

NEAREST_SKILL_WEIGHT = 0.5
"""Weight of the words of the skill that a need means, if it names none, relative to words that it says itself (1)."""

REMAINDER_SHARE = 0.5
"""Score of the best hit that no need found, relative to the worst hit of the needs."""


def rank_by_needs(
    matches: Sequence[SegmentMatches],
    query: Query,
    document_count: int,
    segments: Sequence[ArraySegment],
    needs: Sequence[Need],
    vectors: Sequence[NeedVector],
    limit: int,
) -> Sequence[Match]:
    """Return at most `limit` matches by descending score.

    Args:
        matches: What the whole query matches in each segment.
        query: The query.
        document_count: Number of profiles.
        segments: All segments, with vectors.
        needs: Needs of the demand, at least one.
        vectors: Vector of each need.
        limit: Maximum number of matches.
    """
    queries = [_build_need_query(need, vector) for need, vector in zip(needs, vectors, strict=True)]
    best = [
        match
        for hit in search_needs(segments, query, queries, limit)
        for each in matches
        if (match := each.describe(hit.agent_id, hit.score)) is not None
    ]
    if len(best) < limit:
        best += _remainder(matches, query, document_count, limit, best)
    return best


def _build_need_query(need: Need, vector: NeedVector) -> NeedQuery:
    term = load_thesaurus("skills").find(need.need)
    terms = parse_query_terms([need.need])
    if term is None and vector.skill_probabilities.max() > 0:
        nearest = skill_terms()[int(np.argmax(vector.skill_probabilities))]
        terms = (*terms, skill_query_term(nearest, NEAREST_SKILL_WEIGHT))
    return NeedQuery(need, terms, vector, is_in_person=term is not None and (term.bound or term.in_person))


def _remainder(
    matches: Sequence[SegmentMatches], query: Query, document_count: int, limit: int, best: Sequence[Match]
) -> Sequence[Match]:
    """Return matches of the whole demand's words that are not among the best, with scores below theirs."""
    known = {match.agent_id for match in best}
    others = [match for match in rank_matches(matches, query, document_count, limit) if match.agent_id not in known]
    if not others:
        return ()
    scale = (best[-1].score if best else 1.0) * REMAINDER_SHARE / others[0].score
    return [
        Match(each.agent_id, each.score * scale, each.term_numbers, each.at_location, each.speaks_language)
        for each in others[: limit - len(best)]
    ]
