"""Dead letters on a server: filed once, taken once, read a few at a time (shared/store/lua/cells.lua)."""

from collections.abc import Sequence
from secrets import token_bytes

from shared.store import keys
from shared.store.port import DeadLetter, StoreUnavailable
from shared.store.redis.functions import FunctionCaller
from shared.store.redis.pipeline import PipelinedClient
from shared.store.redis.serialization import pack_dead_letter, unpack_dead_letter

READ_BATCH = 200
"""Letters read in one call: 50 MiB when each is as big as a message may be."""


class RedisDeadLetters:
    """The dead letters of a namespace."""

    def __init__(self, pipelines: PipelinedClient, functions: FunctionCaller, namespace: str) -> None:
        self._pipelines = pipelines
        self._functions = functions
        self._namespace = namespace
        self._places = keys.dead_letter_keys(namespace)
        self._unanswered: dict[str, bytes] = {}

    async def add(self, letter: DeadLetter) -> None:
        """Keep a letter, once."""
        await self._functions.call("file_dead", self._places, letter.id, pack_dead_letter(letter))

    async def list_oldest(self, limit: int | None) -> Sequence[DeadLetter]:
        """The oldest `limit`, or all, oldest first, read a few at a time: more may be more than comes back in time."""
        letters, order = self._places
        found: list[bytes] = []
        behind = "-inf"
        while left := READ_BATCH if limit is None else min(READ_BATCH, limit - len(found)):
            part = await self._pipelines.call(
                "ZRANGE", order, behind, "+inf", "BYSCORE", "LIMIT", 0, left, "WITHSCORES"
            )
            if not part:
                break
            packed = await self._pipelines.call("HMGET", letters, *part[::2])
            found += [letter for letter in packed if letter is not None]  # one may be taken meanwhile
            behind = f"({part[-1].decode()}"
        return [unpack_dead_letter(packed) for packed in found]

    async def count(self) -> int:
        """How many there are."""
        return await self._pipelines.call("ZCARD", self._places[1])

    async def get(self, identifier: str) -> DeadLetter | None:
        """One of them."""
        packed = await self._pipelines.call("HGET", self._places[0], identifier)
        return None if packed is None else unpack_dead_letter(packed)

    async def pop(self, identifier: str) -> DeadLetter | None:
        """Remove one and return it. After a lost reply the next call of this store for it gets what was taken."""
        token = self._unanswered.pop(identifier, None) or token_bytes(8)
        places = (*self._places, keys.popped_dead_letter_key(self._namespace, identifier))
        try:
            packed = await self._functions.call("take_dead", places, identifier, token, keys.POP_RETRY_MS)
        except StoreUnavailable:
            self._unanswered[identifier] = token
            raise
        return None if packed is None else unpack_dead_letter(packed)
