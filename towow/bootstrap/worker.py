"""A worker process: the actors of some roles over RabbitMQ and Redis, until it is stopped (DESIGN § 8)."""

import asyncio
import dataclasses
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from deliberation.resources import DeliberationResources
from negotiation.resources import NegotiationResources
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.concurrency_limit import limit_concurrency, limit_prefetch
from shared.runtime.application import Resources
from shared.runtime.reconnect_loop import ReconnectLoop, retry_connect, run_until
from shared.runtime.system_clock import SystemClock
from shared.runtime.worker import Worker
from shared.store.port import Store
from shared.telemetry.log import Log
from shared.transport.port import Transport
from towow.bootstrap import connections
from towow.bootstrap.health_server import Health, HealthReportingSession, serve_health
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration, ServiceUrls


async def run_worker(
    roles: Sequence[str], configuration: Configuration, *, stop: asyncio.Event, ready: Callable[[], None]
) -> None:
    """Run the actors of `roles` until `stop` is set. Waits for missing services and reconnects to lost ones.

    Once `stop` is set, it waits up to TOWOW_STOP_TIMEOUT seconds for messages in progress, closes the model, the
    connections and the health server, and returns.

    Args:
        roles: Roles whose queues are consumed, each one of QUEUES.
        configuration: Settings and service URLs.
        stop: Set when the process is to end.
        ready: Called each time messages may come: after the first connection and after every reconnection.

    Raises:
        BrokerMisconfigured: Waiting for the broker would not help.
        StoreMisconfigured: Waiting for the store would not help.
        CommandError: No services are configured, the scenario file is wrong, or the port of the metrics cannot be
            opened.
    """
    services, settings = configuration.require_services(), configuration.settings
    log = build_logger(settings.runtime.log_level, settings.runtime.log_format)
    health = Health()
    async with (
        serve_health(settings.runtime, health),
        _open_store_and_resources(roles, configuration, stop, log, health) as opened,
    ):
        if opened is not None:
            store, resources = opened
            dependencies, _ = build_dependencies(settings, SystemClock(), log, service="-".join(roles))
            own = with_scenario_resources(resources, dependencies.resources)
            loop = build_worker_loop(roles, dependencies, store, own, services, ready, health)
            try:
                await loop.run(stop)
            finally:
                await dependencies.close()


def with_scenario_resources(shared: Resources, of_scenario: Resources) -> Resources:
    """Return a copy of `shared` in which what a scenario file brings replaces what is on the store's server.

    Args:
        shared: Resources on the store's server; their attendance store and other applications' resources are kept.
        of_scenario: Resources of the scenario file: agent profiles, or a comparer of positions and a reviewer.
    """
    if DeliberationResources in of_scenario:
        return Resources(*shared, of_scenario.get(DeliberationResources))
    if NegotiationResources not in of_scenario:
        return shared
    profiles = of_scenario.get(NegotiationResources).profiles
    return Resources(*shared, dataclasses.replace(shared.get(NegotiationResources), profiles=profiles))


def build_worker_loop(
    roles: Sequence[str],
    dependencies: SystemDependencies,
    store: Store,
    resources: Resources,
    services: ServiceUrls,
    ready: Callable[[], None],
    health: Health,
) -> ReconnectLoop:
    """Build the loop that runs the actors of `roles` over successive broker connections; `run(stop)` starts it.

    Args:
        roles: Roles whose queues are consumed.
        dependencies: Model, clock, log, settings and applications.
        store: Connected store.
        resources: Connected resources of all applications; KeyError if those of one are missing.
        services: URLs and namespace.
        ready: Called each time the actors have started to consume.
        health: Receives the state of the broker connection, and the metrics.
    """
    settings, log = dependencies.settings, dependencies.log
    applications = dependencies.applications
    actors = [actor for actor in applications.actors(resources, settings) if actor.role in roles]
    breaker = CircuitBreaker(dependencies.model, store, settings.model, health.metrics)
    model = limit_concurrency(breaker, settings.model)
    concurrency = limit_prefetch(settings.runtime.concurrency, settings.model)
    runtime_settings = settings.runtime.model_copy(update={"concurrency": concurrency})

    def build_session(transport: Transport) -> HealthReportingSession:
        worker = Worker(
            actors,
            routes=applications.routes,
            store=store,
            transport=transport,
            model=model,
            clock=dependencies.clock,
            settings=runtime_settings,
            log=log,
            metrics=health.metrics,
            spans=dependencies.spans,
        )
        return HealthReportingSession(worker, health)

    name = f"towow {' '.join(roles)}"
    connect = partial(connections.connect_broker, services, log, name)
    return ReconnectLoop(connect, build_session, log, ready, settings.runtime.stop_timeout)


@asynccontextmanager
async def _open_store_and_resources(
    roles: Sequence[str], configuration: Configuration, stop: asyncio.Event, log: Log, health: Health
) -> AsyncGenerator[tuple[Store, Resources] | None]:
    """Connect the store and the applications' resources; yield None when `stop` is set before they answer."""
    stopping = asyncio.create_task(stop.wait())
    services, settings = configuration.require_services(), configuration.settings.runtime
    async with AsyncExitStack() as stack:
        stack.callback(stopping.cancel)
        connect = partial(connections.connect_store, services, settings, log, health.set_store_error)
        store = await run_until(stopping, retry_connect("store", connect, log))
        if store is None:
            yield None
            return
        stack.push_async_callback(store.close)

        async def open_resources() -> Resources:
            opened = connections.open_resources(services, store, roles, log, configuration.settings)
            return await stack.enter_async_context(opened)

        resources = await run_until(stopping, retry_connect("store", open_resources, log))
        if resources is None:
            yield None
            return
        health.set_store_error(None)
        yield store, resources
