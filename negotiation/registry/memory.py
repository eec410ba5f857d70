"""Where profiles are kept without a server (TWQ-03)."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from negotiation.registry.port import NameMatch, SearchHit
from negotiation.registry.profile import Profile
from negotiation.search.index import ProfileIndex
from negotiation.search.index_store import IndexStore
from shared.telemetry.log import Log, build_logger

NAMESPACE = "embedded"
"""Under this name the indexes of such registries are kept."""


class MemoryProfileRegistry:
    """The Profiles port in one process. `folder`: where the index of a large registry is kept (keeping.py)."""

    def __init__(self, profiles: Iterable[Profile] = (), *, folder: Path | None = None, log: Log | None = None) -> None:
        self._index = ProfileIndex(IndexStore(NAMESPACE, folder), log or build_logger("warning"))
        for profile in profiles:
            self._index.put(profile)

    async def get(self, agent_id: str) -> Profile | None:
        """One profile, active or not."""
        return self._index.profiles.get(agent_id)

    async def list_by_user(self, user_id: str) -> Sequence[Profile]:
        """The profiles of one person's own agents, by agent_id."""
        return self._index.profiles.list_by_user(user_id)

    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        """Every profile, by agent_id; with `limit` the first ones only."""
        return await self._index.profiles.list_all(limit)

    async def count(self) -> int:
        """How many there are."""
        return len(self._index.profiles)

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
        """The best `limit` active profiles, by score and then agent_id."""
        return await self._index.search(
            words, limit=limit, exclude=exclude, exclude_user=exclude_user, near=near, language=language
        )

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """Who is called `text`: whole names before parts of names."""
        return await self._index.profiles.find_by_name(text, limit)

    async def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """`count` active profiles; the same ones for the same seed and registry."""
        return self._index.profiles.sample_active(count, seed, exclude=exclude, exclude_user=exclude_user)

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add or replace; how many were new, and how many were not."""
        new = sum(self._index.put(profile) for profile in profiles)
        return new, len(profiles) - new

    async def upsert(self, profile: Profile) -> bool:
        """Add or replace; True when it was new."""
        return self._index.put(profile)

    async def delete(self, agent_id: str) -> bool:
        """Forget one; True when it was there."""
        return self._index.remove(agent_id)

    async def deactivate(self, agent_id: str) -> bool:
        """Let it be found no more; False when there is none."""
        profile = self._index.profiles.get(agent_id)
        if profile is None:
            return False
        self._index.put(profile.model_copy(update={"active": False}))
        return True
