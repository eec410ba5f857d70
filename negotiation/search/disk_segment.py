"""What does a built index answer? Arrays of bm25s, mapped from files that all processes of a machine share.

The index is never changed: who has changed since is masked, and lies among the recent (recent.py). Imports numpy and
bm25s, which takes a quarter of a second: import this module only where a registry is large.
"""

from collections.abc import Iterable, Sequence, Set
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from negotiation.search.build_index import IDS, NUMBERS, WORDS, hashed, library
from negotiation.search.query_terms import QueryTerm
from negotiation.search.scoring import ANY_LANGUAGE, ANYWHERE, REACHABLE, SPEAKS, THERE, min_matching_tokens
from negotiation.search.segment import Match, Query

Places = NDArray[np.int64]
Values = NDArray[np.float64]
Mask = NDArray[np.bool_]


class DiskSegment:
    """The people of a folder that building.py wrote, each by its place among the sorted agent_ids.

    Raises one of UNREADABLE (keeping.py) when the folder holds no such index.
    """

    def __init__(self, folder: Path) -> None:
        index = library().BM25.load(folder, mmap=True, load_vocab=False, show_progress=False)
        # As plain arrays over the same mapped pages: each slice of numpy's own kind of them costs ten times as much.
        self._people: Places = np.asarray(index.scores["indices"])
        self._values: Values = np.asarray(index.scores["data"])
        self._starts: Places = np.asarray(index.scores["indptr"])
        self._words: NDArray[np.uint64] = np.asarray(np.load(folder / WORDS, mmap_mode="r"))
        self._numbers: Places = np.asarray(np.load(folder / NUMBERS, mmap_mode="r"))
        self._ids: NDArray[np.bytes_] = np.asarray(np.load(folder / IDS, mmap_mode="r"))
        self._unchanged = np.ones(len(self._ids), dtype=np.bool_)

    def __len__(self) -> int:
        return len(self._ids)

    def mask(self, agent_id: str) -> None:
        """What the index knows of this agent holds no longer."""
        for place in self.places([agent_id]):
            self._unchanged[place] = False

    def places(self, agent_ids: Iterable[str]) -> Sequence[int]:
        """Where these agents stand; who is not in the index stands nowhere."""
        width = self._ids.dtype.itemsize
        encoded = (agent_id.encode() for agent_id in agent_ids)
        wanted = np.array([one for one in encoded if len(one) <= width], dtype=self._ids.dtype)
        at = np.searchsorted(self._ids, wanted)
        return [int(place) for place, one in zip(at, wanted, strict=True) if self._stands(int(place), one)]

    def _stands(self, place: int, agent_id: bytes) -> bool:
        return place < len(self._ids) and self._ids[place] == agent_id

    def name(self, place: int) -> str:
        """Who stands there."""
        return bytes(self._ids[place]).decode()

    def match(self, query: Query) -> "_Findings":
        """What it holds for `query`."""
        return _Findings(self, query)

    def marked(self, *marks: str) -> Mask:
        """Who has one of these marks."""
        mask = np.zeros(len(self._ids), dtype=np.bool_)
        for mark in marks:
            mask[self._of_token(mark)[0]] = True
        return mask

    def of_wish(self, wish: QueryTerm) -> tuple[Places, Values]:
        """Whom one wish finds, in their order, and by how much: by its best wording."""
        best = np.zeros(len(self._ids))
        for wording in wish.wordings:
            people, values = self._of_wording(wording)
            best[people] = np.maximum(best[people], values)
        best *= self._unchanged
        people = np.flatnonzero(best > 0)
        return people, best[people]

    def _of_wording(self, wording: Sequence[str]) -> tuple[Places, Values]:
        """Who has enough of a wording's tokens: the weakest one says how much it counts.

        Whoever has enough has one of the rarest: nobody else needs to be looked at.
        """
        lists = sorted(map(self._of_token, wording), key=lambda found: len(found[0]))
        if len(lists) == 1:
            return lists[0]
        needed = min_matching_tokens(len(wording))
        rarest = [found for found, _ in lists[: len(lists) - needed + 1]]
        people = rarest[0] if len(rarest) == 1 else np.unique(np.concatenate(rarest))
        count, weakest = np.zeros(len(people)), np.full(len(people), np.inf)
        for found, values in lists:
            at = np.searchsorted(found, people)
            at[at == len(found)] = 0
            there = found[at] == people if len(found) else np.zeros(len(people), dtype=np.bool_)
            count += there
            weakest[there] = np.minimum(weakest[there], values[at[there]])
        enough = count >= needed
        return people[enough], weakest[enough] * count[enough] / len(wording)

    def _of_token(self, token: str) -> tuple[Places, Values]:
        word = hashed(token)
        at = int(np.searchsorted(self._words, np.uint64(word)))
        if at == len(self._words) or int(self._words[at]) != word:
            return np.empty(0, dtype=np.int64), np.empty(0)
        number = self._numbers[at]
        part = slice(self._starts[number], self._starts[number + 1])
        return self._people[part], self._values[part]


