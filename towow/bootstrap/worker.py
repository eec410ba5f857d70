"""A worker process: the actors of some roles, at work over RabbitMQ and Redis until it is told to stop (DESIGN § 8)."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from negotiation.attendance.port import AttendanceStore
from negotiation.attendance.redis import RedisAttendanceStore
from negotiation.registry.port import ProfileRegistry
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.concurrency_limit import limit_concurrency
from shared.runtime.reconnect_loop import ReconnectLoop, retry_connect, run_until
from shared.runtime.system_clock import SystemClock
from shared.runtime.worker import Worker
from shared.store.port import Store
from shared.store.redis.store import RedisStore
from shared.telemetry.log import Log, build_logger
from shared.transport.port import Transport
from towow.bootstrap import connections
from towow.bootstrap.applications import ROUTES, actors
from towow.bootstrap.health_server import Health, HealthReportingSession, reported
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import SystemDependencies
from towow.config.environment import Configuration, ServiceUrls

SEARCHING = ROUTES["coordinator"]
"""The role that searches the registry; the others only look somebody up."""


async def work(
    roles: Sequence[str], configuration: Configuration, *, stop: asyncio.Event, ready: Callable[[], None]
) -> None:
    """Work until `stop` is set; `ready` is called when the first messages may come. A missing service is waited for.

    Raises BrokerMisconfigured or StoreMisconfigured when waiting would not help, Refusal without services.
    """
    services, settings = configuration.require_services(), configuration.settings
    log = build_logger(settings.runtime.log_level, settings.runtime.log_format)
    health = Health()
    async with (
        reported(settings.runtime, health),
        _open_store_and_registry(roles, configuration, stop, log, health) as stored,
    ):
        if stored is not None:
            store, profiles = stored
            attending = RedisAttendanceStore(store.pipelines, store.namespace)
            place, _ = build_dependencies(settings, SystemClock(), log, profiles)
            lifecycle = workers(roles, place, store, attending, services, ready, health)
            try:
                await lifecycle.run(stop)
            finally:
                await place.close()


def workers(
    roles: Sequence[str],
    place: SystemDependencies,
    store: Store,
    attending: AttendanceStore,
    services: ServiceUrls,
    ready: Callable[[], None],
    health: Health,
) -> ReconnectLoop:
    """What keeps the actors of `roles` at work over a store and the services' broker; `health` hears how it goes."""
    everybody = actors(place.profiles, place.settings, attending)
    chosen = [actor for actor in everybody if actor.role in roles]
    metrics = health.metrics
    model = limit_concurrency(CircuitBreaker(place.model, store, place.settings.model, metrics), place.settings.model)

    def build(transport: Transport) -> HealthReportingSession:
        worker = Worker(
            chosen,
            routes=ROUTES,
            store=store,
            transport=transport,
            model=model,
            clock=place.clock,
            settings=place.settings.runtime,
            log=place.log,
            metrics=metrics,
        )
        return HealthReportingSession(worker, health)

    name = f"towow {' '.join(roles)}"
    grace = place.settings.runtime.stop_timeout
    return ReconnectLoop(lambda: connections.broker(services, place.log, name), build, place.log, ready, grace)


@asynccontextmanager
async def _open_store_and_registry(
    roles: Sequence[str], configuration: Configuration, stop: asyncio.Event, log: Log, health: Health
) -> AsyncGenerator[tuple[RedisStore, ProfileRegistry] | None]:
    """Store and registry, warm where it is searched; None when it is time to stop before they answer."""
    stopping = asyncio.create_task(stop.wait())
    services, settings = configuration.require_services(), configuration.settings.runtime
    async with AsyncExitStack() as held:
        held.callback(stopping.cancel)
        reached = partial(connections.store, services, settings, log, health.store_changed)
        store = await run_until(stopping, retry_connect("store", reached, log))
        if store is None:
            yield None
            return
        held.push_async_callback(store.close)
        profiles = await run_until(stopping, retry_connect("store", lambda: connections.registry(services, log), log))
        if profiles is None:
            yield None
            return
        held.push_async_callback(profiles.close)
        if SEARCHING in roles:
            profiles.warm_up()
        health.store_changed(None)
        yield store, profiles
