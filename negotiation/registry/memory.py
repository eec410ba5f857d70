"""In-memory profile registry (TWQ-03)."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from typing_extensions import Unpack, override

from negotiation.registry.directory import DirectoryFilter
from negotiation.registry.port import DirectoryPage, NameMatch, ProfileRegistry, SearchHit, SearchOptions
from negotiation.registry.profile import Profile
from negotiation.registry.vector_store import VectorStore
from negotiation.search.index import ProfileIndex
from negotiation.search.index_store import IndexStore
from shared.telemetry.log import Log, build_logger

if TYPE_CHECKING:
    from shared.embedding.port import Embedder

INDEX_NAMESPACE = "embedded"
"""Namespace of the search indexes of in-memory registries; part of their default folder."""


class MemoryProfileRegistry(ProfileRegistry):
    """The ProfileRegistry port in one process.

    Args:
        profiles: Initial content.
        folder: Folder of the search index of a large registry (see index_store.py); by default a temporary one.
        log: Log for indexes that could not be built; by default standard error, warnings and above.
        embedder: Embedder of needs; None: search by words alone.
        vectors: Vectors of the profiles' texts, made by a model like the embedder's; None: search by words alone.
    """

    def __init__(
        self,
        profiles: Iterable[Profile] = (),
        *,
        folder: Path | None = None,
        log: Log | None = None,
        embedder: "Embedder | None" = None,
        vectors: VectorStore | None = None,
    ) -> None:
        self._index = ProfileIndex(
            IndexStore(INDEX_NAMESPACE, folder), log or build_logger("warning"), embedder=embedder, vectors=vectors
        )
        for profile in profiles:
            self._index.put(profile)

    @override
    async def get(self, agent_id: str) -> Profile | None:
        return self._index.profiles.get(agent_id)

    @override
    async def list_by_user(self, user_id: str) -> Sequence[Profile]:
        return self._index.profiles.list_by_user(user_id)

    @override
    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        return await self._index.profiles.list_all(limit)

    @override
    async def count(self) -> int:
        return len(self._index.profiles)

    @override
    async def search(self, words: Sequence[str], **options: Unpack[SearchOptions]) -> Sequence[SearchHit]:
        return await self._index.search(words, **options)

    async def load_vectors(self) -> None:
        """Wait until the vectors that are stored are loaded; at once without an embedder."""
        await self._index.load_vectors()

    @override
    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        return await self._index.profiles.find_by_name(text, limit)

    @override
    async def browse(self, filters: DirectoryFilter, *, limit: int = 50) -> DirectoryPage:
        return await self._index.profiles.browse(filters, limit)

    @override
    async def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        return self._index.profiles.sample_active(count, seed, exclude=exclude, exclude_user=exclude_user)

    @override
    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        added = sum(self._index.put(profile) for profile in profiles)
        return added, len(profiles) - added

    @override
    async def upsert(self, profile: Profile) -> bool:
        return self._index.put(profile)

    @override
    async def delete(self, agent_id: str) -> bool:
        return self._index.remove(agent_id)
