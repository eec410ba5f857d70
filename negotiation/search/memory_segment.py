"""Who has changed since the index was built? Few enough to be kept by word in memory, changed one at a time."""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from negotiation.registry.profile import Profile
from negotiation.search.query_terms import QueryTerm
from negotiation.search.scoring import (
    ANY_LANGUAGE,
    ANYWHERE,
    REACHABLE,
    SPEAKS,
    THERE,
    index_terms,
    min_matching_tokens,
    term_saturation,
)
from negotiation.search.segment import Match, Query


class MemorySegment:
    """Some active profiles, by what they are found by."""

    def __init__(self) -> None:
        self._by_mark: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._marks: dict[str, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self._marks)

    def put(self, profile: Profile) -> None:
        """Add or replace."""
        self.drop(profile.agent_id)
        found_by = index_terms(profile)
        self._marks[profile.agent_id] = tuple(found_by)
        for mark, times in found_by.items():
            self._by_mark[mark][profile.agent_id] = term_saturation(times)

    def drop(self, agent_id: str) -> None:
        """Forget one, if it is there."""
        for mark in self._marks.pop(agent_id, ()):
            del self._by_mark[mark][agent_id]
            if not self._by_mark[mark]:
                del self._by_mark[mark]

    def match(self, query: Query) -> "_Findings":
        """What it holds for `query`."""
        return _Findings(
            query,
            [self._of_wish(wish) for wish in query.wishes],
            frozenset[str]().union(*(self._by_mark.get(mark, ()) for mark in query.near)),
            self._by_mark.get(ANYWHERE, {}).keys(),
            self._by_mark.get(query.language, {}).keys(),
            self._by_mark.get(ANY_LANGUAGE, {}).keys(),
        )

    def _of_wish(self, wish: QueryTerm) -> dict[str, float]:
        """Whom one wish finds, by its best wording."""
        best: dict[str, float] = {}
        for wording in wish.wordings:
            for agent_id, value in self._of_wording(wording):
                best[agent_id] = max(value, best.get(agent_id, 0.0))
        return best

    def _of_wording(self, wording: Sequence[str]) -> Iterable[tuple[str, float]]:
        """Who has enough of a wording's tokens: the weakest one says how much it counts."""
        found: defaultdict[str, list[float]] = defaultdict(list)
        for token in wording:
            for agent_id, value in self._by_mark.get(token, {}).items():
                found[agent_id].append(value)
        needed = min_matching_tokens(len(wording))
        for agent_id, values in found.items():
            if len(values) >= needed:
                yield agent_id, min(values) * len(values) / len(wording)


@dataclass
class _Findings:
    """The Findings of the recent part. The four sets hold agent_ids."""

    query: Query
    by_wish: Sequence[Mapping[str, float]]
    there: Set[str]
    anywhere: Set[str]
    speakers: Set[str]
    silent: Set[str]
    found: Sequence[int] = field(init=False)
    fitting: Sequence[int] = field(init=False)
    relevant_count: int = field(init=False)

    def __post_init__(self) -> None:
        self.found = [len(finds) for finds in self.by_wish]
        fitting = [{one for one in finds if self._fits(one)} for finds in self.by_wish]
        self.fitting = [len(ids) for ids in fitting]
        asked = (ids for wish, ids in zip(self.query.wishes, fitting, strict=True) if wish.asked)
        self.relevant_count = len(set[str]().union(*asked))

    def best(self, weights: Sequence[float], kept: Set[int] | None, limit: int) -> Sequence[Match]:
        """The best `limit`, by score and then agent_id."""
        scores: defaultdict[str, float] = defaultdict(float)
        stays: set[str] = set()
        for number, (weight, finds) in enumerate(zip(weights, self.by_wish, strict=True)):
            for agent_id, value in finds.items():
                scores[agent_id] += weight * value
            if kept is None or number in kept:
                stays.update(finds)
        allowed = [
            (-score * self._factor(one), one)
            for one, score in scores.items()
            if one not in self.query.barred and (one in stays or self._fits(one))
        ]
        return [self._named(one, -score) for score, one in heapq.nsmallest(limit, allowed)]

    def _named(self, one: str, score: float) -> Match:
        by = tuple(number for number, finds in enumerate(self.by_wish) if one in finds)
        return Match(one, score, by, one in self.there, one in self.speakers)

    def _factor(self, one: str) -> float:
        place = THERE if one in self.there else REACHABLE if one in self.anywhere else 1.0
        return (place if self.query.near else 1.0) * (SPEAKS if one in self.speakers else 1.0)

    def _fits(self, one: str) -> bool:
        return (
            one not in self.query.barred
            and (not self.query.near or one in self.there or one in self.anywhere)
            and (not self.query.language or one in self.speakers or one in self.silent)
        )
