"""Search over the segments of an index: idf, location and language filters, and merge of the best matches (TW-1104).

Location and language filter as long as at least MIN_FILTERED_HITS eligible profiles match a required term. A term that
no eligible profile matches keeps its matches from elsewhere. With fewer, nothing is filtered: profiles at the location
only score higher.
"""

import heapq
from collections.abc import Sequence, Set

from negotiation.search.query_terms import parse_query_terms
from negotiation.search.scoring import idf, language_term, location_terms
from negotiation.search.segment import IndexSegment, Match, Query

MIN_FILTERED_HITS = 20
"""Minimum number of relevant profiles for location and language to filter."""


def build_query(words: Sequence[str], near: str | None, language: str | None, excluded_ids: Set[str]) -> Query:
    """Parse the arguments of a search into a query; see `parse_query_terms`, `location_terms` and `language_term`.

    Args:
        words: Skills, places or whole sentences, in Chinese or English.
        near: Location to prefer, such as `Beijing` or 北京; None or blank: any.
        language: Language code to prefer, such as `zh` or `en-GB`; None or empty: any.
        excluded_ids: agent_ids that are never returned.
    """
    return Query(
        terms=parse_query_terms(words),
        location_terms=location_terms(near) if near and near.strip() else (),
        language_term=language_term(language) if language else "",
        excluded_ids=excluded_ids,
    )


def top_matches(segments: Sequence[IndexSegment], query: Query, document_count: int, limit: int) -> Sequence[Match]:
    """Return at most `limit` matches of all segments, by descending score, then agent_id.

    A profile matches if it contains at least one query term. The score sums up weight × idf × saturation of its terms,
    and is higher at the location searched for (× 4; remote or without location × 1.5) and for speakers of the language
    (× 1.25). Location and language filter the matches if at least MIN_FILTERED_HITS (20) remain that match a required
    term; a term that none of these matches keeps its matches from elsewhere.

    Args:
        segments: All segments of the index.
        query: The parsed search; its excluded agents are never returned.
        document_count: Number of profiles in all segments together.
        limit: Maximum number of matches; below 1: none.
    """
    matches = [segment.match(query) for segment in segments]
    frequencies = [sum(counts) for counts in zip(*(each.document_frequencies for each in matches), strict=True)]
    eligible = [sum(counts) for counts in zip(*(each.eligible_counts for each in matches), strict=True)]
    weights = [term.weight * idf(count, document_count) for term, count in zip(query.terms, frequencies, strict=True)]
    filters = sum(each.relevant_count for each in matches) >= MIN_FILTERED_HITS
    unfiltered = {number for number, count in enumerate(eligible) if not count} if filters else None
    best = [match for each in matches for match in each.top_matches(weights, unfiltered, max(limit, 0))]
    return heapq.nsmallest(max(limit, 0), best, key=lambda match: (-match.score, match.agent_id))
