"""How are profiles found by words? An index in memory, changed one profile at a time (TWQ-03, TW-1104)."""

import heapq
import math
import random
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from shared.core.ids import digest
from shared.registry.port import Hit
from shared.registry.profile import Profile
from shared.registry.words import known, tokens

WEIGHTS: Mapping[str, float] = {"capabilities": 6.0, "tags": 3.0, "location": 2.0, "summary": 1.0}
"""How much a word found in each of a profile's fields counts."""

ENOUGH = 0.6
"""The share of a wording's tokens that must stand in one field to count as found there."""

LONGEST_WORD = 16
"""Longer entries of a search are sentences: what is looked for are the known words in them."""

_SMALL_WORDS = """
a an and are as at be by can do for from have i in is it like looking me my need of on one or our people
some someone that the them there this to want we who will with would you
"""
_NOTHING_SAID = frozenset(_SMALL_WORDS.split())


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing looked for: how it was said, and every wording of it as tokens."""

    said: str
    wordings: frozenset[tuple[str, ...]]


class Index:
    """Profiles by id and by word. The order of what it returns never depends on the order of insertion."""

    def __init__(self) -> None:
        self._profiles: dict[str, Profile] = {}
        self._sorted: list[str] = []
        self._by_user: defaultdict[str, set[str]] = defaultdict(set)
        self._by_token: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._profiles)

    def get(self, agent_id: str) -> Profile | None:
        """One profile, active or not."""
        return self._profiles.get(agent_id)

    def all(self) -> Sequence[Profile]:
        """Every profile, by agent_id."""
        return [self._profiles[agent_id] for agent_id in self._sorted]

    def of_user(self, user_id: str) -> Sequence[Profile]:
        """The profiles of one person's own agents, by agent_id."""
        return [self._profiles[agent_id] for agent_id in sorted(self._by_user.get(user_id, ()))]

    def put(self, profile: Profile) -> bool:
        """Add or replace; True when it was new."""
        new = not self._unlist(profile.agent_id)
        if new:
            insort(self._sorted, profile.agent_id)
        self._profiles[profile.agent_id] = profile
        if profile.user_id is not None:
            self._by_user[profile.user_id].add(profile.agent_id)
        for token, fields in _fields_by_token(profile).items():
            self._by_token[token][profile.agent_id] = fields
        return new

    def drop(self, agent_id: str) -> bool:
        """Forget one; True when it was there."""
        there = self._unlist(agent_id)
        if there:
            del self._sorted[bisect_left(self._sorted, agent_id)]
        return there

    def _unlist(self, agent_id: str) -> bool:
        """Forget what it is found by; True when it was there. Its place among the sorted ids stays."""
        before = self._profiles.pop(agent_id, None)
        if before is None:
            return False
        if before.user_id is not None:
            self._by_user[before.user_id].discard(agent_id)
            if not self._by_user[before.user_id]:
                del self._by_user[before.user_id]
        for token in _fields_by_token(before):
            del self._by_token[token][agent_id]
            if not self._by_token[token]:
                del self._by_token[token]
        return True

    def search(
        self,
        words: Sequence[str],
        *,
        limit: int = 50,
        exclude: Sequence[str] = (),
        exclude_user: str | None = None,
    ) -> Sequence[Hit]:
        """The best `limit` active profiles, by score and then agent_id."""
        scores: defaultdict[str, float] = defaultdict(float)
        matched: defaultdict[str, list[str]] = defaultdict(list)
        for wish in wishes(words):
            for agent_id, score in self._scores(wish).items():
                scores[agent_id] += score
                matched[agent_id].append(wish.said)
        allowed = self._allowed(scores, exclude, exclude_user)
        best = heapq.nsmallest(limit, allowed, key=lambda agent_id: (-round(scores[agent_id], 6), agent_id))
        return [
            Hit(self._profiles[agent_id], round(scores[agent_id], 6), tuple(matched[agent_id])) for agent_id in best
        ]

    def random_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """`count` active profiles; the same ones for the same seed and registry."""
        allowed = self._allowed(self._shuffled(seed), exclude, exclude_user)
        return [self._profiles[agent_id] for agent_id in islice(allowed, max(count, 0))]

    def _shuffled(self, seed: str) -> Iterator[str]:
        """Every id once, from a place and with a stride that `seed` says: whoever wants few looks at few."""
        size = len(self._sorted)
        if not size:
            return
        dice = random.Random(digest("random_active", seed))
        place, stride = dice.randrange(size), dice.randrange(size)
        while math.gcd(stride, size) != 1:
            stride += 1
        for _ in range(size):
            yield self._sorted[place]
            place = (place + stride) % size

    def _allowed(self, ids: Iterable[str], exclude: Sequence[str], exclude_user: str | None) -> Iterator[str]:
        barred = frozenset(exclude)
        return (
            agent_id
            for agent_id in ids
            if agent_id not in barred
            and self._profiles[agent_id].active
            and (exclude_user is None or self._profiles[agent_id].user_id != exclude_user)
        )

    def _scores(self, wish: Wish) -> dict[str, float]:
        """The agents that one wish finds, by its best wording in their best field."""
        best: dict[str, float] = {}
        for wording in wish.wordings:
            for agent_id, score in self._of_wording(wording).items():
                best[agent_id] = max(score, best.get(agent_id, 0.0))
        return best

    def _of_wording(self, wording: tuple[str, ...]) -> dict[str, float]:
        counts: defaultdict[tuple[str, str], int] = defaultdict(int)
        for token in wording:
            for agent_id, fields in self._by_token.get(token, {}).items():
                for field in fields:
                    counts[agent_id, field] += 1
        best: dict[str, float] = {}
        for (agent_id, field), count in counts.items():
            share = count / len(wording)
            if share >= ENOUGH:
                best[agent_id] = max(WEIGHTS[field] * share, best.get(agent_id, 0.0))
        return best


def wishes(words: Sequence[str]) -> list[Wish]:
    """What a search is really for: each entry with its synonyms; of a sentence, the known words in it."""
    found: dict[frozenset[tuple[str, ...]], Wish] = {}
    for word in words:
        for said, wordings in _meanings(word):
            tokenised = frozenset(tokens(wording) for wording in wordings) - {()}
            if tokenised and not any(tokenised <= other for other in found):
                found[tokenised] = Wish(said, tokenised)
    return list(found.values())


def _meanings(word: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    word = word.strip()
    terms = [*known("skills").found_in(word), *known("places").found_in(word)]
    if len(word) <= LONGEST_WORD:
        yield word, (word, *(wording for found in terms for wording in found.term.words))
        return
    for found in sorted(terms, key=lambda found: found.at):
        yield found.word, found.term.words
    for token in tokens(word):
        if token.isascii() and len(token) > 1 and token not in _NOTHING_SAID:
            yield token, (token,)


def _fields_by_token(profile: Profile) -> dict[str, frozenset[str]]:
    texts = {
        "capabilities": "\n".join(profile.capabilities),
        "tags": "\n".join(profile.tags),
        "location": profile.location or "",
        "summary": profile.summary,
    }
    fields: defaultdict[str, set[str]] = defaultdict(set)
    for field, text in texts.items():
        for token in tokens(text):
            fields[token].add(field)
    return {token: frozenset(names) for token, names in fields.items()}
