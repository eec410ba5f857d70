"""Change feed of a profile registry in Redis: the stream of changed agent_ids, and reads of the profiles it names."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import cast

from redis.asyncio import Redis
from typing_extensions import override

from negotiation.registry.redis.connection import decode_text, key_names, translate_errors
from negotiation.registry.replica import ChangeBatch, ChangeFeed

MAX_FEED_ENTRIES = 10_000
"""Approximate length of the feed; a reader that is further behind reads all profiles again."""

FEED_PAGE_SIZE = 100
"""Feed entries per call."""

BATCH_SIZE = 500
"""Profiles per call when many are written or all are read."""

StreamEntries = Sequence[tuple[bytes, Mapping[bytes, bytes]]]
ScanReply = tuple[int, Mapping[bytes, bytes]]


def append_change(pipeline: Redis, changes_key: str, agent_ids: Sequence[str]) -> None:
    """Queue one feed entry with the changed agent_ids on an open pipeline; the caller executes the pipeline.

    Args:
        pipeline: Pipeline (MULTI) that also writes the profiles.
        changes_key: Key of the stream of changes, the second of `key_names`.
        agent_ids: Ids of the profiles that the pipeline puts or deletes.
    """
    pipeline.xadd(changes_key, {"ids": " ".join(agent_ids)}, maxlen=MAX_FEED_ENTRIES, approximate=True)


class RedisChangeFeed(ChangeFeed):
    """The ChangeFeed port over the two keys of a registry (see registry.py)."""

    def __init__(self, client: Redis, url: str, namespace: str) -> None:
        self._client = client
        self._url = url
        self._profiles, self._changes = key_names(namespace)

    @override
    async def end_offset(self) -> bytes | None:
        with translate_errors(self._url):
            last = cast("StreamEntries", await self._client.xrevrange(self._changes, count=1))
        return last[0][0] if last else None

    @override
    async def scan_profiles(self) -> AsyncIterator[Mapping[str, bytes]]:
        cursor = 0
        while True:
            with translate_errors(self._url):
                cursor, rows = cast("ScanReply", await self._client.hscan(self._profiles, cursor, count=BATCH_SIZE))
            yield {decode_text(agent_id): data for agent_id, data in rows.items()}
            if not cursor:
                return

    @override
    async def read_changes(self, offset: bytes | None) -> ChangeBatch | None:
        """Return the next batch of changes after `offset`, at most FEED_PAGE_SIZE entries; without ids at the end.

        `offset` is that of `end_offset` or of the previous batch; None: the feed was empty then. Returns None if the
        feed does not, or no longer, hold the entry at `offset`: then all profiles must be read again. As long as that
        entry exists, nothing after it was trimmed.

        Raises:
            StoreUnavailable: Redis does not answer.
            StoreMisconfigured: Redis rejects the command.
        """
        with translate_errors(self._url):
            entries = cast(
                "StreamEntries", await self._client.xrange(self._changes, offset or "-", count=FEED_PAGE_SIZE + 1)
            )
        if offset is None:
            return None if entries else ChangeBatch((), None)
        if not entries or entries[0][0] != offset:
            return None
        ids = (agent_id for _, fields in entries[1:] for agent_id in decode_text(fields.get(b"ids", b"")).split())
        return ChangeBatch(tuple(dict.fromkeys(ids)), entries[-1][0])

    @override
    async def get_profiles(self, ids: Sequence[str]) -> Mapping[str, bytes | None]:
        with translate_errors(self._url):
            rows = cast("list[bytes | None]", await self._client.hmget(self._profiles, list(ids)))
        return dict(zip(ids, rows, strict=True))
