"""Array segment: what matching needs by meaning asks of an index segment, and that view of a memory segment."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from negotiation.registry.profile_texts import ProfileTexts
from negotiation.search.memory_segment import MemorySegment
from negotiation.search.query_terms import QueryTerm
from negotiation.search.text_table import TextTable, build_text_table
from negotiation.search.text_vectors import TextSkills, TextVectors, nearest_skills
from shared.embedding.quantization import QuantizedVectors

Rows = NDArray[np.int64]
Mask = NDArray[np.bool_]
Weights = NDArray[np.float64]


class ArraySegment(Protocol):
    """Profiles by row number, in the order of their agent_ids; the methods are those of DiskSegment."""

    def __len__(self) -> int: ...

    @property
    def texts(self) -> TextTable:
        """Texts of the profiles."""
        ...

    @property
    def vectors(self) -> TextVectors | None:
        """Vectors of `texts`; None until they are there."""
        ...

    @property
    def current_rows(self) -> Mask:
        """Boolean array with one entry per row, false if the profile has changed and lies in another segment."""
        ...

    def rows_of(self, agent_ids: Iterable[str]) -> Sequence[int]:
        """Return the row numbers of agents; unknown ones are skipped."""
        ...

    def agent_id_at(self, row: int) -> str:
        """Return the agent_id of a row number."""
        ...

    def rows_with_any(self, *index_terms: str) -> Mask:
        """Return a Boolean array, true for rows that contain at least one of these index terms."""
        ...

    def match_term(self, term: QueryTerm) -> tuple[Rows, Weights]:
        """Return the rows that match a query term and their weights."""
        ...

    def match_tokens(self, tokens: Sequence[str]) -> tuple[Rows, Weights]:
        """Return the rows that match one synonym, given by its tokens, and their weights."""
        ...


class VectorCache:
    """Vectors by text digest, with the nearest skills of each.

    Args:
        skills: Centroids of the known skills.
    """

    def __init__(self, skills: QuantizedVectors) -> None:
        self._skills = skills
        self._numbers: dict[bytes, int] = {}
        # Number 0 stands for a missing vector.
        self._rows: QuantizedVectors = np.zeros((1, skills.shape[1]), dtype=np.int8)
        self._nearest = nearest_skills(self._rows, skills)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, digest: bytes) -> bool:
        return digest in self._numbers

    def add(self, vectors: Mapping[bytes, bytes]) -> None:
        """Add vectors by digest; those that are known already stay."""
        new = {digest: row for digest, row in vectors.items() if digest not in self._numbers}
        if not new:
            return
        rows = np.frombuffer(b"".join(new.values()), dtype=np.int8).reshape(len(new), -1)
        nearest = nearest_skills(rows, self._skills)
        self._numbers |= {digest: len(self._rows) + place for place, digest in enumerate(new)}
        self._rows = np.concatenate((self._rows, rows))
        self._nearest = TextSkills(
            np.concatenate((self._nearest.numbers, nearest.numbers)),
            np.concatenate((self._nearest.weights, nearest.weights)),
        )

    def select(self, digests: Iterable[bytes]) -> TextVectors:
        """Return the vectors of texts, in this order."""
        numbers = [self._numbers.get(digest, 0) for digest in digests]
        skills = TextSkills(self._nearest.numbers[numbers], self._nearest.weights[numbers])
        return TextVectors(self._rows[numbers], skills)


class MemoryArrays:
    """View of a memory segment as it is now; it must not be used after the segment's next change.

    Args:
        segment: The segment.
        texts: Texts of each of its profiles by agent_id; others are ignored.
        vectors: Vectors of the texts, as far as they are there.
    """

    def __init__(self, segment: MemorySegment, texts: Mapping[str, ProfileTexts], vectors: VectorCache) -> None:
        self._segment = segment
        self._agent_ids = segment.agent_ids
        self._row_of = {agent_id: row for row, agent_id in enumerate(self._agent_ids)}
        self.texts = build_text_table(texts[agent_id] for agent_id in self._agent_ids)
        self.vectors = vectors.select(map(self.texts.digest, range(self.texts.text_count)))
        self.current_rows = np.ones(len(self._agent_ids), dtype=np.bool_)
        self.has_missing = self.vectors.missing_count > 0

    def __len__(self) -> int:
        return len(self._agent_ids)

    def rows_of(self, agent_ids: Iterable[str]) -> Sequence[int]:
        """Return the row numbers of agents; unknown ones are skipped."""
        return [self._row_of[agent_id] for agent_id in agent_ids if agent_id in self._row_of]

    def agent_id_at(self, row: int) -> str:
        """Return the agent_id of a row number."""
        return self._agent_ids[row]

    def rows_with_any(self, *index_terms: str) -> Mask:
        """Return a Boolean array, true for rows that contain at least one of these index terms."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[self.rows_of(self._segment.agents_with_any(*index_terms))] = True
        return mask

    def match_term(self, term: QueryTerm) -> tuple[Rows, Weights]:
        """Return the rows that match a query term, ascending, and their weights."""
        weights = sorted(
            (self._row_of[agent_id], weight) for agent_id, weight in self._segment.match_term(term).items()
        )
        rows = np.array([row for row, _ in weights], dtype=np.int64)
        return rows, np.array([weight for _, weight in weights], dtype=np.float64)

    def match_tokens(self, tokens: Sequence[str]) -> tuple[Rows, Weights]:
        """Return the rows that match one synonym, given by its tokens, and their weights."""
        return self.match_term(QueryTerm("", (tuple(tokens),), 1.0, is_required=True))
