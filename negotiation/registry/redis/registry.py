"""Profile registry in Redis, shared by all processes of a system: a hash and the feed of its changes (INTERFACES § 3).

| key | type | content | why no TTL |
|---|---|---|---|
| `<namespace>:{registry}:profiles` | hash | agent_id → the profile's JSON | profiles stay until they are deleted |
| `<namespace>:{registry}:changes` | stream | `ids`: changed ids, space-separated | about 10,000 entries at most |

Both keys share one hash slot, and every write is one MULTI over both, so every change has its feed entry. A reader
remembers the last entry it applied; if that one is gone (trimmed, or another Redis), it reads all profiles again.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from redis.asyncio import Redis
from typing_extensions import Unpack, override

from negotiation.registry.directory import DirectoryFilter
from negotiation.registry.port import DirectoryPage, NameMatch, ProfileRegistry, SearchHit, SearchOptions
from negotiation.registry.profile import Profile, encode_profile
from negotiation.registry.redis.change_feed import BATCH_SIZE, RedisChangeFeed, append_change
from negotiation.registry.redis.connection import build_client, key_names, translate_errors
from negotiation.registry.replica import RegistryReplica
from negotiation.registry.vector_store import VectorStore
from negotiation.search.index_store import IndexStore
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.telemetry.log import Log, build_logger

if TYPE_CHECKING:
    from shared.embedding.port import Embedder


async def connect_registry(
    url: str,
    namespace: str,
    log: Log | None = None,
    *,
    folder: Path | None = None,
    embedder: "Embedder | None" = None,
    vectors: VectorStore | None = None,
) -> "RedisProfileRegistry":
    """Connect to the registry of a namespace; the caller closes it with `close`.

    The profiles are read at the first use, or by `warm_up`.

    Args:
        url: Redis URL.
        namespace: Prefix of the registry's keys.
        log: Log of the replica and the index; None: standard error, warnings and above.
        folder: Folder of a large registry's search index (see index_store.py); None: one among the temporary files.
        embedder: Embedder of needs; None: search by words alone.
        vectors: Vectors of the profiles' texts, made by a model like the embedder's; None: search by words alone.

    Raises:
        StoreUnavailable: Redis does not answer.
        StoreMisconfigured: Redis rejects the credentials, or the URL is invalid.
    """
    client = build_client(url)
    try:
        with translate_errors(url):
            await client.ping()  # pyright: ignore[reportUnknownMemberType]
    except BaseException:
        await client.aclose()
        raise
    replica = RegistryReplica(
        RedisChangeFeed(client, url, namespace),
        log or build_logger("warning"),
        IndexStore(namespace, folder),
        embedder=embedder,
        vectors=vectors,
    )
    return RedisProfileRegistry(client, url, namespace, replica)


class RedisProfileRegistry(ProfileRegistry):
    """The ProfileRegistry port over Redis. Readers answer from a replica in the process (see replica.py).

    Writes raise StoreUnavailable if their outcome is unknown: repeat them unchanged; what had been written then counts
    as replaced. They raise StoreMisconfigured if Redis rejects them; but StoreUnavailable once the registry could be
    read, because then the server was changed and can be changed back. Reads raise either only before the first load.
    """

    def __init__(self, client: Redis, url: str, namespace: str, replica: RegistryReplica) -> None:
        self._client = client
        self._url = url
        self._profiles, self._changes = key_names(namespace)
        self._replica = replica

    async def close(self) -> None:
        """Stop loading and indexing, and close the connections; the registry must not be used afterwards."""
        await self._replica.close()
        await self._client.aclose()

    def warm_up(self) -> None:
        """Start to load the profiles, and to build a large registry's index, in the background; return at once.

        Needs a running event loop; does nothing more if the profiles are loaded or loading. A failure is not raised:
        the next read tries again.
        """
        self._replica.warm_up()

    @override
    async def get(self, agent_id: str) -> Profile | None:
        return (await self._replica.current_index()).profiles.get(agent_id)

    @override
    async def list_by_user(self, user_id: str) -> Sequence[Profile]:
        return (await self._replica.current_index()).profiles.list_by_user(user_id)

    @override
    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        return await (await self._replica.current_index()).profiles.list_all(limit)

    @override
    async def search(self, words: Sequence[str], **options: Unpack[SearchOptions]) -> Sequence[SearchHit]:
        return await (await self._replica.current_index()).search(words, **options)

    @override
    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        return await (await self._replica.current_index()).profiles.find_by_name(text, limit)

    @override
    async def browse(self, filters: DirectoryFilter, *, limit: int = 50) -> DirectoryPage:
        return await (await self._replica.current_index()).profiles.browse(filters, limit)

    @override
    async def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        index = await self._replica.current_index()
        return index.profiles.sample_active(count, seed, exclude=exclude, exclude_user=exclude_user)

    @override
    async def count(self) -> int:
        """Return the number of stored profiles, active or not, unreadable ones included; ask Redis itself.

        Raises:
            StoreUnavailable: Redis does not answer, or rejects the call although the registry could be read before.
            StoreMisconfigured: Redis rejects the call, and the registry was never read.
        """
        with self._translate_errors():
            return int(await self._client.hlen(self._profiles))

    @override
    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add profiles, or replace those with the same agent_ids; return the numbers of added and of replaced ones.

        If an agent_id is given twice, the last profile is stored, and both count. Profiles are written in transactions
        of BATCH_SIZE; if one fails, the earlier ones stay written.

        Raises:
            StoreUnavailable: Redis does not answer, or rejects the call although the registry could be read before.
                Repeat the call unchanged; profiles that were written then count as replaced.
            StoreMisconfigured: Redis rejects the call, and the registry was never read.
        """
        unique = {profile.agent_id: profile for profile in profiles}
        rows = [(agent_id, encode_profile(profile)) for agent_id, profile in unique.items()]
        added = 0
        for start in range(0, len(rows), BATCH_SIZE):
            added += await self._write_batch(dict(rows[start : start + BATCH_SIZE]))
        await self._replica.refresh_after_write()
        return added, len(profiles) - added

    @override
    async def upsert(self, profile: Profile) -> bool:
        return await self.put([profile]) == (1, 0)

    @override
    async def delete(self, agent_id: str) -> bool:
        with self._translate_errors():
            async with self._client.pipeline(transaction=True) as pipeline:
                pipeline.hdel(self._profiles, agent_id)
                append_change(pipeline, self._changes, [agent_id])
                deleted, _ = await pipeline.execute()
        await self._replica.refresh_after_write()
        return bool(deleted)

    @contextmanager
    def _translate_errors(self) -> Generator[None]:
        try:
            with translate_errors(self._url):
                yield
        except StoreMisconfigured as error:
            if self._replica.is_loaded:
                raise StoreUnavailable(*error.args) from error
            raise

    async def _write_batch(self, rows: Mapping[str, bytes]) -> int:
        """Write profiles in one transaction. Returns the number of added ones."""
        with self._translate_errors():
            async with self._client.pipeline(transaction=True) as pipeline:
                pipeline.hset(self._profiles, mapping={**rows})
                append_change(pipeline, self._changes, list(rows))
                added, _ = await pipeline.execute()
        return int(added)
