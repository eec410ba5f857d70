"""What the breaker does for several workers at once, over any store: each has a store and a breaker of its own."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

import pytest

from shared.core.frozen_model import FrozenModel
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.port import Answer, ModelUnavailable, Prompt
from shared.llm.settings import ModelSettings
from shared.store.port import Store
from tests.support.async_tests import OpenedInTest

WORKERS = 4
CROWD = 20
PAUSE = 30_000
LIMIT = 10.0
"""Seconds that the questions here may take."""


class Reply(FrozenModel):
    word: str = "yes"


class Workers(Protocol):
    """The stores of several workers, all of one fresh namespace, and their clock."""

    @property
    def stores(self) -> Sequence[Store]:
        """One for each worker."""
        ...

    async def advance(self, milliseconds: int) -> None:
        """Let time pass for the stores."""
        ...


@dataclass
class Endpoint:
    """One model for all of them, which does as it is told: `error`, or an answer once it is let go."""

    error: Exception | None = None
    name: str = "claude-of-tests"
    asked: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    going: asyncio.Event = field(default_factory=asyncio.Event)

    def estimate_tokens(self, prompt: Prompt[Any]) -> int:
        return 0

    async def answer(self, prompt: Prompt[Any]) -> Answer[Any]:
        self.asked += 1
        self.arrived.set()
        await self.going.wait()
        if self.error is not None:
            raise self.error
        return Answer(prompt.output())


class BreakerWorkers:
    """Workers before one endpoint."""

    def __init__(self, workers: Workers, probes: int = 1) -> None:
        settings = ModelSettings(half_open_max_calls=probes)
        self.advance = workers.advance
        self.endpoint = Endpoint()
        self.endpoint.going.set()
        self.breakers = [CircuitBreaker(self.endpoint, store, settings) for store in workers.stores]

    async def ask(self, worker: int) -> str:
        """What came of it: yes, or the kind of error."""
        question = Prompt("greeting", "1", "", "", Reply(), Reply, time_limit_s=LIMIT)
        try:
            return (await self.breakers[worker % WORKERS].answer(question)).output.word
        except (ModelUnavailable, ValueError) as error:
            return type(error).__name__

    async def fail(self, times: int, error: Exception | None = None) -> None:
        """So many failures, each at another worker."""
        self.endpoint.error = error or ModelUnavailable("503")
        for worker in range(times):
            await self.ask(worker)
        self.endpoint.error = None

    async def states(self) -> set[str]:
        return {(await breaker.read_state()).state for breaker in self.breakers}

    async def until_probe(self) -> None:
        await self.fail(3)
        assert await self.states() == {"open"}
        await self.advance(PAUSE)
        self.endpoint.asked = 0
        self.endpoint.arrived.clear()

    async def crowd(self) -> list["asyncio.Task[str]"]:
        """All workers ask several times at once; those who get through have no answer yet."""
        self.endpoint.going.clear()
        asking = [asyncio.create_task(self.ask(number)) for number in range(CROWD)]
        while sum(task.done() for task in asking) + self.endpoint.asked < CROWD:
            await asyncio.wait(asking, timeout=0.01, return_when=asyncio.FIRST_COMPLETED)
        return asking


class CircuitBreakerContract:
    """The cases. Subclasses say over what."""

    def open_stores(self) -> AbstractAsyncContextManager[Workers]:
        """WORKERS stores."""
        raise NotImplementedError

    @pytest.fixture
    def workers(self) -> OpenedInTest:
        return OpenedInTest(lambda _: self.open_stores())

    @pytest.mark.parametrize("probes", [1, 3])
    async def test_a_half_open_breaker_admits_exactly_its_probes(self, probes: int, workers: Workers) -> None:
        team = BreakerWorkers(workers, probes)
        await team.until_probe()
        asking = await team.crowd()
        assert team.endpoint.asked == probes
        assert await team.states() == {"half_open"}
        team.endpoint.going.set()
        said = sorted(await asyncio.gather(*asking))
        assert said == ["ModelUnavailable"] * (CROWD - probes) + ["yes"] * probes
        assert await team.states() == {"closed"}

    async def test_failures_of_different_workers_open_the_breaker_for_all(self, workers: Workers) -> None:
        team = BreakerWorkers(workers)
        await team.fail(2)
        assert await team.states() == {"closed"}
        await team.fail(1)
        assert await team.states() == {"open"}
        assert [await team.ask(worker) for worker in range(WORKERS)] == ["ModelUnavailable"] * WORKERS
        assert team.endpoint.asked == 3

    async def test_concurrent_failures_of_workers_are_counted_once_per_task(self, workers: Workers) -> None:
        team = BreakerWorkers(workers)
        team.endpoint.error = ModelUnavailable("503")
        await asyncio.gather(team.ask(0), team.ask(1))
        assert await team.states() == {"closed"}
        assert {(await breaker.read_state()).failures for breaker in team.breakers} == {2}

    async def test_an_unusable_answer_resets_the_failure_count(self, workers: Workers) -> None:
        team = BreakerWorkers(workers)
        await team.fail(2)
        await team.fail(3, ValueError("no JSON"))
        await team.fail(2)
        assert await team.states() == {"closed"}

    async def test_the_breaker_stays_open_for_thirty_seconds(self, workers: Workers) -> None:
        team = BreakerWorkers(workers)
        await team.fail(3)
        await team.advance(PAUSE - 5_000)
        assert await team.ask(0) == "ModelUnavailable"
        assert team.endpoint.asked == 3
        await team.advance(5_000)
        assert await team.ask(1) == "yes"
        assert await team.states() == {"closed"}

    async def test_a_failed_probe_opens_the_breaker_again_for_all(self, workers: Workers) -> None:
        team = BreakerWorkers(workers)
        await team.until_probe()
        await team.fail(1)
        assert await team.states() == {"open"}
        assert await team.ask(2) == "ModelUnavailable"
        await team.advance(PAUSE)
        assert await team.ask(3) == "yes"

    async def test_the_slot_of_a_dead_workers_probe_is_free_after_its_timeout(self, workers: Workers) -> None:
        team = BreakerWorkers(workers)
        await team.until_probe()
        team.endpoint.going.clear()
        lost = asyncio.create_task(team.ask(0))  # nothing is heard of it any more
        await team.endpoint.arrived.wait()
        await team.advance(round(LIMIT * 1000) - 5_000)
        assert await team.ask(1) == "ModelUnavailable"
        await team.advance(5_000)
        team.endpoint.going = asyncio.Event()
        team.endpoint.going.set()
        assert await team.ask(2) == "yes"
        assert await team.states() == {"closed"}
        lost.cancel()
        await asyncio.gather(lost, return_exceptions=True)
