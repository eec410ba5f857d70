"""One simulated system from its first opening to its rest: its processes, its clients, its troubles (FAULTS § 2)."""

import asyncio
import json
from collections.abc import Callable, Sequence
from io import StringIO
from random import Random
from typing import Any

from shared.llm.circuit_breaker import CircuitBreaker
from shared.runtime.reconnect_loop import ConnectionSession
from shared.runtime.virtual_clock import VirtualClock
from shared.runtime.worker import Worker
from shared.store.port import Commit
from shared.telemetry.metrics import Metrics
from shared.transport.port import Transport
from tests.simulation.durable_store import DurableStore
from tests.simulation.endpoint import Endpoint
from tests.simulation.fault_injector import FaultInjector, fault_targets
from tests.simulation.faults import FaultModel
from tests.simulation.history import Acknowledgement, Write
from tests.simulation.poison_messages import PoisonSource
from tests.simulation.process import Process
from tests.simulation.subject import Order, Plan, Subject
from tests.simulation.viewer import Viewer
from tests.support.faulty_broker import FaultyMemoryBroker
from towow.config.demand_logger import build_logger

PATIENCE = 500.0
"""Seconds that a system without faults has to come to rest: above all deadlines, the longest lease among them."""

LOG = build_logger("error", "json", StringIO())
METRICS = Metrics()
"""Nobody looks at them, and to make new ones takes longer than a demand."""


