"""A breaker before a model that takes its course, in virtual time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import pytest

from shared.core.clock import Clock
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.port import Answer, ModelUnavailable, Prompt
from shared.llm.settings import ModelSettings
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from tests.unit.shared.llm.scripted_model import Behaviour, Reply, ScriptedReplies, fails, question

DOWN = (fails(), fails(), fails())
SETTINGS = ModelSettings()


class BreakerHarness:
    """A breaker before a model that takes its course."""

    def __init__(self, clock: Clock, *course: Behaviour, probes: int = 1) -> None:
        self.clock = clock
        self.store = MemoryStore(clock)
        self.model = ScriptedReplies(*course)
        self.metrics = Metrics()
        self.breaker = CircuitBreaker(self.model, self.store, ModelSettings(half_open_max_calls=probes), self.metrics)

    async def ask(self, prompt: Prompt[Reply] | None = None) -> Answer[Reply]:
        return await self.breaker.answer(prompt or question())

    def asking(self) -> asyncio.Future[Answer[Reply]]:
        return asyncio.ensure_future(self.ask())

    async def until_open(self) -> None:
        for _ in DOWN:
            with suppress(ModelUnavailable):
                await self.ask()
        assert await self.state() == "open"

    async def until_probe(self) -> None:
        await self.until_open()
        await asyncio.sleep(SETTINGS.recovery_timeout)

    async def state(self) -> str:
        return (await self.breaker.read_state()).state

    def shown(self) -> float:
        """What the gauge says of it."""
        return self.metrics.read_value("towow_breaker_state")

    async def refusal(self) -> int | None:
        """In how many ms somebody who asks now is to ask again."""
        with pytest.raises(ModelUnavailable) as refused:
            await self.ask()
        return None if refused.value.retry_at is None else refused.value.retry_at - self.clock.now()


@asynccontextmanager
async def breaker_harness(clock: Clock, *course: Behaviour, probes: int = 1) -> AsyncGenerator[BreakerHarness]:
    """A breaker whose model takes this course; at the end every behaviour was met."""
    harness = BreakerHarness(clock, *course, probes=probes)
    yield harness
    assert harness.model.left == 0
