"""In-memory table of all profiles of a registry, stored encoded to save memory.

100,000 profiles as objects would take four times the memory and make every full garbage collection block the event
loop. So whatever grows with the registry holds only bytes and strings, which the collector does not traverse.
"""

import asyncio
import math
import random
from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import islice

from negotiation.registry.directory import DirectoryFilter, DirectoryResult, browse
from negotiation.registry.port import DirectoryPage, NameMatch
from negotiation.registry.profile import Profile, encode_profile
from negotiation.search.name_match import NO_MATCH, WHOLE_NAME, NameMatcher
from shared.core.ids import digest

MAX_DECODED = 1024
"""Size of the cache of decoded profiles (least recently used)."""

MAX_LISTINGS = 64
"""Number of listings of the directory that are kept (least recently used)."""

TIME_SLICE_S = 0.005
"""Time of work after which the event loop gets control, in s."""


class ProfileTable:
    """All profiles, active or not. Results never depend on the order of insertion."""

    def __init__(self) -> None:
        self._encoded: dict[str, bytes] = {}
        self._decoded: dict[str, Profile] = {}
        self._sorted_ids: list[str] = []
        self._inactive: set[str] = set()
        self._owners: dict[str, str] = {}
        self._single_agent: dict[str, str] = {}
        self._agents: dict[str, set[str]] = {}
        self._content_hash = 0
        self._listings: dict[tuple[str, DirectoryFilter], DirectoryResult] = {}

    def __len__(self) -> int:
        return len(self._encoded)

    @property
    def active_count(self) -> int:
        """Number of active profiles."""
        return len(self._encoded) - len(self._inactive)

    @property
    def content_hash(self) -> str:
        """Hash of all profiles in their stored forms (32 hex digits), independent of their order."""
        return f"{self._content_hash:032x}"

    def get(self, agent_id: str) -> Profile | None:
        """Return the profile of an agent, active or not; None if there is none."""
        data = self._encoded.get(agent_id)
        return None if data is None else self._decode(agent_id, data)

    def get_active(self, agent_id: str) -> Profile | None:
        """Return the profile of an agent; None if there is none or it is inactive."""
        return None if agent_id in self._inactive else self.get(agent_id)

    def active_ids(self) -> set[str]:
        """Return the agent_ids of all active profiles, as a new set."""
        return self._encoded.keys() - self._inactive

    def list_active_encoded(self) -> list[bytes]:
        """Return all active profiles as JSON (see `encode_profile`), in no particular order."""
        return [data for agent_id, data in self._encoded.items() if agent_id not in self._inactive]

    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        """Return a snapshot of all profiles, active or not, by ascending agent_id; at most `limit` unless it is None.

        The snapshot is that of the call, although it yields to the event loop every TIME_SLICE_S.
        """
        clock = asyncio.get_running_loop().time
        slice_start, profiles = clock(), list[Profile]()
        for agent_id, data in [(agent_id, self._encoded[agent_id]) for agent_id in self._sorted_ids[:limit]]:
            profiles.append(self._decoded.get(agent_id) or Profile.model_validate_json(data))
            if clock() - slice_start > TIME_SLICE_S:
                await asyncio.sleep(0)
                slice_start = clock()
        return profiles

    async def browse(self, filters: DirectoryFilter, limit: int) -> DirectoryPage:
        """Return the first `limit` profiles, at most MAX_LISTED, that a filter leaves, with their number and facets.

        As long as no profile changes, the same listing is not made twice. Yields to the event loop every TIME_SLICE_S.
        """
        key = (self.content_hash, filters)
        listing = self._listings.pop(key, None)
        if listing is None:
            listing = await browse([(each, self._encoded[each]) for each in self._sorted_ids], filters)
        self._listings[key] = listing
        if len(self._listings) > MAX_LISTINGS:
            del self._listings[next(iter(self._listings))]
        found = [profile for each in listing.ids[: max(limit, 0)] if (profile := self.get(each)) is not None]
        return DirectoryPage(tuple(found), listing.count, listing.facets)

    async def find_by_name(self, text: str, limit: int) -> Sequence[NameMatch]:
        """Return at most `limit` profiles, active or not, whose id is `text` or whose name contains it, ignoring case.

        The order is that of `ProfileRegistry.find_by_name`: ids and whole words first, then parts, each by agent_id.
        Yields to the event loop every TIME_SLICE_S.
        """
        clock, matcher = asyncio.get_running_loop().time, NameMatcher(text)
        slice_start = clock()
        matches: tuple[list[NameMatch], list[NameMatch]] = ([], [])
        for agent_id in list(self._sorted_ids):
            data = self._encoded.get(agent_id)
            if data is not None and (kind := matcher.match(agent_id, data)) != NO_MATCH and len(matches[kind]) < limit:
                profile = self._decoded.get(agent_id) or Profile.model_validate_json(data)
                matches[kind].append(NameMatch(profile, kind == WHOLE_NAME))
            if clock() - slice_start > TIME_SLICE_S:
                await asyncio.sleep(0)
                slice_start = clock()
        return [match for group in matches for match in group][: max(limit, 0)]

    async def find_changed_ids(self, before: "ProfileTable") -> set[str]:
        """Return the agent_ids that this table has added, removed or changed compared with the table `before`.

        Neither table is changed. Yields to the event loop every TIME_SLICE_S.
        """
        clock = asyncio.get_running_loop().time
        slice_start, changed = clock(), before._encoded.keys() - self._encoded.keys()
        for agent_id, data in list(self._encoded.items()):
            if before._encoded.get(agent_id) != data:
                changed.add(agent_id)
            if clock() - slice_start > TIME_SLICE_S:
                await asyncio.sleep(0)
                slice_start = clock()
        return changed

    def agent_ids_of_user(self, user_id: str) -> Sequence[str]:
        """Return the agent_ids of the profiles whose `user_id` is this user, sorted; empty if there are none."""
        single = self._single_agent.get(user_id)
        return sorted(self._agents.get(user_id, ())) if single is None else [single]

    def list_by_user(self, user_id: str) -> Sequence[Profile]:
        """Return the profiles whose `user_id` is this user, active or not, by ascending agent_id; empty without any."""
        return [self._decode(agent_id, self._encoded[agent_id]) for agent_id in self.agent_ids_of_user(user_id)]

    def put(self, profile: Profile, data: bytes | None = None) -> bool:
        """Add a profile, or replace the one with its agent_id; return True if it was added.

        Args:
            profile: The profile.
            data: Encoded form of the same profile on one line (see `as_single_line`); None: it is encoded here.
        """
        agent_id = profile.agent_id
        added = not self._remove_entry(agent_id)
        if added:
            insort(self._sorted_ids, agent_id)
        self._encoded[agent_id] = data = data or encode_profile(profile)
        self._update_content_hash(data, 1)
        self._cache(agent_id, profile)
        if not profile.active:
            self._inactive.add(agent_id)
        if profile.user_id is not None:
            self._owners[agent_id] = profile.user_id
            self._add_owner(profile.user_id, agent_id)
        return added

    def remove(self, agent_id: str) -> bool:
        """Remove the profile of an agent; return False if there was none."""
        removed = self._remove_entry(agent_id)
        if removed:
            del self._sorted_ids[bisect_left(self._sorted_ids, agent_id)]
        return removed

    def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """Return `count` pseudo-random active profiles, or all if there are fewer, in pseudo-random order, none twice.

        The same seed and content give the same ones.

        Args:
            count: Maximum number of profiles; below 1: none.
            seed: Text that determines the choice.
            exclude: agent_ids to leave out.
            exclude_user: User whose own agents are left out; None: nobody's.
        """
        excluded = {*exclude, *(self.agent_ids_of_user(exclude_user) if exclude_user is not None else ())}
        allowed = (
            agent_id
            for agent_id in self._shuffled_ids(seed)
            if agent_id not in excluded and agent_id not in self._inactive
        )
        return [self._decode(agent_id, self._encoded[agent_id]) for agent_id in islice(allowed, max(count, 0))]

    def _shuffled_ids(self, seed: str) -> Iterator[str]:
        """Yield every id once, from a start and with a stride given by `seed`: a small sample reads few ids."""
        size = len(self._sorted_ids)
        if not size:
            return
        generator = random.Random(digest("random_active", seed))
        position, stride = generator.randrange(size), generator.randrange(size)
        while math.gcd(stride, size) != 1:
            stride += 1
        for _ in range(size):
            yield self._sorted_ids[position]
            position = (position + stride) % size

    def _remove_entry(self, agent_id: str) -> bool:
        """Remove a profile from everything but the sorted ids. Returns False if there was none."""
        data = self._encoded.pop(agent_id, None)
        if data is None:
            return False
        self._update_content_hash(data, -1)
        self._decoded.pop(agent_id, None)
        self._inactive.discard(agent_id)
        user_id = self._owners.pop(agent_id, None)
        if user_id is not None and self._single_agent.pop(user_id, None) is None:
            self._agents[user_id].remove(agent_id)
            if not self._agents[user_id]:
                del self._agents[user_id]
        return True

    def _add_owner(self, user_id: str, agent_id: str) -> None:
        """Add an agent to its user. Nearly all users have one agent, and need no set."""
        if user_id in self._agents:
            self._agents[user_id].add(agent_id)
        elif user_id in self._single_agent:
            self._agents[user_id] = {self._single_agent.pop(user_id), agent_id}
        else:
            self._single_agent[user_id] = agent_id

    def _update_content_hash(self, data: bytes, sign: int) -> None:
        profile_hash = int.from_bytes(blake2b(data, digest_size=16).digest(), "big")
        self._content_hash = (self._content_hash + sign * profile_hash) % 2**128

    def _decode(self, agent_id: str, data: bytes) -> Profile:
        profile = self._decoded.get(agent_id) or Profile.model_validate_json(data)
        self._cache(agent_id, profile)
        return profile

    def _cache(self, agent_id: str, profile: Profile) -> None:
        self._decoded.pop(agent_id, None)
        self._decoded[agent_id] = profile
        if len(self._decoded) > MAX_DECODED:
            del self._decoded[next(iter(self._decoded))]


def as_single_line(data: bytes, profile: Profile) -> bytes:
    """Return `data`, an encoded form of `profile`, if it contains no line break, else `profile` encoded again.

    `ProfileTable.put` requires a form without line breaks.
    """
    return encode_profile(profile) if b"\n" in data else data
