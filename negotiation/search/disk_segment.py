"""Index segment on disk: memory-mapped arrays in bm25s format, shared by all processes of a machine.

The files never change: profiles that have changed since are masked here and lie in the memory segment. Importing this
module loads numpy and bm25s, which takes 250 ms: import it only for large registries.
"""

from collections.abc import Iterable, Sequence, Set
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from negotiation.search.build_index import AGENT_IDS_FILE, TOKEN_HASHES_FILE, TOKEN_IDS_FILE, load_bm25s, token_hash
from negotiation.search.query_terms import QueryTerm
from negotiation.search.scoring import (
    ANY_LANGUAGE,
    ANY_LOCATION,
    AT_LOCATION_BOOST,
    LANGUAGE_BOOST,
    REACHABLE_BOOST,
    min_matching_tokens,
)
from negotiation.search.segment import IndexSegment, Match, Query
from negotiation.search.text_table import TextTable
from negotiation.search.text_vectors import TextVectors

Rows = NDArray[np.int64]
"""Row numbers of profiles: positions among the sorted agent_ids."""

Weights = NDArray[np.float64]
Mask = NDArray[np.bool_]


class DiskSegment(IndexSegment):
    """Segment in a folder that build_index.py wrote.

    Raises:
        OSError, ValueError, EOFError, LookupError, TypeError: The folder holds no readable index.
    """

    folder: Path
    """Folder of its files."""

    texts: TextTable
    """Texts of its profiles, by row."""

    vectors: TextVectors | None
    """Vectors of `texts`; None until they are there."""

    def __init__(self, folder: Path) -> None:
        index = load_bm25s().BM25.load(folder, mmap=True, load_vocab=False, show_progress=False)
        # Plain arrays over the same mapped pages: slices of numpy's memmap class take ten times as long.
        self._posting_rows: Rows = np.asarray(index.scores["indices"])
        self._posting_weights: Weights = np.asarray(index.scores["data"])
        self._posting_starts: Rows = np.asarray(index.scores["indptr"])
        self._token_hashes: NDArray[np.uint64] = np.asarray(np.load(folder / TOKEN_HASHES_FILE, mmap_mode="r"))
        self._token_ids: Rows = np.asarray(np.load(folder / TOKEN_IDS_FILE, mmap_mode="r"))
        self._agent_ids: NDArray[np.bytes_] = np.asarray(np.load(folder / AGENT_IDS_FILE, mmap_mode="r"))
        self._is_current = np.ones(len(self._agent_ids), dtype=np.bool_)
        self.folder = folder
        self.texts = TextTable.open(folder)
        self.vectors = None
        if len(self.texts.rest_texts) != len(self._agent_ids):
            raise ValueError(f"{folder} has texts of {len(self.texts.rest_texts)} profiles of {len(self._agent_ids)}")

    def __len__(self) -> int:
        return len(self._agent_ids)

    def mask(self, agent_id: str) -> None:
        """Exclude an agent from all later matches, because its profile has changed; ignores unknown agents."""
        for row in self.rows_of([agent_id]):
            self._is_current[row] = False

    def rows_of(self, agent_ids: Iterable[str]) -> Sequence[int]:
        """Return the row numbers of agents, in the given order; agents that are not in the index are skipped."""
        width = self._agent_ids.dtype.itemsize
        encoded = (agent_id.encode() for agent_id in agent_ids)
        wanted = np.array([each for each in encoded if len(each) <= width], dtype=self._agent_ids.dtype)
        rows = np.searchsorted(self._agent_ids, wanted)
        return [int(row) for row, each in zip(rows, wanted, strict=True) if self._is_at(int(row), each)]

    def _is_at(self, row: int, agent_id: bytes) -> bool:
        return row < len(self._agent_ids) and self._agent_ids[row] == agent_id

    def agent_id_at(self, row: int) -> str:
        """Return the agent_id of a row number; raises IndexError beyond the last row."""
        return bytes(self._agent_ids[row]).decode()

    @property
    def current_rows(self) -> Mask:
        """Boolean array with one entry per row, false if the row is masked; do not change it."""
        return self._is_current

    @override
    def match(self, query: Query) -> "_DiskMatches":
        return _DiskMatches(self, query)

    def rows_with_any(self, *index_terms: str) -> Mask:
        """Return a Boolean array with one entry per row, true if the row contains at least one of these index terms.

        Masked rows are included. Without terms, or with unknown ones only, no entry is true.

        Args:
            index_terms: Terms exactly as `index_terms` in scoring.py spells them: tokens of `tokenize` (`photography`),
                `place:beijing` of `location_terms`, `language:zh` of `language_term`, and the bare `place:` and
                `language:`.
        """
        mask = np.zeros(len(self._agent_ids), dtype=np.bool_)
        for term in index_terms:
            mask[self._postings(term)[0]] = True
        return mask

    def match_term(self, term: QueryTerm) -> tuple[Rows, Weights]:
        """Return the row numbers that match a query term, ascending, and an array of their weights of the same length.

        A row's weight, above 0 and below 1, without idf and `term.weight`, is that of its best-matching synonym. Masked
        rows never match.
        """
        best = np.zeros(len(self._agent_ids))
        for synonym in term.synonyms:
            rows, weights = self._match_synonym(synonym)
            best[rows] = np.maximum(best[rows], weights)
        best *= self._is_current
        rows = np.flatnonzero(best > 0)
        return rows, best[rows]

    def match_tokens(self, tokens: Sequence[str]) -> tuple[Rows, Weights]:
        """Return the row numbers that match one synonym, given by its tokens, and their weights; no masked rows."""
        if not tokens:
            return np.empty(0, dtype=np.int64), np.empty(0)
        rows, weights = self._match_synonym(tokens)
        current = self._is_current[rows]
        return rows[current], weights[current]

    def _match_synonym(self, tokens: Sequence[str]) -> tuple[Rows, Weights]:
        """Return the rows with enough of a synonym's tokens, weighted by the weakest token and the share of tokens.

        A row with enough tokens contains at least one of the rarest, so only the rows of those are candidates.
        """
        postings = sorted(map(self._postings, tokens), key=lambda posting: len(posting[0]))
        if len(postings) == 1:
            return postings[0]
        needed = min_matching_tokens(len(tokens))
        rarest = [rows for rows, _ in postings[: len(postings) - needed + 1]]
        candidates = rarest[0] if len(rarest) == 1 else np.unique(np.concatenate(rarest))
        count, weakest = np.zeros(len(candidates)), np.full(len(candidates), np.inf)
        for rows, weights in postings:
            at = np.searchsorted(rows, candidates)
            at[at == len(rows)] = 0
            present = rows[at] == candidates if len(rows) else np.zeros(len(candidates), dtype=np.bool_)
            count += present
            weakest[present] = np.minimum(weakest[present], weights[at[present]])
        enough = count >= needed
        return candidates[enough], weakest[enough] * count[enough] / len(tokens)

    def _postings(self, token: str) -> tuple[Rows, Weights]:
        """Return the rows of a token, ascending, and its weights there; empty arrays for an unknown one."""
        wanted = token_hash(token)
        at = int(np.searchsorted(self._token_hashes, np.uint64(wanted)))
        if at == len(self._token_hashes) or int(self._token_hashes[at]) != wanted:
            return np.empty(0, dtype=np.int64), np.empty(0)
        token_id = self._token_ids[at]
        span = slice(self._posting_starts[token_id], self._posting_starts[token_id + 1])
        return self._posting_rows[span], self._posting_weights[span]