class Cluster:
    """A system and everything that happens to it."""

    def __init__(
        self, clock: VirtualClock, subject: Subject, seed: int, random: Random, plan: Plan, ablate: str | None
    ) -> None:
        routes = subject.applications.routes
        self.clock = clock
        self.subject = subject
        self.ablate = ablate
        self.log = LOG
        self.metrics = METRICS
        self.settings = plan.settings
        self.history = subject.history(plan.settings)
        self.lives: dict[str, Process] = {}
        self.adversary = FaultInjector(fault_targets(seed, subject.types), random, self.history, clock.now)
        poison = PoisonSource(subject.stranger, routes)
        self.troubles = FaultModel(self.adversary, self.history, self.lives, clock.now, poison)
        self.disk = DurableStore(clock, self.history, ablate, self._written, self.troubles.claimed, subject.tables)
        self._queue_names = sorted(subject.applications.roles)
        self.broker = FaultyMemoryBroker(clock, self._queue_names, faults=self.troubles)
        self.troubles.bind(self.disk, self.broker, tuple(routes.values()))
        self._plan = plan
        self._endpoint = Endpoint(self)
        self._unacknowledged: dict[tuple[str, str], Write] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._clients: dict[str, Viewer] = {}
        self.scene = subject.scene(self, plan, seed)

    async def run(self) -> None:
        """From the first process to the rest."""
        loop = asyncio.get_running_loop()
        builds = {name: self._worker(kinds) for name, kinds in self._plan.layout.items()}
        builds |= {f"gateway-{n}": self.subject.gateway for n in range(1, self._plan.gateways + 1)}
        supervisors = [loop.create_task(self._supervise(name, build)) for name, build in builds.items()]
        clients = [loop.create_task(self._client(order)) for order in self._plan.orders]
        people = [loop.create_task(participant.run()) for participant in self.scene.participants]
        chaos = loop.create_task(self.troubles.chaos())
        try:
            await asyncio.wait(clients, timeout=self._plan.ends)
            self.adversary.active = False
            await self._rest(clients)
        finally:
            for task in (chaos, *clients, *people, *supervisors):
                task.cancel()
            for process in self.lives.values():
                process.kill()
            await asyncio.gather(chaos, *clients, *people, *supervisors, return_exceptions=True)
        self.history.remains = self.disk.remains()
        self.history.remains.queues = self._queues()

    # --- what processes ask and tell

    def acknowledged(self, commit: Commit) -> None:
        """Somebody was told that this commit is written."""
        written = self._unacknowledged.pop((commit.correlation_id, commit.message_id), None)
        if written is not None and not written.lost:
            written.acknowledged = True

    def acked(self, queue: str, message_id: str) -> None:
        """A receiver told the broker that a message is done."""
        self.history.acked.append(Acknowledgement(self.clock.now(), queue, message_id))

    def escaped(self, process: str, kind: str, error: Exception) -> None:
        """An exception got past the whole runtime."""
        self.history.escaped.append(f"{process} let {error!r} escape from {kind}")

    async def until_changed(self, address: str, correlation_id: str, seconds: float) -> bool:
        """Until somebody else changes a record (True), or so many seconds. Half way its client sees to it."""
        changed = self._changed.setdefault(address, asyncio.Event())
        changes = asyncio.get_running_loop().call_later(seconds / 2, self._clients[correlation_id].change_his_mind)
        try:
            async with asyncio.timeout(seconds):
                await changed.wait()
                return True
        except TimeoutError:
            return False
        finally:
            changes.cancel()

    def _written(self, written: Write) -> None:
        commit = written.commit
        self._unacknowledged[commit.correlation_id, commit.message_id] = written
        if commit.address in self._changed:
            self._changed.pop(commit.address).set()

    # --- who works

    def _worker(self, kinds: Sequence[str]) -> Callable[[Process, Transport], ConnectionSession]:
        settings = self.settings

        def build(process: Process, transport: Transport) -> ConnectionSession:
            applications = self.subject.applications
            actors = applications.actors(self.scene.resources(process), settings)
            return Worker(
                [actor for actor in actors if actor.kind in kinds],
                routes=applications.routes,
                store=process.store,
                transport=transport,
                model=CircuitBreaker(self._endpoint, process.store, settings.model),
                clock=self.clock,
                settings=settings.runtime,
                log=self.log,
                metrics=self.metrics,
            )

        return build

    async def _supervise(self, name: str, build: Callable[[Process, Transport], ConnectionSession]) -> None:
        """Whoever dies is started again."""
        while True:
            process = self.lives[name] = Process(self, name, build)
            process.start()
            await process.ended.wait()
            await asyncio.sleep(self.adversary.random.choice((0.1, 0.5, 2.0)))

    async def _client(self, order: Order[Any]) -> None:
        await asyncio.sleep(order.at)
        opening = self.scene.open(order, self.clock.now())
        client = Viewer(opening, self.subject.last_event, self.lives, self.adversary)
        self._clients[opening.correlation_id] = client
        await client.run(self.history, self.clock.now)

    # --- the end

    async def _rest(self, clients: Sequence["asyncio.Task[None]"]) -> None:
        """Wait until nothing moves and nothing waits; say what does when the patience is over."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while loop.time() < end:
            if all(client.done() for client in clients) and self._quiet():
                return
            await asyncio.sleep(1.0)
        self.history.stuck = self.what_waits()

    def _quiet(self) -> bool:
        return (
            self.troubles.echoes == 0
            and not any(participant.speaking for participant in self.scene.participants)
            and self.disk.up
            and not any(self.disk.remains().due.values())
            and not any(ready or unsettled for ready, unsettled in self._queues().values())
        )

    def _queues(self) -> dict[str, tuple[int, int]]:
        self.troubles.declare()
        return {
            queue: (self.broker.count_ready(queue), self.broker.count_unsettled(queue))
            for queue in (*self._queue_names, "dead")
        }

    def what_waits(self) -> str:
        """What is not done, for a story."""
        remains = self.disk.remains()
        busy = {queue: count for queue, count in self._queues().items() if any(count)}
        lines = [f"not closed: {[each for each in self.history.accepted if each not in remains.closed]}"]
        lines.append(f"queues (ready, in hand): {busy}")
        lines.append(f"processes: {[f'{p.name} {p.state}' for p in self.lives.values()]}")
        for address, (version, record) in remains.records.items():
            if waits := self.subject.describe_wait(json.loads(record)):
                lines.append(f"{address} v{version} {waits}")
        for role, mail in remains.due.items():
            lines += [f"due for {role}: {entry.message.type} {entry.id}" for entry in mail[:5]]
        return "\n".join(lines)
