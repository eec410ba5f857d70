"""A system of real worker processes over a broker and a store, and the desk at which a test states its demands."""

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from gateway.negotiation.demand_limits import default_limits
from negotiation.registry import profile_import
from shared.runtime.reconnecting_transport import ReconnectingTransport
from shared.runtime.system_clock import SystemClock
from shared.store.redis.connect import connect as connect_store
from shared.store.redis.connect import delete_namespace as remove_keys
from shared.transport.rabbitmq.declare import declare_topology, delete_topology
from shared.transport.rabbitmq.transport import connect as connect_broker
from shared.transport.topology import Topology
from tests.chaos.demands import demand_text
from tests.chaos.invariants import FinalState
from tests.chaos.state_reader import Endpoints, FollowedLog, StateReader
from tests.chaos.worker_process import WorkerProcess
from tests.services.redis import fresh_namespace
from tests.support.sample_submission import sample_submission
from towow.bootstrap import connections
from towow.bootstrap.applications import QUEUES
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.config.demand_logger import build_logger
from towow.config.environment import ServiceUrls
from towow.config.settings import Settings

TWO_OF_EACH = (("coordinator", "skills"), *(("channel_admin",), ("user_agent",)) * 2)
"""The fewest processes in which one of the busy ones may fail: a process each, by roles."""

CONCURRENCY = 32
"""Messages that one process works on at once (TOWOW_CONCURRENCY): a kill interrupts at most as many calls."""

PATIENCE = 30.0
"""Seconds in which no demand ends; then something is stuck."""

REST = 15.0
"""Seconds after the last end until nothing may be owed or waiting any more."""


