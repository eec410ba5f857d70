"""Dead letters of a namespace on a server (shared/store/lua/dead_letters.lua)."""

from collections.abc import Sequence
from secrets import token_bytes

from shared.store import keys
from shared.store.port import DeadLetter, StoreUnavailable
from shared.store.redis.functions import FunctionCaller
from shared.store.redis.outbox_serialization import pack_dead_letter, unpack_dead_letter
from shared.store.redis.pipeline import PipelinedClient

READ_BATCH = 200
"""Dead letters read in one call: 50 MiB when each has the maximum size of a message."""


class RedisDeadLetters:
    """Dead letters of a namespace."""

    def __init__(self, client: PipelinedClient, functions: FunctionCaller, namespace: str) -> None:
        self._client = client
        self._functions = functions
        self._namespace = namespace
        self._keys = keys.dead_letter_keys(namespace)
        self._unanswered: dict[str, bytes] = {}

    async def add(self, dead_letter: DeadLetter) -> None:
        """Store a dead letter; do nothing if one with its id is stored already.

        Raises StoreUnavailable (repeat the call unchanged) or StoreMisconfigured.
        """
        await self._functions.call("add_dead_letter", self._keys, dead_letter.id, pack_dead_letter(dead_letter))

    async def list_oldest(self, limit: int | None) -> Sequence[DeadLetter]:
        """Return up to `limit` dead letters (None: all) in the order in which they were stored.

        They are read in batches of READ_BATCH; one that is added or removed meanwhile may be missing or included.
        Raises StoreUnavailable or StoreMisconfigured.
        """
        letters, order = self._keys
        packed: list[bytes] = []
        start = "-inf"
        while count := READ_BATCH if limit is None else min(READ_BATCH, limit - len(packed)):
            batch = await self._client.call("ZRANGE", order, start, "+inf", "BYSCORE", "LIMIT", 0, count, "WITHSCORES")
            if not batch:
                break
            values = await self._client.call("HMGET", letters, *batch[::2])
            packed += [value for value in values if value is not None]  # one may be popped meanwhile
            start = f"({batch[-1].decode()}"
        return [unpack_dead_letter(value) for value in packed]

    async def count(self) -> int:
        """Return the number of stored dead letters. Raises StoreUnavailable or StoreMisconfigured."""
        return await self._client.call("ZCARD", self._keys[1])

    async def get(self, identifier: str) -> DeadLetter | None:
        """Return the dead letter with the id `identifier` without removing it; None when there is none.

        Raises StoreUnavailable or StoreMisconfigured.
        """
        packed = await self._client.call("HGET", self._keys[0], identifier)
        return None if packed is None else unpack_dead_letter(packed)

    async def pop(self, identifier: str) -> DeadLetter | None:
        """Remove and return the dead letter with the id `identifier`; None when there is none.

        Raises:
            StoreUnavailable: The dead letter may be removed: call again on this object, which within POP_RETRY_MS (60
                s) returns what the lost call removed.
            StoreMisconfigured: A key of the dead letters holds data of another program.
        """
        token = self._unanswered.pop(identifier, None) or token_bytes(8)
        pop_keys = (*self._keys, keys.popped_dead_letter_key(self._namespace, identifier))
        try:
            packed = await self._functions.call("pop_dead_letter", pop_keys, identifier, token, keys.POP_RETRY_MS)
        except StoreUnavailable:
            self._unanswered[identifier] = token
            raise
        return None if packed is None else unpack_dead_letter(packed)
