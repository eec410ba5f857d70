"""Port of the profile registry: lookup, search and maintenance of agent profiles (TWQ-03)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from negotiation.registry.profile import Profile


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Profile found by a search.

    Attributes:
        profile: The active profile.
        score: Relevance, above 0; higher is better. Comparable only within one search.
        matched: Query words that the profile matches.
        near: True if a location was searched for and the agent is there or works remotely.
        language: True if a language was searched for and the profile lists it.
    """

    profile: Profile
    score: float
    matched: tuple[str, ...]
    near: bool = False
    language: bool = False


@dataclass(frozen=True, slots=True)
class NameMatch:
    """Profile found by name. `whole`: the text is its id or whole words of its name, not just a part of one."""

    profile: Profile
    whole: bool


class ProfileRegistry(Protocol):
    """All agent profiles of a system. Remote ones raise StoreUnavailable and StoreMisconfigured (shared.store.port)."""

    async def get(self, agent_id: str) -> Profile | None:
        """Return a profile, active or not; None if there is none."""
        ...

    async def list_by_user(self, user_id: str) -> Sequence[Profile]:
        """Return the profiles of a user's own agents, by agent_id; most users have none."""
        ...

    async def search(
        self,
        words: Sequence[str],
        *,
        limit: int = 50,
        exclude: Sequence[str] = (),
        exclude_user: str | None = None,
        near: str | None = None,
        language: str | None = None,
    ) -> Sequence[SearchHit]:
        """Return the best active profiles for a query, by descending score, then agent_id.

        Location and language filter the hits only as long as at least 20 remain; with fewer, they only raise the score.

        Args:
            words: Skills, places or whole sentences, in Chinese or English.
            limit: Maximum number of hits.
            exclude: agent_ids to leave out.
            exclude_user: User whose own agents are left out.
            near: Location, by any of its known names.
            language: Language code, `zh` or `en-GB` for instance; the region is ignored.
        """
        ...

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """Return profiles, active or not, whose id or name contains `text`, ignoring case.

        Whole-word matches come before partial ones, each by agent_id. For people who look for somebody; demands are
        matched by `search`.
        """
        ...

    async def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """Return up to `count` pseudo-random active profiles; the same ones for the same seed and registry."""
        ...

    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        """Return all profiles, by agent_id; with `limit` only the first ones."""
        ...

    async def count(self) -> int:
        """Return the number of stored profiles."""
        ...

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add or replace profiles. Returns the numbers of added and of replaced ones.

        Of an id given twice the last profile is stored, and both count.
        """
        ...

    async def upsert(self, profile: Profile) -> bool:
        """Add or replace one profile. Returns True if it was added."""
        ...

    async def delete(self, agent_id: str) -> bool:
        """Delete a profile. Returns False if there was none."""
        ...

    async def deactivate(self, agent_id: str) -> bool:
        """Exclude a profile from search without deleting it. Returns False if there is none."""
        ...
