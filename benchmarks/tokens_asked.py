"""What negotiations ask a model, and what of it reaches one: real tasks over the memo, some of which are done twice."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from benchmarks.tokens_billed import Exchange
from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.submission import Submission
from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.message import ReceivedMessage
from shared.llm.port import Answer, Model, Prompt
from shared.llm.seeded_random import chance
from shared.runtime.actor import Actor, Task, TaskContext
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from towow.bootstrap.applications import ROUTES, actors
from towow.bootstrap.system import DemandSystem, SystemDependencies

T = TypeVar("T", bound=BaseModel)


class Interrupted(Exception):
    """A task ends after its questions were answered, and before what it has to say is kept."""


@dataclass
class Listening:
    """A model that writes down what another one is asked and says."""

    model: Model
    clock: Clock
    heard: list[Exchange]

    @property
    def name(self) -> str:
        """The other's."""
        return self.model.name

    def estimate(self, prompt: Prompt[T]) -> int:
        """As the other's."""
        return self.model.estimate(prompt)

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """The other's answer."""
        begun = self.clock.now()
        answer = await self.model.answer(prompt)
        said = answer.output.model_dump_json(by_alias=True)
        self.heard.append(Exchange(prompt, said, begun, self.clock.now()))
        return answer


@dataclass
class Asked:
    """`asked`: every question of a task. `paid`: those that came through to the model. `again`: tasks done again."""

    share: float
    asked: list[Exchange] = field(default_factory=list[Exchange])
    paid: list[Exchange] = field(default_factory=list[Exchange])
    again: set[str] = field(default_factory=set[str])

    def over(self, actor: Actor) -> Actor:
        """The actor with its questions written down; when it is a task, `share` of its turns are interrupted once."""
        if not isinstance(actor, Task):
            return actor

        async def perform(received: ReceivedMessage[Any], tools: TaskContext) -> Sequence[Send]:
            sends = await actor.perform(received, replace(tools, model=Listening(tools.model, tools.clock, self.asked)))
            message = received.message_id
            if chance("interrupted", message) < self.share and message not in self.again:
                self.again.add(message)
                raise Interrupted(message)
            return sends

        return replace(actor, perform=perform)


class Heard(DemandSystem):
    """All roles in one process, as the embedded system has them, with somebody who listens to every question."""

    def __init__(self, place: SystemDependencies, asked: Asked) -> None:
        broker = MemoryBroker(place.clock, sorted(set(ROUTES.values())))
        transport = MemoryTransport(broker)
        super().__init__(place, MemoryStore(place.clock), transport)
        everybody = actors(place.profiles, place.settings, MemoryAttendanceStore(place.clock))
        self._worker = Worker(
            [asked.over(actor) for actor in everybody],
            routes=ROUTES,
            store=self.store,
            transport=transport,
            model=Listening(place.model, place.clock, asked.paid),
            clock=place.clock,
            settings=place.settings.runtime,
            log=place.log,
            metrics=Metrics(),
        )

    async def start(self) -> None:
        """Begin to work."""
        await self._worker.start()
        await super().start()

    async def stop(self) -> None:
        """Finish what is in hand and let go."""
        await self._worker.stop()
        await super().stop()


async def negotiate(place: SystemDependencies, demands: Sequence[Submission], *, every: float, share: float) -> Asked:
    """All of them to their ends, one submitted every so many seconds; `share` of the tasks are done twice."""
    asked = Asked(share)
    system = Heard(place, asked)
    await system.start()
    try:
        await asyncio.gather(*(_one(system, demand, number * every) for number, demand in enumerate(demands)))
    finally:
        await system.stop()
    return asked


async def _one(system: DemandSystem, demand: Submission, after: float) -> None:
    await asyncio.sleep(after)
    await system.submit(demand)
    async for _ in system.follow(demand.demand_id):
        pass
