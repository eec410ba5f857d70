"""A registry for who cannot wait until it answers: until it was reached every call says that it is lost."""

from collections.abc import Awaitable, Callable, Sequence

from negotiation.registry.port import NameMatch, ProfileRegistry, SearchHit
from negotiation.registry.profile import Profile
from shared.store.port import StoreUnavailable


class LateProfiles:
    """The Profiles port over a registry that is still to come. Every call raises StoreLost until then."""

    def __init__(self) -> None:
        self._profiles: ProfileRegistry | None = None
        self._let_go: Callable[[], Awaitable[None]] | None = None

    def came(self, profiles: ProfileRegistry, let_go: Callable[[], Awaitable[None]]) -> None:
        """From now on it is this one; `let_go` is for `close`."""
        self._profiles = profiles
        self._let_go = let_go

    async def close(self) -> None:
        """Let go of it, if it ever came."""
        if self._let_go is not None:
            await self._let_go()

    async def get(self, agent_id: str) -> Profile | None:
        """As the registry does."""
        return await self._there.get(agent_id)

    async def of_user(self, user_id: str) -> Sequence[Profile]:
        """As the registry does."""
        return await self._there.of_user(user_id)

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
        """As the registry does."""
        return await self._there.search(
            words, limit=limit, exclude=exclude, exclude_user=exclude_user, near=near, language=language
        )

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """As the registry does."""
        return await self._there.find_by_name(text, limit=limit)

    async def random_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """As the registry does."""
        return await self._there.random_active(count, seed, exclude=exclude, exclude_user=exclude_user)

    async def all(self, limit: int | None = None) -> Sequence[Profile]:
        """As the registry does."""
        return await self._there.all(limit)

    async def count(self) -> int:
        """As the registry does."""
        return await self._there.count()

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """As the registry does."""
        return await self._there.put(profiles)

    async def upsert(self, profile: Profile) -> bool:
        """As the registry does."""
        return await self._there.upsert(profile)

    async def delete(self, agent_id: str) -> bool:
        """As the registry does."""
        return await self._there.delete(agent_id)

    async def deactivate(self, agent_id: str) -> bool:
        """As the registry does."""
        return await self._there.deactivate(agent_id)

    @property
    def _there(self) -> ProfileRegistry:
        if self._profiles is None:
            raise StoreUnavailable("the registry was not reached yet")
        return self._profiles
