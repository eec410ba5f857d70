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
        """Return the profile of an agent, active or not; None if there is none."""
        ...

    async def list_by_user(self, user_id: str) -> Sequence[Profile]:
        """Return the profiles whose `user_id` is this user, active or not, by agent_id; most users have none."""
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
            exclude_user: User whose own agents are left out; None: nobody's.
            near: Location to prefer, by any of its known names; None: any.
            language: Language code to prefer, such as `zh` or `en-GB` (the region is ignored); None: any.
        """
        ...

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """Return at most `limit` profiles, active or not, whose id is `text` or whose name contains it, ignoring case.

        Matches of the id or of whole words come before partial ones, each by agent_id. To match demands, use `search`.
        """
        ...

    async def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """Return up to `count` pseudo-random active profiles; the same seed and registry content give the same ones.

        Args:
            count: Maximum number of profiles.
            seed: Text that determines the choice.
            exclude: agent_ids to leave out.
            exclude_user: User whose own agents are left out; None: nobody's.
        """
        ...

    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        """Return all profiles, active or not, by agent_id; only the first `limit` unless it is None."""
        ...

    async def count(self) -> int:
        """Return the number of stored profiles, active or not."""
        ...

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add profiles, or replace those with the same agent_ids; return the numbers of added and of replaced ones.

        If an agent_id is given twice, the last profile is stored, and both count.
        """
        ...

    async def upsert(self, profile: Profile) -> bool:
        """Add a profile, or replace the one with its agent_id; return True if it was added."""
        ...

    async def delete(self, agent_id: str) -> bool:
        """Delete the profile of an agent; return False if there was none."""
        ...

    async def deactivate(self, agent_id: str) -> bool:
        """Set `active` of a profile to false, so that searches no longer return it; return False if there is none."""
        ...
