"""Scenario runner on RabbitMQ and Redis: all roles in this process, in real time, in temporary namespaces."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import replace

from shared.runtime.bounded_concurrency import map_concurrently
from shared.runtime.reconnect_loop import run_until
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent, StoreUnavailable
from shared.store.redis.connect import delete_namespace as remove_from_store
from shared.transport.port import BrokerUnavailable
from shared.transport.rabbitmq.declare import delete_topology as remove_from_broker
from shared.transport.rabbitmq.declare import get_queue_depths
from shared.transport.topology import Topology
from towow.bootstrap import connections
from towow.bootstrap.applications import QUEUES
from towow.bootstrap.health_server import Health
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.bootstrap.worker import build_worker_loop
from towow.cli.output import print_note
from towow.config.demand_logger import build_logger
from towow.config.environment import ServiceUrls
from towow.scenario.loader import AnyScenario
from towow.scenario.runner import ScenarioResult, last_event_text
from towow.scenario.scenario_run import ScenarioRun, build_run

MAX_CONCURRENT_SCENARIOS = 6
"""Maximum number of scenarios run at once; most of the time they wait for deadlines."""

INTERRUPTION_LATENCY_MS = 300
"""Delay of each answer if the scenario cancels or ends its session, so that this comes before the next answer."""


OPEN_WAIT_S = 10.0
"""Seconds that a service, which answered before the first file, may take to answer again when it is busy."""


async def check_services(services: ServiceUrls, wait_s: float) -> None:
    """Connect to both services and disconnect; return if both answer within `wait_s` seconds (at least 1 s) each.

    Raises:
        CommandError: A service does not answer within `wait_s` (exit code 3).
        BrokerMisconfigured: RabbitMQ refuses the connection.
        StoreMisconfigured: Redis refuses the connection.
    """
    async with connections.open_registry(services, wait_s, build_logger("error")):
        pass
    topology = Topology(services.namespace)
    await connections.connect_with_timeout(wait_s, "broker", lambda: get_queue_depths(services.broker, topology, ()))


async def run_all(
    scenarios: Sequence[AnyScenario], services: ServiceUrls, timeout_s: float
) -> AsyncGenerator[ScenarioResult]:
    """Run at most MAX_CONCURRENT_SCENARIOS scenarios at once and yield their results in the order of `scenarios`.

    All roles of a scenario run in this process, and its namespace is removed when it ends. Closing the generator
    cancels what still runs.

    Args:
        scenarios: The scenarios.
        services: URLs to use; the namespace is replaced by a temporary one per scenario.
        timeout_s: Maximum seconds for each scenario; beyond it, the result has a mismatch.

    Raises:
        CommandError: A service does not answer (exit code 3); no further results come.
        BrokerMisconfigured: RabbitMQ refuses the connection.
        StoreMisconfigured: Redis refuses the connection.
        StoreUnavailable: The store stopped answering for 30 s.
    """

    async def run(scenario: AnyScenario) -> ScenarioResult:
        return await _run_scenario(scenario, replace(services, namespace=f"s-{secrets.token_hex(6)}"), timeout_s)

    async with aclosing(map_concurrently(run, scenarios, limit=MAX_CONCURRENT_SCENARIOS)) as results:
        async for result in results:
            yield result


async def _run_scenario(scenario: AnyScenario, services: ServiceUrls, timeout_s: float) -> ScenarioResult:
    events: list[LoggedEvent] = []
    run = build_run(scenario, SystemClock(), build_logger("error"), INTERRUPTION_LATENCY_MS)
    async with _run_system(run, services) as system:
        try:
            async with asyncio.timeout(timeout_s), aclosing(run.play(system)) as stream:
                async for event in stream:
                    events.append(event)  # noqa: PERF401 - a timeout must keep the events so far
        except TimeoutError:
            return ScenarioResult(
                events, [f"not closed within {timeout_s:g} s: the last event is {last_event_text(events)}"]
            )
    return run.build_result(events)


@asynccontextmanager
async def _run_system(run: ScenarioRun, services: ServiceUrls) -> AsyncGenerator[DemandSystem]:
    """Run a system with workers for all roles of the scenario's application, and yield it."""
    dependencies = _without_stop_timeout(run.dependencies)
    log = dependencies.log
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_remove_namespace, services)
        store_connection = connections.open_store(services, dependencies.settings.runtime, OPEN_WAIT_S, log)
        store = await stack.enter_async_context(store_connection)
        stop, ready = asyncio.Event(), asyncio.Event()
        roles, resources = dependencies.applications.roles, run.build_resources(store)
        lifecycle = build_worker_loop(roles, dependencies, store, resources, services, ready.set, Health())
        worker_task = asyncio.create_task(lifecycle.run(stop))
        stack.push_async_callback(_stop_workers, worker_task, stop)
        await run_until(worker_task, ready.wait())
        if worker_task.done():
            await worker_task
        broker = await stack.enter_async_context(connections.open_broker(services, OPEN_WAIT_S, log))
        system = DemandSystem(dependencies, store, broker)
        await system.start()
        stack.push_async_callback(system.stop)
        yield system


def _without_stop_timeout(dependencies: SystemDependencies) -> SystemDependencies:
    """Return the dependencies with no stop timeout: work in progress is irrelevant once the log has ended."""
    runtime = dependencies.settings.runtime.model_copy(update={"stop_timeout": 0})
    return replace(dependencies, settings=dependencies.settings.replace(runtime))


async def _stop_workers(worker_task: asyncio.Task[None], stop: asyncio.Event) -> None:
    stop.set()
    await worker_task


async def _remove_namespace(services: ServiceUrls) -> None:
    """Remove the namespace; if a service is unavailable, print what remains there."""
    try:
        await remove_from_broker(services.broker, Topology(services.namespace), QUEUES)
    except BrokerUnavailable as error:
        print_note(f"queues and exchanges {services.namespace}.* could not be removed: {error}")
    try:
        await remove_from_store(services.store, services.namespace)
    except StoreUnavailable as error:
        print_note(f"keys {services.namespace}:* could not be removed: {error}")
