"""Search of needs by words and by meaning, fused, over all segments of an index.

Each need is searched on its own. The capabilities of the registry whose meaning is nearest to it are searched by their
words as well, which finds them in tags and summaries. A profile scores (meaning ÷ best meaning) to the power of
MEANING_POWER, plus WORDS_WEIGHT × the saturation of the words that it shares with the need. The needs then choose in
turns, so that a frequent one leaves room for a rare one.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

import numpy as np

from negotiation.contracts.demand import Need
from negotiation.search.array_segment import ArraySegment, Mask, Weights
from negotiation.search.query_terms import QueryTerm
from negotiation.search.scoring import (
    ANY_LANGUAGE,
    ANY_LOCATION,
    FIELD_WEIGHTS,
    LANGUAGE_BOOST,
    TRAVELS,
    UNKNOWN_LOCATION,
    term_saturation,
)
from negotiation.search.search import MIN_FILTERED_HITS
from negotiation.search.segment import Query
from negotiation.search.text_vectors import NeedVector
from negotiation.search.tokenizer import tokenize

MEANING_POWER = 4
"""Exponent of the relative meaning: what is half as near as the nearest hardly counts."""

WORDS_WEIGHT = 1.5
"""Weight of shared words, relative to the nearest meaning (1)."""

REST_WEIGHT = 0.8
"""Weight of tags and summary, relative to capabilities, by meaning."""

EXPANSION_COUNT = 12
"""Number of capability texts, the nearest in meaning, that are searched by their words."""

MIN_BEST_MEANING = 0.1
"""Score of the nearest text below which nothing in the registry means the need."""

MIN_RELATIVE_MEANING = 0.3
"""Meaning, relative to the nearest text, below which a profile is not found by it."""

STRONG_SCORE = 0.3
"""Score from which on a profile counts among those that location and language filter."""

LOCAL_FACTOR, NEARBY_FACTOR, REACHABLE_FACTOR, EXCLUDED_FACTOR = 10.0, 2.0, 1.0, 0.05
"""Factors of the score at the location, near it, for those who need not be there, and for all others.

