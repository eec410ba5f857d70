"""In-memory interpretation cache for embedded systems and tests."""

from collections import OrderedDict

from typing_extensions import override

from gamehive.contracts.workspace import RuleInterpretation
from gamehive.interpretation_cache.port import TTL_MS, InterpretationCache
from shared.core.clock import Clock

MAX_INTERPRETATIONS = 256
"""Interpretations in the cache, some 2 KB each; those stored first are dropped."""


class MemoryInterpretationCache(InterpretationCache):
    """The InterpretationCache port in one process, with the time of `clock`."""

    def __init__(self, clock: Clock, max_interpretations: int = MAX_INTERPRETATIONS) -> None:
        self._clock = clock
        self._max = max_interpretations
        self._stored: OrderedDict[str, tuple[int, RuleInterpretation]] = OrderedDict()

    @override
    async def get_interpretation(self, key: str) -> RuleInterpretation | None:
        expires_at, interpretation = self._stored.get(key, (0, None))
        return interpretation if self._clock.now() < expires_at else None

    @override
    async def put_interpretation(self, key: str, interpretation: RuleInterpretation) -> None:
        self._stored[key] = self._clock.now() + TTL_MS, interpretation
        self._stored.move_to_end(key)
        while len(self._stored) > self._max:
            self._stored.popitem(last=False)
