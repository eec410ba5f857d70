"""Where profiles are kept for all processes of a system: a hash in Redis and the feed of its changes (INTERFACES § 3).

| key | type | content | why no TTL |
|---|---|---|---|
| `<namespace>:{registry}:profiles` | hash | agent_id → the profile's JSON | people stay until they are deleted |
| `<namespace>:{registry}:changes` | stream | `ids`: who changed, separated by spaces | bounded: 10,000 entries or so |

Both lie in one slot, and every write is one MULTI over both, so that no change is without its entry. A reader remembers
the last entry it applied. When that one is gone (trimmed, or another Redis) it reads everything anew.
"""

from collections.abc import AsyncIterator, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import redis.exceptions as refused
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig

from negotiation.registry.port import NameMatch, SearchHit
from negotiation.registry.profile import Profile, decode_profile, encode_profile
from negotiation.registry.replica import ChangeBatch, RegistryReplica
from negotiation.search.index import ProfileIndex
from negotiation.search.index_store import IndexStore
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.store.redacted_url import redacted
from shared.telemetry.log import Log, build_logger

CONNECT_TIMEOUT_S = 1.0
"""Seconds to get a connection."""

CALL_TIMEOUT_S = 1.5
"""Seconds of silence after which a call is given up."""

MAX_FEED_ENTRIES = 10_000
"""Entries of the feed, at least; who is further behind reads everything anew."""

FEED_PAGE_SIZE = 100
"""Entries read in one call."""

BATCH_SIZE = 500
"""Profiles written, or read when everything is, in one call."""

MAX_ATTEMPTS = 8
"""How often a change of what is there is tried when others write meanwhile."""

StreamEntries = Sequence[tuple[bytes, Mapping[bytes, bytes]]]
ScanReply = tuple[int, Mapping[bytes, bytes]]

_PERMISSION_ERRORS = (
    refused.AuthenticationError,
    refused.AuthorizationError,
    refused.AuthenticationWrongNumberOfArgsError,
    refused.NoPermissionError,
)
_TRANSIENT_ERRORS = (
    *(refused.ConnectionError, refused.TimeoutError, OSError),
    *(refused.OutOfMemoryError, refused.ReadOnlyError, refused.ClusterDownError, refused.TryAgainError),
)
"""What may be over when one tries again: nobody answers, it is full, it is being moved."""

_TRANSIENT_CODES = ("MISCONF", "NOREPLICAS", "MASTERDOWN", "BUSY", "UNKILLABLE")
"""The same, of which redis-py only knows the first word."""


async def connect_registry(
    url: str, namespace: str, log: Log | None = None, *, folder: Path | None = None
) -> "RedisProfileRegistry":
    """The registry of `namespace`. Nothing is read before somebody asks. Raises StoreLost or StoreMisconfigured.

    `folder`: where the index of a large registry is kept (keeping.py); without one, among the temporary files.
    """
    client = build_client(url)
    try:
        with translate_errors(url):
            await client.ping()  # pyright: ignore[reportUnknownMemberType]
    except BaseException:
        await client.aclose()
        raise
    return RedisProfileRegistry(client, url, namespace, log or build_logger("warning"), IndexStore(namespace, folder))


async def delete_registry(url: str, namespace: str) -> None:
    """Forget a whole registry. Who reads it finds nobody from then on."""
    async with build_client(url) as client:
        with translate_errors(url):
            await client.unlink(*key_names(namespace))


