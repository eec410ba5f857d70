"""How scenarios are played over RabbitMQ and Redis: all roles in this process, in real time, leaving nothing behind."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import replace

from negotiation.attendance.redis import RedisAttendanceStore
from negotiation.submission import Submission
from shared.runtime.reconnect_loop import run_until
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent, StoreUnavailable
from shared.store.redis.connect import remove as remove_from_store
from shared.telemetry.log import make_log
from shared.transport.port import BrokerUnavailable
from shared.transport.rabbitmq.declare import depths
from shared.transport.rabbitmq.declare import remove as remove_from_broker
from shared.transport.topology import Topology
from towow.bootstrap import connections
from towow.bootstrap.applications import QUEUES
from towow.bootstrap.health_server import Health
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.bootstrap.worker import workers
from towow.cli.output import print_note
from towow.config.environment import ServiceUrls
from towow.scenario.runner import ScenarioResult, judged, last, place_of, play
from towow.scenario.schema import Scenario

AT_ONCE = 6
"""Files that are played at the same time: mostly they wait for a deadline."""

THOUGHT = 300
"""Milliseconds that an answer takes when the requester cancels: whoever cancels is faster than any model."""


async def reach(services: ServiceUrls, wait: float) -> None:
    """See that both services answer. Raises Refusal (3), BrokerMisconfigured, StoreMisconfigured."""
    async with connections.kept_registry(services, wait, make_log("error")):
        pass
    topology = Topology(services.namespace)
    await connections.connect_with_timeout(wait, "broker", lambda: depths(services.broker, topology, ()))


async def run_all(
    scenarios: Sequence[Scenario], services: ServiceUrls, timeout: float
) -> AsyncGenerator[ScenarioResult]:
    """What came of each, in their order; some are played at once, each for at most `timeout` s.

    Of `services` only the URLs count: every scenario has a namespace of its own, removed afterwards.
    """
    turns = asyncio.Semaphore(AT_ONCE)

    async def in_turn(scenario: Scenario) -> ScenarioResult:
        async with turns:
            return await _run(scenario, replace(services, namespace=f"s-{secrets.token_hex(6)}"), timeout)

    running = [asyncio.create_task(in_turn(scenario)) for scenario in scenarios]
    try:
        for task in running:
            yield await task
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _run(scenario: Scenario, services: ServiceUrls, timeout: float) -> ScenarioResult:
    events: list[LoggedEvent] = []
    async with _system(scenario, services) as (desk, accept):
        try:
            async with asyncio.timeout(timeout), aclosing(play(desk, scenario, accept())) as played:
                async for event in played:
                    events.append(event)  # noqa: PERF401 - what came before the time was up is kept
        except TimeoutError:
            return ScenarioResult(events, [f"not closed within {timeout:g} s: nothing came after {last(events)}"])
    return judged(scenario, events)


@asynccontextmanager
async def _system(
    scenario: Scenario, services: ServiceUrls
) -> AsyncGenerator[tuple[DemandSystem, Callable[[], Submission]]]:
    """Desk and workers of all roles, at work meanwhile; the namespace is removed afterwards."""
    log = make_log("error")
    slowed = scenario.model_copy(update={"latency_ms": max(scenario.latency_ms, THOUGHT)})
    place, accept = place_of(slowed if scenario.cancel_after else scenario, SystemClock(), log)
    place = _impatient(place)
    async with AsyncExitStack() as held:
        held.push_async_callback(_remove, services)
        kept_store = connections.open_store(services, place.settings.runtime, connections.LEAST_WAIT, log)
        store = await held.enter_async_context(kept_store)
        stop, ready = asyncio.Event(), asyncio.Event()
        attending = RedisAttendanceStore(store.pipelines, store.namespace)
        lifecycle = workers(QUEUES, place, store, attending, services, ready.set, Health())
        working = asyncio.create_task(lifecycle.run(stop))
        held.push_async_callback(_stopped, working, stop)
        await run_until(working, ready.wait())
        if working.done():
            await working
        broker = await held.enter_async_context(connections.kept_broker(services, connections.LEAST_WAIT, log))
        desk = DemandSystem(place, store, broker)
        await desk.start()
        held.push_async_callback(desk.stop)
        yield desk, accept


def _impatient(place: SystemDependencies) -> SystemDependencies:
    """When the demand has closed, nobody waits for what is still in hand."""
    runtime = place.settings.runtime.model_copy(update={"stop_timeout": 0})
    return replace(place, settings=place.settings.model_copy(update={"runtime": runtime}))


async def _stopped(working: asyncio.Task[None], stop: asyncio.Event) -> None:
    stop.set()
    await working


async def _remove(services: ServiceUrls) -> None:
    """Leave nothing behind; a service that is not there any more is said, and what lies there named."""
    try:
        await remove_from_broker(services.broker, Topology(services.namespace), QUEUES)
    except BrokerUnavailable as error:
        print_note(f"queues and exchanges {services.namespace}.* could not be removed: {error}")
    try:
        await remove_from_store(services.store, services.namespace)
    except StoreUnavailable as error:
        print_note(f"keys {services.namespace}:* could not be removed: {error}")
