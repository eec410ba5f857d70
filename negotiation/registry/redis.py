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
from negotiation.registry.profile import Profile, decoded, encoded
from negotiation.registry.replica import ChangeBatch, RegistryReplica
from negotiation.search.index import ProfileIndex
from negotiation.search.index_store import IndexStore
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.store.redacted_url import redacted
from shared.telemetry.log import Log, make_log

CONNECT_TIMEOUT = 1.0
"""Seconds to get a connection."""

CALL_TIMEOUT = 1.5
"""Seconds of silence after which a call is given up."""

FEED_LENGTH = 10_000
"""Entries of the feed, at least; who is further behind reads everything anew."""

FEED_PART = 100
"""Entries read in one call."""

BATCH = 500
"""Profiles written, or read when everything is, in one call."""

ATTEMPTS = 8
"""How often a change of what is there is tried when others write meanwhile."""

Entries = Sequence[tuple[bytes, Mapping[bytes, bytes]]]
Scanned = tuple[int, Mapping[bytes, bytes]]

_WRONG_RIGHTS = (
    refused.AuthenticationError,
    refused.AuthorizationError,
    refused.AuthenticationWrongNumberOfArgsError,
    refused.NoPermissionError,
)
_PASSES = (
    *(refused.ConnectionError, refused.TimeoutError, OSError),
    *(refused.OutOfMemoryError, refused.ReadOnlyError, refused.ClusterDownError, refused.TryAgainError),
)
"""What may be over when one tries again: nobody answers, it is full, it is being moved."""

_PASSES_TOO = ("MISCONF", "NOREPLICAS", "MASTERDOWN", "BUSY", "UNKILLABLE")
"""The same, of which redis-py only knows the first word."""


async def connect(
    url: str, namespace: str, log: Log | None = None, *, folder: Path | None = None
) -> "RedisProfileRegistry":
    """The registry of `namespace`. Nothing is read before somebody asks. Raises StoreLost or StoreMisconfigured.

    `folder`: where the index of a large registry is kept (keeping.py); without one, among the temporary files.
    """
    client = _client(url)
    try:
        with _in_our_words(url):
            await client.ping()  # pyright: ignore[reportUnknownMemberType]
    except BaseException:
        await client.aclose()
        raise
    return RedisProfileRegistry(client, url, namespace, log or make_log("warning"), IndexStore(namespace, folder))


async def remove(url: str, namespace: str) -> None:
    """Forget a whole registry. Who reads it finds nobody from then on."""
    async with _client(url) as client:
        with _in_our_words(url):
            await client.unlink(*_keys(namespace))