class System:
    """A namespace, its worker processes, and its demands."""

    def __init__(
        self, links: Endpoints, namespace: str, desk: DemandSystem, records: StateReader, folder: Path
    ) -> None:
        self.links = links
        self.namespace = namespace
        self.workers: list[WorkerProcess] = []
        self.demands: list[FollowedLog] = []
        self._desk = desk
        self._records = records
        self._folder = folder
        self._following: list[asyncio.Task[None]] = []
        self._submitted = 0
        self._moved = (0, time.monotonic())

    async def start(self, *processes: Sequence[str], **environment: str) -> list[WorkerProcess]:
        """Start a process for each of these groups of roles, and return once all of them consume."""
        begun = [self.begin(*roles, **environment) for roles in processes]
        await asyncio.gather(*(worker.ready() for worker in begun))
        return begun

    def begin(self, *roles: str, **environment: str) -> WorkerProcess:
        """Start a process, and do not wait for it."""
        own = {
            "TOWOW_NAMESPACE": self.namespace,
            "TOWOW_BROKER_URL": self.links.broker_by or self.links.broker,
            "TOWOW_STORE_URL": self.links.store_by or self.links.store,
            "TOWOW_JOURNAL": "1",
            "TOWOW_CONCURRENCY": str(CONCURRENCY),
            "TOWOW_LOG_LEVEL": "debug",
            "TOWOW_LOG_FORMAT": "json",
        }
        worker = WorkerProcess(roles, {**own, **environment}, self._folder, len(self.workers))
        self.workers.append(worker)
        return worker

    async def submit(self, count: int) -> None:
        """State `count` demands more at once, and watch each of them."""
        new = range(self._submitted, self._submitted + count)
        self._submitted += count
        await asyncio.gather(*(self._submit(number) for number in new))

    async def told(self, event: str, count: int) -> None:
        """Return once `count` events of a type (without `towow.`) have come."""
        await self._until(lambda: self._seen(f"towow.{event}") >= count, f"{count} times {event}")

    async def steps(self, worker: WorkerProcess, after: float) -> float:
        """Seconds from an instant (s since 1970) until a worker commits its first step."""
        await self._until(lambda: worker.first_step(after) is not None, f"a step of {worker.name}")
        return (worker.first_step(after) or after) - after

    async def missed(self, service: str) -> None:
        """Return once every process has told that a service is away; an idle one looks after up to 2 s."""
        await self._until(lambda: self._all_said("service_missing", service), f"the loss of the {service}")

    async def heard_of(self, service: str) -> None:
        """Return once every process has told that a service is back."""
        await self._until(lambda: self._all_said("service_back", service), f"the return of the {service}")

    async def all_ended(self, patience: float = PATIENCE) -> None:
        """Return once every demand has ended. Raises AssertionError when none of them does for `patience` s."""
        waiting = set(self._following)
        while waiting:
            done, waiting = await asyncio.wait(waiting, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if not done:
                raise AssertionError(f"nothing ended for {patience:g} s\n{await self._report()}")

    async def moving(self, patience: float = 2 * PATIENCE) -> None:
        """Raises AssertionError when no event has come for `patience` s although some demand is open."""
        events = sum(len(demand.events) for demand in self.demands)
        now = time.monotonic()
        if events != self._moved[0] or all(demand.ended for demand in self.demands):
            self._moved = (events, now)
        elif now - self._moved[1] > patience:
            raise AssertionError(f"nothing moved for {patience:g} s\n{await self._report()}")

    async def stop(self) -> FinalState:
        """Wait until nothing is left to do, stop every process in good order, and tell what remains."""
        await self._rest()
        # SIGTERM ends a process that has only just been started, before it can handle it.
        await asyncio.gather(*(worker.ready() for worker in self.running))
        codes = await asyncio.gather(*(worker.stop() for worker in self.running))
        assert set(codes) <= {0}, f"exit codes {codes}\n{await self._report()}"
        for worker in self.workers:
            strange = worker.strange() if worker.code == 0 else []
            assert strange == [], "\n".join([worker.name, *strange])
        return await self._records.remains(self.demands)

    @property
    def running(self) -> list[WorkerProcess]:
        """The processes that have not ended."""
        return [worker for worker in self.workers if worker.code is None]

    async def close(self) -> None:
        """Kill what still runs, and stop watching."""
        for worker in self.workers:
            worker.kill()
        for task in self._following:
            task.cancel()
        await asyncio.gather(*self._following, return_exceptions=True)

    async def _report(self) -> str:
        return await self._records.report(self.demands, self.workers)

    async def _submit(self, number: int) -> None:
        desk = self._desk
        demand = sample_submission(
            desk.dependencies.clock.now(),
            demand_text(number),
            f"user_chaos_{number}",
            unique=f"chaos {number}",
            limits=default_limits(desk.dependencies.settings.gateway),
        )
        await desk.submit(demand)
        followed = FollowedLog(demand.demand_id)
        self.demands.append(followed)
        self._following.append(asyncio.create_task(self._follow(followed)))

    async def _follow(self, followed: FollowedLog) -> None:
        async for event in self._desk.follow(followed.demand_id):
            followed.events.append(event)

    def _all_said(self, event: str, service: str) -> bool:
        lines = (worker.lines(event) for worker in self.running)
        return all(any(line.fields["service"] == service for line in each) for each in lines)

    def _seen(self, event: str) -> int:
        return sum(seen.type == event for followed in self.demands for seen in followed.events)

    async def _until(self, reached: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not reached():
            if time.monotonic() > until:
                raise AssertionError(f"{what} did not come within {PATIENCE:g} s\n{await self._report()}")
            await asyncio.sleep(0.02)

    async def _rest(self) -> None:
        until = time.monotonic() + REST
        while time.monotonic() < until:
            if await self._records.at_rest():
                return
            await asyncio.sleep(0.2)
        raise AssertionError(f"it does not come to rest within {REST:g} s\n{await self._report()}")


@asynccontextmanager
async def system(links: Endpoints) -> AsyncGenerator[System]:
    """A fresh namespace with a desk and the shipped profiles; nothing of it is left behind. Workers are started later."""
    namespace = fresh_namespace()
    services = ServiceUrls(links.broker, links.store, namespace)
    log = build_logger("error")
    async with AsyncExitStack() as held:
        folder = held.enter_context(tempfile.TemporaryDirectory(prefix="towow-chaos-"))
        held.push_async_callback(remove_keys, links.store, namespace)
        held.push_async_callback(delete_topology, links.broker, Topology(namespace), QUEUES)
        await declare_topology(links.broker, Topology(namespace), QUEUES, max_length=links.max_length)
        profiles = await connections.connect_profile_registry(services, log)
        held.push_async_callback(profiles.close)
        await profile_import.import_profiles(
            profiles, profile_import.read_profiles([profile_import.shipped_profiles_folder()])
        )
        direct = await connect_store(links.store, namespace, journal=True)
        held.push_async_callback(direct.close)
        store = await connect_store(links.desk_store_by or links.store, namespace)
        broker = ReconnectingTransport(lambda: connect_broker(links.broker, Topology(namespace), name="chaos"), log)
        await broker.start()
        place, _ = build_dependencies(Settings(), SystemClock(), log)
        desk = DemandSystem(place, store, broker)
        held.push_async_callback(desk.stop)
        await desk.start()
        running = System(links, namespace, desk, StateReader(links, namespace, direct), Path(folder))
        held.push_async_callback(running.close)
        yield running
