"""Who is in a registry? Every profile by id, as few bytes as it takes: encoded, and decoded when somebody asks.

A hundred thousand profiles as objects would take four times the memory, and each full run of the garbage collector
would hold up the event loop. So nothing here that grows is an object it looks at: bytes and strings only.
"""

import asyncio
import math
import random
from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import islice

from negotiation.registry.port import NameMatch
from negotiation.registry.profile import Profile, encoded
from negotiation.search.name_match import NOT, PART, WHOLE, NameMatcher
from shared.core.ids import digest

DECODED = 1024
"""Profiles kept decoded as well: those asked for last."""

SLICE = 0.005
"""Seconds of work after which others on the event loop get their turn."""


class ProfileTable:
    """All profiles, active or not. The order of what it returns never depends on the order of insertion."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._decoded: dict[str, Profile] = {}
        self._sorted: list[str] = []
        self._asleep: set[str] = set()
        self._users: dict[str, str] = {}
        self._only_one: dict[str, str] = {}
        self._several: dict[str, set[str]] = {}
        self._content = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def active(self) -> int:
        """How many can be found."""
        return len(self._kept) - len(self._asleep)

    @property
    def content(self) -> str:
        """A name for what all of them say, whatever the order in which it was put."""
        return f"{self._content:032x}"

    def get(self, agent_id: str) -> Profile | None:
        """One profile, active or not."""
        data = self._kept.get(agent_id)
        return None if data is None else self._of(agent_id, data)

    def get_active(self, agent_id: str) -> Profile | None:
        """One profile, if it is active."""
        return None if agent_id in self._asleep else self.get(agent_id)

    def active_ids(self) -> set[str]:
        """Every active agent."""
        return self._kept.keys() - self._asleep

    def all_awake(self) -> list[bytes]:
        """Every active profile, encoded, in no order."""
        return [data for agent_id, data in self._kept.items() if agent_id not in self._asleep]

    async def all(self, limit: int | None = None) -> Sequence[Profile]:
        """Every profile, by agent_id, as they are now; with `limit` the first ones only."""
        clock = asyncio.get_running_loop().time
        began, everybody = clock(), list[Profile]()
        for agent_id, data in [(agent_id, self._kept[agent_id]) for agent_id in self._sorted[:limit]]:
            everybody.append(self._decoded.get(agent_id) or Profile.model_validate_json(data))
            if clock() - began > SLICE:
                await asyncio.sleep(0)
                began = clock()
        return everybody

    async def find_by_name(self, text: str, limit: int) -> Sequence[NameMatch]:
        """Who is called `text`, whole names before parts of names, each by agent_id."""
        clock, called = asyncio.get_running_loop().time, NameMatcher(text)
        began = clock()
        found: tuple[list[NameMatch], list[NameMatch]] = ([], [])
        for agent_id in list(self._sorted):
            data = self._kept.get(agent_id)
            if data is not None and (fit := called.fits(agent_id, data)) != NOT and len(found[fit]) < limit:
                found[fit].append(
                    NameMatch(self._decoded.get(agent_id) or Profile.model_validate_json(data), fit == WHOLE)
                )
            if clock() - began > SLICE:
                await asyncio.sleep(0)
                began = clock()
        return [*found[WHOLE], *found[PART]][: max(limit, 0)]

    async def differing(self, before: "ProfileTable") -> set[str]:
        """Whose profile is not, byte for byte, what it was `before`; who came and who left."""
        clock = asyncio.get_running_loop().time
        began, found = clock(), before._kept.keys() - self._kept.keys()
        for agent_id, data in list(self._kept.items()):
            if before._kept.get(agent_id) != data:
                found.add(agent_id)
            if clock() - began > SLICE:
                await asyncio.sleep(0)
                began = clock()
        return found

    def ids_of_user(self, user_id: str) -> Sequence[str]:
        """One person's own agents, by agent_id."""
        only = self._only_one.get(user_id)
        return sorted(self._several.get(user_id, ())) if only is None else [only]

    def of_user(self, user_id: str) -> Sequence[Profile]:
        """The profiles of one person's own agents, by agent_id."""
        return [self._of(agent_id, self._kept[agent_id]) for agent_id in self.ids_of_user(user_id)]

    def put(self, profile: Profile, data: bytes | None = None) -> bool:
        """Add or replace; True when it was new. `data`: the profile encoded, on one line, where that was at hand."""
        agent_id = profile.agent_id
        new = not self._forget(agent_id)
        if new:
            insort(self._sorted, agent_id)
        self._kept[agent_id] = data = data or encoded(profile)
        self._count(data, 1)
        self._remember(agent_id, profile)
        if not profile.active:
            self._asleep.add(agent_id)
        if profile.user_id is not None:
            self._users[agent_id] = profile.user_id
            self._give(profile.user_id, agent_id)
        return new

    def drop(self, agent_id: str) -> bool:
        """Forget one; True when it was there."""
        there = self._forget(agent_id)
        if there:
            del self._sorted[bisect_left(self._sorted, agent_id)]
        return there

    def random_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """`count` active profiles; the same ones for the same seed and registry."""
        barred = {*exclude, *(self.ids_of_user(exclude_user) if exclude_user is not None else ())}
        allowed = (one for one in self._shuffled(seed) if one not in barred and one not in self._asleep)
        return [self._of(one, self._kept[one]) for one in islice(allowed, max(count, 0))]

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

    def _forget(self, agent_id: str) -> bool:
        """All but its place among the sorted ids; True when it was there."""
        data = self._kept.pop(agent_id, None)
        if data is None:
            return False
        self._count(data, -1)
        self._decoded.pop(agent_id, None)
        self._asleep.discard(agent_id)
        user_id = self._users.pop(agent_id, None)
        if user_id is not None and self._only_one.pop(user_id, None) is None:
            self._several[user_id].remove(agent_id)
            if not self._several[user_id]:
                del self._several[user_id]
        return True

    def _give(self, user_id: str, agent_id: str) -> None:
        """Note whose agent it is; nearly everybody has one."""
        if user_id in self._several:
            self._several[user_id].add(agent_id)
        elif user_id in self._only_one:
            self._several[user_id] = {self._only_one.pop(user_id), agent_id}
        else:
            self._only_one[user_id] = agent_id

    def _count(self, data: bytes, times: int) -> None:
        self._content = (self._content + times * int.from_bytes(blake2b(data, digest_size=16).digest(), "big")) % 2**128

    def _of(self, agent_id: str, data: bytes) -> Profile:
        profile = self._decoded.get(agent_id) or Profile.model_validate_json(data)
        self._remember(agent_id, profile)
        return profile

    def _remember(self, agent_id: str, profile: Profile) -> None:
        self._decoded.pop(agent_id, None)
        self._decoded[agent_id] = profile
        if len(self._decoded) > DECODED:
            del self._decoded[next(iter(self._decoded))]


def in_one_line(data: bytes, profile: Profile) -> bytes:
    """What another program wrote, as `put` takes it."""
    return encoded(profile) if b"\n" in data else data
