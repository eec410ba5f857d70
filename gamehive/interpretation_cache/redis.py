"""Interpretation cache in Redis, shared by all processes of a system.

| key | type | content | life |
|---|---|---|---|
| `<namespace>:{interpretation:<interpretation_key>}` | string | JSON of RuleInterpretation | TTL_MS |
"""

from pydantic import ValidationError
from typing_extensions import override

from gamehive.contracts.workspace import RuleInterpretation
from gamehive.interpretation_cache.port import TTL_MS, InterpretationCache
from shared.runtime.application import CommandClient


class RedisInterpretationCache(InterpretationCache):
    """The InterpretationCache port over Redis. Keys start with `namespace`."""

    def __init__(self, commands: CommandClient, namespace: str) -> None:
        self._commands = commands
        self._namespace = namespace

    @override
    async def get_interpretation(self, key: str) -> RuleInterpretation | None:
        data = await self._commands.call("GET", self._store_key(key))
        if data is None:
            return None
        try:
            return RuleInterpretation.model_validate_json(data)
        except ValidationError:  # another version wrote it
            return None

    @override
    async def put_interpretation(self, key: str, interpretation: RuleInterpretation) -> None:
        await self._commands.call("SET", self._store_key(key), interpretation.model_dump_json(), "PX", TTL_MS)

    def _store_key(self, key: str) -> str:
        return f"{self._namespace}:{{interpretation:{key}}}"