class RedisProfileRegistry:
    """The Profiles port over Redis.

    Writers raise StoreLost (it may or may not have been written: send it again, unchanged; what was counts as updated
    then) or StoreMisconfigured; StoreLost in its place once the registry was read, for then somebody changed the server
    and can again. Readers answer from a copy (see Replica) and raise these only while it was never read.
    """

    def __init__(self, client: Redis, url: str, namespace: str, log: Log, keeping: IndexStore) -> None:
        self._client = client
        self._url = url
        self._profiles, self._changes = _keys(namespace)
        self._replica = RegistryReplica(_RedisFeed(client, url, namespace), log, keeping)

    async def close(self) -> None:
        """Let go of connections."""
        await self._replica.close()
        await self._client.aclose()

    def warm(self) -> None:
        """Read everything and build the index of a large registry in the background, before the first search asks."""
        self._replica.warm()

    async def get(self, agent_id: str) -> Profile | None:
        """One profile, active or not."""
        return (await self._copy()).people.get(agent_id)

    async def of_user(self, user_id: str) -> Sequence[Profile]:
        """The profiles of one person's own agents, by agent_id."""
        return (await self._copy()).people.of_user(user_id)

    async def all(self, limit: int | None = None) -> Sequence[Profile]:
        """Every profile, by agent_id; with `limit` the first ones only."""
        return await (await self._copy()).people.all(limit)

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
        return await (await self._copy()).search(
            words, limit=limit, exclude=exclude, exclude_user=exclude_user, near=near, language=language
        )

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """Who is called `text`: whole names before parts of names."""
        return await (await self._copy()).people.find_by_name(text, limit)

    async def random_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """`count` active profiles; the same ones for the same seed and registry."""
        return (await self._copy()).people.random_active(count, seed, exclude=exclude, exclude_user=exclude_user)

    async def count(self) -> int:
        """How many are kept, unreadable ones too. Asks Redis, never the copy."""
        with self._in_our_words():
            return int(await self._client.hlen(self._profiles))

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add or replace, 500 at a time: each time all or nothing. How many were new, and how many were not."""
        rows = [(profile.agent_id, encoded(profile)) for profile in {one.agent_id: one for one in profiles}.values()]
        new = 0
        for start in range(0, len(rows), BATCH):
            new += await self._write(dict(rows[start : start + BATCH]))
        await self._replica.look_again()
        return new, len(profiles) - new

    async def upsert(self, profile: Profile) -> bool:
        """Add or replace; True when it was new."""
        return await self.put([profile]) == (1, 0)

    async def delete(self, agent_id: str) -> bool:
        """Forget one; True when it was there."""
        with self._in_our_words():
            async with self._client.pipeline(transaction=True) as call:
                call.hdel(self._profiles, agent_id)
                self._announce(call, [agent_id])
                gone, _ = await call.execute()
        await self._replica.look_again()
        return bool(gone)

    async def deactivate(self, agent_id: str) -> bool:
        """Let it be found no more, and keep what others write meanwhile; False when there is none."""
        with self._in_our_words():
            for _ in range(ATTEMPTS):
                try:
                    there = await self._deactivate(agent_id)
                except refused.WatchError:
                    continue
                await self._replica.look_again()
                return there
        raise StoreUnavailable(f"the registry changed {ATTEMPTS} times while {agent_id} was to be deactivated")

    @contextmanager
    def _in_our_words(self) -> Generator[None]:
        try:
            with _in_our_words(self._url):
                yield
        except StoreMisconfigured as error:
            if self._replica.was_read:
                raise StoreUnavailable(*error.args) from error
            raise

    async def _copy(self) -> ProfileIndex:
        return await self._replica.current()

    async def _write(self, rows: Mapping[str, bytes]) -> int:
        """Returns how many were new."""
        with self._in_our_words():
            async with self._client.pipeline(transaction=True) as call:
                call.hset(self._profiles, mapping={**rows})
                self._announce(call, list(rows))
                new, _ = await call.execute()
        return int(new)

    async def _deactivate(self, agent_id: str) -> bool:
        async with self._client.pipeline(transaction=True) as call:
            await call.watch(self._profiles)
            data = await call.hget(self._profiles, agent_id)
            profile = None if data is None else decoded(agent_id, cast("bytes", data))
            if profile is None:
                return False
            call.multi()
            call.hset(self._profiles, agent_id, encoded(profile.model_copy(update={"active": False})))
            self._announce(call, [agent_id])
            await call.execute()
            return True

    def _announce(self, call: Redis, ids: Sequence[str]) -> None:
        call.xadd(self._changes, {"ids": " ".join(ids)}, maxlen=FEED_LENGTH, approximate=True)


class _RedisFeed:
    """The Feed port over the two keys."""

    def __init__(self, client: Redis, url: str, namespace: str) -> None:
        self._client = client
        self._url = url
        self._profiles, self._changes = _keys(namespace)

    async def place(self) -> bytes | None:
        with _in_our_words(self._url):
            last = cast("Entries", await self._client.xrevrange(self._changes, count=1))
        return last[0][0] if last else None

    async def everything(self) -> AsyncIterator[Mapping[str, bytes]]:
        cursor = 0
        while True:
            with _in_our_words(self._url):
                cursor, rows = cast("Scanned", await self._client.hscan(self._profiles, cursor, count=BATCH))
            yield {_text(agent_id): data for agent_id, data in rows.items()}
            if not cursor:
                return

    async def since(self, place: bytes | None) -> ChangeBatch | None:
        """An entry that is still there proves that nothing behind it is missing: so it is read once more."""
        with _in_our_words(self._url):
            entries = cast("Entries", await self._client.xrange(self._changes, place or "-", count=FEED_PART + 1))
        if place is None:
            return None if entries else ChangeBatch((), None)
        if not entries or entries[0][0] != place:
            return None
        named = (agent_id for _, fields in entries[1:] for agent_id in _text(fields.get(b"ids", b"")).split())
        return ChangeBatch(tuple(dict.fromkeys(named)), entries[-1][0])

    async def some(self, ids: Sequence[str]) -> Mapping[str, bytes | None]:
        with _in_our_words(self._url):
            rows = cast("list[bytes | None]", await self._client.hmget(self._profiles, list(ids)))
        return dict(zip(ids, rows, strict=True))


def _keys(namespace: str) -> tuple[str, str]:
    return f"{namespace}:{{registry}}:profiles", f"{namespace}:{{registry}}:changes"


def _client(url: str) -> Redis:
    """Never sends anything twice by itself: most calls are not idempotent."""
    where = redacted(url)
    try:
        return Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=CONNECT_TIMEOUT,
            socket_timeout=CALL_TIMEOUT,
            # On (the default), the pool hands out connections that the server closed long ago.
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
            driver_info=None,  # it would tell the server who it is, and not every user may
        )
    except ValueError:  # its words may be the password's
        raise StoreMisconfigured(f"what follows the ? of TOWOW_STORE_URL ({where}) cannot be read") from None


@contextmanager
def _in_our_words(url: str) -> Generator[None]:
    """What redis-py raises, as the store port says it."""
    try:
        yield
    except refused.WatchError:
        raise
    except _WRONG_RIGHTS as error:
        raise StoreMisconfigured(f"the store at {redacted(url)} refuses us its rights: {_said(error)}") from error
    except _PASSES as error:
        raise StoreUnavailable(f"the store at {redacted(url)}: {_said(error)}") from error
    except refused.RedisError as error:
        said = _said(error)
        if said.startswith(_PASSES_TOO):
            raise StoreUnavailable(f"the store at {redacted(url)}: {said}") from error
        raise StoreMisconfigured(f"the store at {redacted(url)} does not do what the registry needs: {said}") from error


def _said(error: Exception) -> str:
    """The server's own words; of a MULTI redis-py puts the call before them, and with it what a profile says."""
    return str(error).rpartition("of pipeline caused error: ")[2].strip("(',)\"")


def _text(data: bytes) -> str:
    return data.decode(errors="replace")