class RedisProfileRegistry:
    """The Profiles port over Redis.

    Writers raise StoreLost (it may or may not have been written: send it again, unchanged; what was counts as updated
    then) or StoreMisconfigured; StoreLost in its place once the registry was read, for then somebody changed the server
    and can again. Readers answer from a copy (see Replica) and raise these only while it was never read.
    """

    def __init__(self, client: Redis, url: str, namespace: str, log: Log, keeping: IndexStore) -> None:
        self._client = client
        self._url = url
        self._profiles, self._changes = key_names(namespace)
        self._replica = RegistryReplica(RedisChangeFeed(client, url, namespace), log, keeping)

    async def close(self) -> None:
        """Let go of connections."""
        await self._replica.close()
        await self._client.aclose()

    def warm_up(self) -> None:
        """Read everything and build the index of a large registry in the background, before the first search asks."""
        self._replica.warm_up()

    async def get(self, agent_id: str) -> Profile | None:
        """One profile, active or not."""
        return (await self._current_index()).profiles.get(agent_id)

    async def list_by_user(self, user_id: str) -> Sequence[Profile]:
        """The profiles of one person's own agents, by agent_id."""
        return (await self._current_index()).profiles.list_by_user(user_id)

    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        """Every profile, by agent_id; with `limit` the first ones only."""
        return await (await self._current_index()).profiles.list_all(limit)

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
        return await (await self._current_index()).search(
            words, limit=limit, exclude=exclude, exclude_user=exclude_user, near=near, language=language
        )

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """Who is called `text`: whole names before parts of names."""
        return await (await self._current_index()).profiles.find_by_name(text, limit)

    async def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """`count` active profiles; the same ones for the same seed and registry."""
        return (await self._current_index()).profiles.sample_active(
            count, seed, exclude=exclude, exclude_user=exclude_user
        )

    async def count(self) -> int:
        """How many are kept, unreadable ones too. Asks Redis, never the copy."""
        with self._translate_errors():
            return int(await self._client.hlen(self._profiles))

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add or replace, 500 at a time: each time all or nothing. How many were new, and how many were not."""
        rows = [
            (profile.agent_id, encode_profile(profile)) for profile in {one.agent_id: one for one in profiles}.values()
        ]
        new = 0
        for start in range(0, len(rows), BATCH_SIZE):
            new += await self._write_batch(dict(rows[start : start + BATCH_SIZE]))
        await self._replica.refresh_after_write()
        return new, len(profiles) - new

    async def upsert(self, profile: Profile) -> bool:
        """Add or replace; True when it was new."""
        return await self.put([profile]) == (1, 0)

    async def delete(self, agent_id: str) -> bool:
        """Forget one; True when it was there."""
        with self._translate_errors():
            async with self._client.pipeline(transaction=True) as call:
                call.hdel(self._profiles, agent_id)
                self._announce(call, [agent_id])
                gone, _ = await call.execute()
        await self._replica.refresh_after_write()
        return bool(gone)

    async def deactivate(self, agent_id: str) -> bool:
        """Let it be found no more, and keep what others write meanwhile; False when there is none."""
        with self._translate_errors():
            for _ in range(MAX_ATTEMPTS):
                try:
                    there = await self._deactivate(agent_id)
                except refused.WatchError:
                    continue
                await self._replica.refresh_after_write()
                return there
        raise StoreUnavailable(f"the registry changed {MAX_ATTEMPTS} times while {agent_id} was to be deactivated")

    @contextmanager
    def _translate_errors(self) -> Generator[None]:
        try:
            with translate_errors(self._url):
                yield
        except StoreMisconfigured as error:
            if self._replica.is_loaded:
                raise StoreUnavailable(*error.args) from error
            raise

    async def _current_index(self) -> ProfileIndex:
        return await self._replica.current_index()

    async def _write_batch(self, rows: Mapping[str, bytes]) -> int:
        """Returns how many were new."""
        with self._translate_errors():
            async with self._client.pipeline(transaction=True) as call:
                call.hset(self._profiles, mapping={**rows})
                self._announce(call, list(rows))
                new, _ = await call.execute()
        return int(new)

    async def _deactivate(self, agent_id: str) -> bool:
        async with self._client.pipeline(transaction=True) as call:
            await call.watch(self._profiles)
            data = await call.hget(self._profiles, agent_id)
            profile = None if data is None else decode_profile(agent_id, cast("bytes", data))
            if profile is None:
                return False
            call.multi()
            call.hset(self._profiles, agent_id, encode_profile(profile.model_copy(update={"active": False})))
            self._announce(call, [agent_id])
            await call.execute()
            return True

    def _announce(self, call: Redis, ids: Sequence[str]) -> None:
        call.xadd(self._changes, {"ids": " ".join(ids)}, maxlen=MAX_FEED_ENTRIES, approximate=True)


class RedisChangeFeed:
    """The Feed port over the two keys."""

    def __init__(self, client: Redis, url: str, namespace: str) -> None:
        self._client = client
        self._url = url
        self._profiles, self._changes = key_names(namespace)

    async def end_offset(self) -> bytes | None:
        with translate_errors(self._url):
            last = cast("StreamEntries", await self._client.xrevrange(self._changes, count=1))
        return last[0][0] if last else None

    async def scan_profiles(self) -> AsyncIterator[Mapping[str, bytes]]:
        cursor = 0
        while True:
            with translate_errors(self._url):
                cursor, rows = cast("ScanReply", await self._client.hscan(self._profiles, cursor, count=BATCH_SIZE))
            yield {_text(agent_id): data for agent_id, data in rows.items()}
            if not cursor:
                return

    async def read_changes(self, place: bytes | None) -> ChangeBatch | None:
        """An entry that is still there proves that nothing behind it is missing: so it is read once more."""
        with translate_errors(self._url):
            entries = cast(
                "StreamEntries", await self._client.xrange(self._changes, place or "-", count=FEED_PAGE_SIZE + 1)
            )
        if place is None:
            return None if entries else ChangeBatch((), None)
        if not entries or entries[0][0] != place:
            return None
        named = (agent_id for _, fields in entries[1:] for agent_id in _text(fields.get(b"ids", b"")).split())
        return ChangeBatch(tuple(dict.fromkeys(named)), entries[-1][0])

    async def get_profiles(self, ids: Sequence[str]) -> Mapping[str, bytes | None]:
        with translate_errors(self._url):
            rows = cast("list[bytes | None]", await self._client.hmget(self._profiles, list(ids)))
        return dict(zip(ids, rows, strict=True))


def key_names(namespace: str) -> tuple[str, str]:
    return f"{namespace}:{{registry}}:profiles", f"{namespace}:{{registry}}:changes"


def build_client(url: str) -> Redis:
    """Never sends anything twice by itself: most calls are not idempotent."""
    where = redacted(url)
    try:
        return Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            socket_timeout=CALL_TIMEOUT_S,
            # On (the default), the pool hands out connections that the server closed long ago.
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
            driver_info=None,  # it would tell the server who it is, and not every user may
        )
    except ValueError:  # its words may be the password's
        raise StoreMisconfigured(f"what follows the ? of TOWOW_STORE_URL ({where}) cannot be read") from None


@contextmanager
def translate_errors(url: str) -> Generator[None]:
    """What redis-py raises, as the store port says it."""
    try:
        yield
    except refused.WatchError:
        raise
    except _PERMISSION_ERRORS as error:
        raise StoreMisconfigured(f"the store at {redacted(url)} refuses us its rights: {_error_text(error)}") from error
    except _TRANSIENT_ERRORS as error:
        raise StoreUnavailable(f"the store at {redacted(url)}: {_error_text(error)}") from error
    except refused.RedisError as error:
        said = _error_text(error)
        if said.startswith(_TRANSIENT_CODES):
            raise StoreUnavailable(f"the store at {redacted(url)}: {said}") from error
        raise StoreMisconfigured(f"the store at {redacted(url)} does not do what the registry needs: {said}") from error


def _error_text(error: Exception) -> str:
    """The server's own words; of a MULTI redis-py puts the call before them, and with it what a profile says."""
    return str(error).rpartition("of pipeline caused error: ")[2].strip("(',)\"")


def _text(data: bytes) -> str:
    return data.decode(errors="replace")
