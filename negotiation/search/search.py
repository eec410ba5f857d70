"""Search over the segments of an index: idf, location and language filters, and merge of the best matches (TW-1104).

Location and language filter as long as at least MIN_FILTERED_HITS eligible profiles match a required term. A term that
no eligible profile matches keeps its matches from elsewhere. With fewer, nothing is filtered: profiles at the location
only score higher.
"""

import heapq
from collections.abc import Sequence, Set
from itertools import zip_longest

from negotiation.search.query_terms import parse_query_terms
from negotiation.search.scoring import idf, language_term, location_terms, nearby_terms
from negotiation.search.segment import IndexSegment, Match, Query, SegmentMatches

MIN_FILTERED_HITS = 20
"""Minimum number of relevant profiles for location and language to filter."""


def build_query(
    words: Sequence[str],
    near: str | None,
    language: str | None,
    excluded_ids: Set[str],
    not_wanted: Sequence[str] = (),
) -> Query:
    """Parse the arguments of a search into a query; see `parse_query_terms`, `location_terms` and `language_term`.

    Args:
        words: Skills, places or whole sentences, in Chinese or English.
        near: Location to prefer, such as `Beijing` or 北京; None or blank: any.
        language: Language code to prefer, such as `zh` or `en-GB`; None or empty: any.
        excluded_ids: agent_ids that are never returned.
        not_wanted: Texts whose skills are no query terms, even where `words` name them.
    """
    refused = {term.synonyms for term in parse_query_terms(not_wanted)}
    return Query(
        terms=tuple(term for term in parse_query_terms(words) if term.synonyms not in refused),
        location_terms=location_terms(near) if near and near.strip() else (),
        language_term=language_term(language) if language else "",
        excluded_ids=excluded_ids,
        nearby_terms=nearby_terms(near) if near and near.strip() else (),
    )


def top_matches(segments: Sequence[IndexSegment], query: Query, document_count: int, limit: int) -> Sequence[Match]:
    """Return at most `limit` matches of all segments, by descending score, then agent_id; see `rank_matches`."""
    return rank_matches([segment.match(query) for segment in segments], query, document_count, limit)


def rank_matches(
    matches: Sequence[SegmentMatches],
    query: Query,
    document_count: int,
    limit: int,
    only: Set[int] | None = None,
) -> Sequence[Match]:
    """Return at most `limit` matches of all segments, by descending score, then agent_id.

    A profile matches if it contains at least one query term. The score sums up weight × idf × saturation of its terms,
    and is higher at the location searched for (× 4; remote or without location × 1.5) and for speakers of the language
    (× 1.25). Location and language filter the matches if at least MIN_FILTERED_HITS (20) remain that match a required
    term; a term that none of these matches keeps its matches from elsewhere.

    Args:
        matches: What the query matches in each segment of the index.
        query: The parsed search; its excluded agents are never returned.
        document_count: Number of profiles in all segments together.
        limit: Maximum number of matches; below 1: none.
        only: Numbers of the terms that count; None: all.
    """
    frequencies = [sum(counts) for counts in zip(*(each.document_frequencies for each in matches), strict=True)]
    eligible = [sum(counts) for counts in zip(*(each.eligible_counts for each in matches), strict=True)]
    weights = [
        term.weight * idf(count, document_count) if only is None or number in only else 0.0
        for number, (term, count) in enumerate(zip(query.terms, frequencies, strict=True))
    ]
    filters = sum(each.relevant_count for each in matches) >= MIN_FILTERED_HITS
    unfiltered = {number for number, count in enumerate(eligible) if not count} if filters else None
    best = [match for each in matches for match in each.top_matches(weights, unfiltered, max(limit, 0))]
    top = heapq.nsmallest(max(limit, 0), best, key=lambda match: (-match.score, match.agent_id))
    return [match for match in top if match.score > 0]


def share_matches(
    matches: Sequence[SegmentMatches], query: Query, document_count: int, limit: int, groups: Sequence[Set[int]]
) -> Sequence[Match]:
    """Return the matches of `rank_matches`, but such that every group of terms has its share of them.

    If there are more than `limit` matches, the groups choose in turns, and the rest are the best of all.

    Args:
        matches: As for `rank_matches`.
        query: As for `rank_matches`.
        document_count: As for `rank_matches`.
        limit: As for `rank_matches`.
        groups: Numbers of the query terms of each need.
    """
    best = rank_matches(matches, query, document_count, limit)
    groups = [group for group in groups if group]
    if len(best) < limit or len(groups) < 2:
        return best
    scores = {match.agent_id: match for match in best}
    rankings = [rank_matches(matches, query, document_count, limit, group) for group in groups]
    chosen: dict[str, Match] = {}
    for turn in zip_longest(*rankings):
        for match in turn:
            if match is not None and len(chosen) < limit:
                chosen.setdefault(match.agent_id, scores.get(match.agent_id, match))
    for match in best:
        if len(chosen) >= limit:
            break
        chosen.setdefault(match.agent_id, match)
    return sorted(chosen.values(), key=lambda match: (-match.score, match.agent_id))