class _DiskMatches:
    """SegmentMatches of a disk segment."""

    def __init__(self, segment: DiskSegment, query: Query) -> None:
        self._segment, self._query = segment, query
        self._by_term = [segment.match_term(term) for term in query.terms]
        self._at_location = segment.rows_with_any(*query.location_terms)
        self._speaks_language = (
            segment.rows_with_any(query.language_term)
            if query.language_term
            else np.zeros(len(segment), dtype=np.bool_)
        )
        self._allowed = np.ones(len(segment), dtype=np.bool_)
        self._allowed[segment.rows_of(query.excluded_ids)] = False
        self._is_eligible = self._allowed.copy()
        if query.location_terms:
            self._is_eligible &= self._at_location | segment.rows_with_any(ANY_LOCATION)
        if query.language_term:
            self._is_eligible &= self._speaks_language | segment.rows_with_any(ANY_LANGUAGE)
        self.document_frequencies = [len(rows) for rows, _ in self._by_term]
        self.eligible_counts = [int(np.count_nonzero(self._is_eligible[rows])) for rows, _ in self._by_term]
        required = [rows for term, (rows, _) in zip(query.terms, self._by_term, strict=True) if term.is_required]
        self.relevant_count = int(np.count_nonzero(self._is_eligible & self._rows_in_any(required)))

    def top_matches(self, weights: Sequence[float], unfiltered: Set[int] | None, limit: int) -> Sequence[Match]:
        """Return the best matches (SegmentMatches.top_matches)."""
        scores = np.zeros(len(self._segment))
        for weight, (rows, values) in zip(weights, self._by_term, strict=True):
            scores[rows] += weight * values
        scores *= self._boost()
        admitted = self._allowed
        if unfiltered is not None:
            admitted = admitted & (
                self._is_eligible | self._rows_in_any([self._by_term[number][0] for number in unfiltered])
            )
        rows = np.flatnonzero((scores > 0) & admitted)
        if len(rows) > limit:
            last = np.partition(scores[rows], len(rows) - limit)[len(rows) - limit] if limit else np.inf
            rows = rows[scores[rows] >= last]
        order = np.lexsort((rows, -scores[rows]))[:limit]
        return [self._build_match(int(row), float(scores[row])) for row in rows[order]]

    def describe(self, agent_id: str, score: float) -> Match | None:
        """Return how an agent matches (SegmentMatches.describe)."""
        rows = [row for row in self._segment.rows_of([agent_id]) if self._segment.current_rows[row]]
        return self._build_match(rows[0], score) if rows else None

    def _rows_in_any(self, groups: Sequence[Rows]) -> Mask:
        mask = np.zeros(len(self._segment), dtype=np.bool_)
        for rows in groups:
            mask[rows] = True
        return mask

    def _boost(self) -> Weights:
        boost = np.ones(len(self._segment))
        if self._query.location_terms:
            reachable = np.where(self._segment.rows_with_any(ANY_LOCATION), REACHABLE_BOOST, 1.0)
            boost = np.where(self._at_location, AT_LOCATION_BOOST, reachable)
        return boost * np.where(self._speaks_language, LANGUAGE_BOOST, 1.0)

    def _build_match(self, row: int, score: float) -> Match:
        term_numbers = tuple(
            number
            for number, (rows, _) in enumerate(self._by_term)
            if (at := int(np.searchsorted(rows, row))) < len(rows) and rows[at] == row
        )
        at_location, speaks_language = bool(self._at_location[row]), bool(self._speaks_language[row])
        return Match(self._segment.agent_id_at(row), score, term_numbers, at_location, speaks_language)