The last one also applies to those who list other languages only.
"""

_FULL_SATURATION = term_saturation(FIELD_WEIGHTS["capabilities"])


@dataclass(frozen=True, slots=True)
class NeedQuery:
    """One need to search for.

    Attributes:
        need: The need.
        terms: Query terms of its words.
        vector: Its meaning.
        is_in_person: Whether whoever meets it must be at the location.
    """

    need: Need
    terms: Sequence[QueryTerm]
    vector: NeedVector
    is_in_person: bool


@dataclass(frozen=True, slots=True)
class NeedHit:
    """Agent found for the needs, with its score over all of them."""

    agent_id: str
    score: float


def search_needs(
    segments: Sequence[ArraySegment], query: Query, needs: Sequence[NeedQuery], limit: int
) -> Sequence[NeedHit]:
    """Return at most `limit` agents, by descending score, then agent_id; every need chooses in turns.

    Args:
        segments: All segments of the index; those without vectors are searched by words.
        query: Location, language and excluded agents; its terms are not used.
        needs: The needs, at least one.
        limit: Maximum number of agents.
    """
    matches = [_SegmentNeeds(segment, query, needs) for segment in segments if len(segment)]
    for number in range(len(needs)):
        best = max((match.best_meaning(number) for match in matches), default=0.0)
        nearest = {text: score for match in matches for score, text in match.nearest_texts(number)}
        expansions = heapq.nsmallest(EXPANSION_COUNT, nearest.items(), key=lambda item: (-item[1], item[0]))
        for match in matches:
            match.score(number, best, expansions)
        if sum(match.count_strong(number) for match in matches) >= MIN_FILTERED_HITS:
            for match in matches:
                match.filter(number)
    rankings = [
        heapq.nsmallest(limit, chain.from_iterable(match.top(number, limit) for match in matches))
        for number in range(len(needs))
    ]
    chosen: dict[str, float] = {}
    for turn in zip_longest(*rankings):
        for hit in turn:
            if hit is not None and len(chosen) < limit:
                chosen.setdefault(hit[1], sum(match.total(hit[1]) for match in matches))
    hits = [NeedHit(agent_id, score) for agent_id, score in chosen.items()]
    return sorted(hits, key=lambda hit: (-hit.score, hit.agent_id))


class _SegmentNeeds:
    """Scores of the needs in one segment: one array a need, with an entry for each row."""

    def __init__(self, segment: ArraySegment, query: Query, needs: Sequence[NeedQuery]) -> None:
        self._segment, self._query, self._needs = segment, query, needs
        none, everyone = np.zeros(len(segment), dtype=np.bool_), np.ones(len(segment), dtype=np.bool_)
        self._allowed: Mask = segment.current_rows.copy()
        self._allowed[segment.rows_of(query.excluded_ids)] = False
        self._language_factor: Weights | float = 1.0
        self._language = everyone
        if query.language_term:
            speaks = segment.rows_with_any(query.language_term)
            self._language = speaks | segment.rows_with_any(ANY_LANGUAGE)
            self._language_factor = np.where(self._language, 1.0, EXCLUDED_FACTOR)
            self._language_factor[speaks] = LANGUAGE_BOOST
        self._here, self._nearby, self._mobile, self._remote = none, none, everyone, everyone
        if query.location_terms:
            self._here = segment.rows_with_any(*query.location_terms)
            self._nearby = segment.rows_with_any(*query.nearby_terms) & ~self._here
            self._mobile = segment.rows_with_any(UNKNOWN_LOCATION, TRAVELS)
            self._remote = self._mobile | segment.rows_with_any(ANY_LOCATION)
        self._text_scores = self._score_texts()
        self._scores: list[Weights] = []
        self._strong: list[Mask] = []
        self._eligible: list[Mask] = []

    def _score_texts(self) -> Weights:
        """Return the scores of texts, shape (texts, needs); at a location, of rests only of those who are near it."""
        texts, vectors = self._segment.texts, self._segment.vectors
        scores = np.zeros((texts.text_count, len(self._needs)))
        if vectors is None:
            return scores
        needs = [need.vector for need in self._needs]
        capabilities = slice(0, texts.capability_count)
        scores[capabilities] = vectors.scores(needs, capabilities)
        near = texts.rest_texts[self._here | self._nearby] if self._query.location_terms else texts.rest_texts
        rests = np.unique(near[near >= texts.capability_count])
        scores[rests] = REST_WEIGHT * vectors.scores(needs, rests)
        if not self._segment.current_rows.all():
            scores[~texts.used_by(self._segment.current_rows)] = 0.0
        return scores

    def best_meaning(self, number: int) -> float:
        """Return the score of the text that is nearest to a need."""
        return float(self._text_scores[:, number].max(initial=0.0))

    def nearest_texts(self, number: int) -> Sequence[tuple[float, str]]:
        """Return the capabilities that are nearest to a need, as (score, text), in no particular order."""
        texts = self._segment.texts
        scores = self._text_scores[: texts.capability_count, number]
        if len(scores) > EXPANSION_COUNT:
            last = np.partition(scores, -EXPANSION_COUNT)[-EXPANSION_COUNT]
            places = np.flatnonzero(scores >= last)
        else:
            places = np.arange(len(scores))
        return [(float(scores[place]), texts.capability(int(place))) for place in places if scores[place] > 0]

    def score(self, number: int, best: float, expansions: Sequence[tuple[str, float]]) -> None:
        """Score all rows for a need; call it for the needs in their order."""
        scores = WORDS_WEIGHT * self._word_scores(self._needs[number].terms)
        if best >= MIN_BEST_MEANING:
            meaning = self._segment.texts.best_by_profile(self._text_scores[:, number])
            for text, value in expansions:
                rows, weights = self._segment.match_tokens(tokenize(text))
                found = value * np.minimum(weights / _FULL_SATURATION, 1.0)
                meaning[rows] = np.maximum(meaning[rows], found)
            relative = meaning / best
            relative[relative < MIN_RELATIVE_MEANING] = 0.0
            scores += relative**MEANING_POWER
        scores[~self._allowed] = 0.0
        is_reachable = self._mobile if self._needs[number].is_in_person else self._remote
        self._strong.append(scores >= STRONG_SCORE)
        self._eligible.append((self._here | self._nearby | is_reachable) & self._language)
        scores = np.round(scores, 6) * self._language_factor
        if self._query.location_terms:
            place = np.where(is_reachable, REACHABLE_FACTOR, EXCLUDED_FACTOR)
            place[self._nearby] = NEARBY_FACTOR
            place[self._here] = LOCAL_FACTOR
            scores *= place
        self._scores.append(scores)

    def _word_scores(self, terms: Sequence[QueryTerm]) -> Weights:
        scores = np.zeros(len(self._segment))
        for term in terms:
            rows, weights = self._segment.match_term(term)
            scores[rows] += term.weight * weights
        return scores

    def count_strong(self, number: int) -> int:
        """Return how many eligible rows meet a need well."""
        return int(np.count_nonzero(self._strong[number] & self._eligible[number]))

    def filter(self, number: int) -> None:
        """Leave out the rows that are not eligible for a need."""
        self._scores[number][~self._eligible[number]] = 0.0

    def top(self, number: int, limit: int) -> Sequence[tuple[float, str]]:
        """Return the best rows for a need as (negative score, agent_id), ascending."""
        scores = self._scores[number]
        rows = np.flatnonzero(scores > 0)
        if len(rows) > limit:
            last = np.partition(scores[rows], len(rows) - limit)[len(rows) - limit]
            rows = rows[scores[rows] >= last]
        order = np.lexsort((rows, -scores[rows]))[:limit]
        return [(-float(scores[row]), self._segment.agent_id_at(int(row))) for row in rows[order]]

    def total(self, agent_id: str) -> float:
        """Return the score of an agent over all needs; 0 if it is not in this segment."""
        rows = [row for row in self._segment.rows_of([agent_id]) if self._segment.current_rows[row]]
        return round(sum(float(scores[row]) for scores in self._scores for row in rows), 6)
