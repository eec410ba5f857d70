"""Model requests of negotiations, before and after the memo; some tasks are executed twice."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from benchmarks.token_costs import Exchange
from negotiation.submission import Submission
from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.message_base import ReceivedMessage
from shared.llm.port import Answer, Model, Prompt
from shared.llm.seeded_random import seeded_fraction
from shared.runtime.actor import Actor, Task, TaskContext
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from towow.bootstrap.applications import APPLICATIONS, ROUTES
from towow.bootstrap.system import DemandSystem, SystemDependencies

T = TypeVar("T", bound=BaseModel)


class TaskInterrupted(Exception):
    """The task was interrupted after its model calls and before its commit."""


@dataclass
class RecordingModel:
    """Model that records the requests to and answers of another one."""

    model: Model
    clock: Clock
    exchanges: list[Exchange]

    @property
    def name(self) -> str:
        """Name of the other model."""
        return self.model.name

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Estimate as the other model does."""
        return self.model.estimate_tokens(prompt)

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Return and record the other model's answer."""
        begun = self.clock.now()
        answer = await self.model.answer(prompt)
        said = answer.output.model_dump_json(by_alias=True)
        self.exchanges.append(Exchange(prompt, said, begun, self.clock.now()))
        return answer


@dataclass
class RequestLog:
    """Requests of all tasks, those that reached the model (`billed`), and ids of tasks executed twice."""

    share: float
    requested: list[Exchange] = field(default_factory=list[Exchange])
    billed: list[Exchange] = field(default_factory=list[Exchange])
    repeated: set[str] = field(default_factory=set[str])

    def record(self, actor: Actor) -> Actor:
        """Return the actor with its requests recorded; `share` of a task's executions are interrupted once."""
        if not isinstance(actor, Task):
            return actor

        async def perform(received: ReceivedMessage[Any], tools: TaskContext) -> Sequence[Send]:
            sends = await actor.perform(
                received, replace(tools, model=RecordingModel(tools.model, tools.clock, self.requested))
            )
            message = received.message_id
            if seeded_fraction("interrupted", message) < self.share and message not in self.repeated:
                self.repeated.add(message)
                raise TaskInterrupted(message)
            return sends

        return replace(actor, perform=perform)


class RecordingSystem(DemandSystem):
    """Embedded system that records every model request."""

    def __init__(self, dependencies: SystemDependencies, requests: RequestLog) -> None:
        broker = MemoryBroker(dependencies.clock, sorted(set(ROUTES.values())))
        transport = MemoryTransport(broker)
        super().__init__(dependencies, MemoryStore(dependencies.clock), transport)
        all_actors = APPLICATIONS.actors(
            APPLICATIONS.build_in_memory_resources(dependencies.clock, dependencies.settings, dependencies.resources),
            dependencies.settings,
        )
        self._worker = Worker(
            [requests.record(actor) for actor in all_actors],
            routes=ROUTES,
            store=self.store,
            transport=transport,
            model=RecordingModel(dependencies.model, dependencies.clock, requests.billed),
            clock=dependencies.clock,
            settings=dependencies.settings.runtime,
            log=dependencies.log,
            metrics=Metrics(),
        )

    async def start(self) -> None:
        """Start the worker and the system."""
        await self._worker.start()
        await super().start()

    async def stop(self) -> None:
        """Stop the worker and the system."""
        await self._worker.stop()
        await super().stop()


async def negotiate(
    dependencies: SystemDependencies, demands: Sequence[Submission], *, interval_s: float, repeated_share: float
) -> RequestLog:
    """Negotiate all demands, one submitted every `interval_s`; `repeated_share` of the tasks run twice."""
    requests = RequestLog(repeated_share)
    system = RecordingSystem(dependencies, requests)
    await system.start()
    try:
        await asyncio.gather(
            *(_run_demand(system, demand, number * interval_s) for number, demand in enumerate(demands))
        )
    finally:
        await system.stop()
    return requests


async def _run_demand(system: DemandSystem, demand: Submission, delay_s: float) -> None:
    await asyncio.sleep(delay_s)
    await system.submit(demand)
    async for _ in system.follow(demand.demand_id):
        pass