class _Findings:
    """The Findings of the built part."""

    def __init__(self, index: DiskSegment, query: Query) -> None:
        self._index, self._query = index, query
        self._by_wish = [index.of_wish(wish) for wish in query.wishes]
        self._there = index.marked(*query.near)
        self._speaks = index.marked(query.language) if query.language else np.zeros(len(index), dtype=np.bool_)
        self._allowed = np.ones(len(index), dtype=np.bool_)
        self._allowed[index.places(query.barred)] = False
        self._fits = self._allowed.copy()
        if query.near:
            self._fits &= self._there | index.marked(ANYWHERE)
        if query.language:
            self._fits &= self._speaks | index.marked(ANY_LANGUAGE)
        self.found = [len(people) for people, _ in self._by_wish]
        self.fitting = [int(np.count_nonzero(self._fits[people])) for people, _ in self._by_wish]
        asked = [people for wish, (people, _) in zip(query.wishes, self._by_wish, strict=True) if wish.asked]
        self.relevant_count = int(np.count_nonzero(self._fits & self._any_of(asked)))

    def best(self, weights: Sequence[float], kept: Set[int] | None, limit: int) -> Sequence[Match]:
        """The best `limit`, by score and then agent_id."""
        scores = np.zeros(len(self._index))
        for weight, (people, values) in zip(weights, self._by_wish, strict=True):
            scores[people] += weight * values
        scores *= self._factor()
        stays = self._allowed
        if kept is not None:
            stays = stays & (self._fits | self._any_of([self._by_wish[number][0] for number in kept]))
        people = np.flatnonzero((scores > 0) & stays)
        if len(people) > limit:
            last = np.partition(scores[people], len(people) - limit)[len(people) - limit] if limit else np.inf
            people = people[scores[people] >= last]
        order = np.lexsort((people, -scores[people]))[:limit]
        return [self._named(int(place), float(scores[place])) for place in people[order]]

    def _any_of(self, groups: Sequence[Places]) -> Mask:
        mask = np.zeros(len(self._index), dtype=np.bool_)
        for people in groups:
            mask[people] = True
        return mask

    def _factor(self) -> Values:
        place = np.ones(len(self._index))
        if self._query.near:
            place = np.where(self._there, THERE, np.where(self._index.marked(ANYWHERE), REACHABLE, 1.0))
        return place * np.where(self._speaks, SPEAKS, 1.0)

    def _named(self, place: int, score: float) -> Match:
        by = tuple(
            number
            for number, (people, _) in enumerate(self._by_wish)
            if (at := int(np.searchsorted(people, place))) < len(people) and people[at] == place
        )
        return Match(self._index.name(place), score, by, bool(self._there[place]), bool(self._speaks[place]))
