"""Whom does a search name? The rules over all parts of a registry: how rare, who stays, who is best (TW-1104).

Place and language are a filter as long as at least FEW people stay who are found by what was asked for. A wish that
nobody there answers keeps those from elsewhere. With fewer nobody is left out: who is there only stands higher.
"""

import heapq
from collections.abc import Sequence, Set

from negotiation.search.query_terms import wishes
from negotiation.search.scoring import idf, language_of, places_of
from negotiation.search.segment import IndexSegment, Match, Query

FEW = 20
"""With fewer people left, place and language leave nobody out."""


def query_of(words: Sequence[str], near: str | None, language: str | None, barred: Set[str]) -> Query:
    """A search as the parts understand it."""
    return Query(
        wishes=wishes(words),
        near=places_of(near) if near and near.strip() else (),
        language=language_of(language) if language else "",
        barred=barred,
    )


def best_of(parts: Sequence[IndexSegment], query: Query, active: int, limit: int) -> Sequence[Match]:
    """The best `limit` of all parts, by score and then agent_id. `active`: how many people the parts hold."""
    findings = [part.match(query) for part in parts]
    found = [sum(counts) for counts in zip(*(finding.found for finding in findings), strict=True)]
    fitting = [sum(counts) for counts in zip(*(finding.fitting for finding in findings), strict=True)]
    weights = [wish.weight * idf(count, active) for wish, count in zip(query.wishes, found, strict=True)]
    enough = sum(finding.relevant_count for finding in findings) >= FEW
    kept = {number for number, count in enumerate(fitting) if not count} if enough else None
    named = [one for finding in findings for one in finding.best(weights, kept, max(limit, 0))]
    return heapq.nsmallest(max(limit, 0), named, key=lambda one: (-one.score, one.agent_id))
