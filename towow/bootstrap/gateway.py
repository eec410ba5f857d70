"""What a gateway stands on when the whole system lives in its process (DESIGN § 8)."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TypeVar

from gateway.context import GatewayContext
from negotiation.attendance.redis import RedisAttendanceStore
from shared.core.model_name import ModelName
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.ingress import Ingress
from shared.runtime.reconnect_loop import retry_connect
from shared.runtime.reconnecting_transport import ReconnectingTransport
from shared.runtime.system_clock import SystemClock
from shared.telemetry.log import Log, build_logger
from shared.telemetry.metrics import Metrics
from towow.bootstrap import connections
from towow.bootstrap.applications import GATEWAY, QUEUES, ROUTES
from towow.bootstrap.deferred_attendance import LateAttending
from towow.bootstrap.deferred_profiles import LateProfiles
from towow.bootstrap.deferred_store import LateStore
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.model_factory import model_name
from towow.config.environment import Configuration
from towow.config.local_date import today_and_timezone

SWEEPING = (*QUEUES, GATEWAY)
"""Every role that owes something."""


def embedded_gateway_context(system: EmbeddedSystem, model: ModelName) -> GatewayContext:
    """The house of a system that was started.

    Only this machine comes in, so who does not sign in may administer, unless it is said that strangers come.
    """
    place = system.dependencies
    return GatewayContext(
        settings=place.settings.gateway,
        store=system.store,
        transport=system.transport,
        profiles=place.profiles,
        attendance=system.attendance,
        ingress=system.ingress,
        dead_letters=DeadLetters(system.store, ROUTES, place.log),
        clock=place.clock,
        log=place.log,
        metrics=system.metrics,
        model=model,
        mode="embedded",
        today=today_and_timezone,
        roles=SWEEPING,
        breaker_name=place.model.name,
        is_broker_connected=lambda: True,
        allow_anonymous_admin=not place.settings.gateway.open,
        human_timeout_s=place.settings.user_agent.human_timeout,
    )


T = TypeVar("T")

FIRST = 1.0
"""Seconds that the first attempts get, so that what is wrong with a service is said before anything else."""


class PendingConnections:
    """Services that are waited for while others already work with their stand-ins."""

    def __init__(self) -> None:
        self._coming: list[asyncio.Task[None]] = []
        self._tried: list[asyncio.Event] = []

    def expect(self, come: Callable[[asyncio.Event], Awaitable[None]]) -> None:
        """Begin to wait; `come` sets the event when it has tried once."""
        tried = asyncio.Event()
        self._tried.append(tried)

        async def coming() -> None:
            try:
                await come(tried)
            finally:
                tried.set()

        self._coming.append(asyncio.create_task(coming()))

    async def first(self) -> None:
        """Return when all were tried once, or after FIRST s. Raises what waiting cannot mend."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST):
                for tried in self._tried:
                    await tried.wait()
        self._raise()

    async def attend(self) -> None:
        """For ever, unless something comes to light that waiting cannot mend: that is raised."""
        await asyncio.wait(self._coming, return_when=asyncio.FIRST_EXCEPTION)
        self._raise()
        await asyncio.Event().wait()

    async def give_up(self) -> None:
        """Wait for nothing any more."""
        for task in self._coming:
            task.cancel()
        await asyncio.gather(*self._coming, return_exceptions=True)

    def _raise(self) -> None:
        for task in self._coming:
            if task.done():
                task.result()


@asynccontextmanager
async def distributed_gateway(
    configuration: Configuration, *, admin_without_key: bool
) -> AsyncGenerator[tuple[GatewayContext, PendingConnections]]:
    """A house, at once, and what it still waits for. Raises Refusal without services."""
    about = configuration.settings.runtime
    log = build_logger(about.log_level, about.log_format)
    arrivals = PendingConnections()
    async with AsyncExitStack() as held:
        store, profiles, attending = LateStore(), LateProfiles(), LateAttending()
        broker = _broker(configuration, arrivals, log)
        held.push_async_callback(broker.close)
        held.push_async_callback(store.close)
        held.push_async_callback(profiles.close)
        held.push_async_callback(arrivals.give_up)
        _expect_store(configuration, arrivals, store, profiles, attending, log)
        entrance = Ingress(GATEWAY, ROUTES, store, broker, log)
        await entrance.start()
        held.push_async_callback(_within, about.stop_timeout, entrance.stop)
        model, called = model_name(configuration.settings.model)
        yield (
            GatewayContext(
                settings=configuration.settings.gateway,
                store=store,
                transport=broker,
                profiles=profiles,
                attendance=attending,
                ingress=entrance,
                dead_letters=DeadLetters(store, ROUTES, log),
                clock=SystemClock(),
                log=log,
                metrics=Metrics(),
                model=model,
                mode="distributed",
                today=today_and_timezone,
                roles=SWEEPING,
                breaker_name=called,
                is_broker_connected=lambda: broker.is_connected,
                allow_anonymous_admin=admin_without_key,
                human_timeout_s=configuration.settings.user_agent.human_timeout,
                namespace=configuration.namespace,
            ),
            arrivals,
        )


def _broker(configuration: Configuration, arrivals: PendingConnections, log: Log) -> ReconnectingTransport:
    attempts = _FirstAttempt()
    services = configuration.require_services()
    lasting = ReconnectingTransport(lambda: attempts.note(connections.broker(services, log, "towow gateway")), log)

    async def come(tried: asyncio.Event) -> None:
        attempts.tried = tried
        await lasting.start()

    arrivals.expect(come)
    return lasting


def _expect_store(
    configuration: Configuration,
    arrivals: PendingConnections,
    store: LateStore,
    profiles: LateProfiles,
    attending: LateAttending,
    log: Log,
) -> None:
    attempts = _FirstAttempt()
    services, settings = configuration.require_services(), configuration.settings.runtime

    async def both() -> None:
        found = await connections.store(services, settings, log)
        try:
            registry = await connections.registry(services, log)
        except BaseException:
            await found.close()
            raise
        registry.warm_up()
        store.came(found)
        attending.came(RedisAttendanceStore(found.pipelines, found.namespace))
        profiles.came(registry, registry.close)

    async def come(tried: asyncio.Event) -> None:
        attempts.tried = tried
        await retry_connect("store", lambda: attempts.note(both()), log)

    arrivals.expect(come)


class _FirstAttempt:
    """Tells when the first attempt is over, however it ended."""

    def __init__(self) -> None:
        self.tried = asyncio.Event()

    async def note(self, attempt: Awaitable[T]) -> T:
        try:
            return await attempt
        finally:
            self.tried.set()


async def _within(seconds: float, stop: Callable[[], Awaitable[None]]) -> None:
    """A store that is away must not hold up the end: what was not forgotten there is sent again, and recognised."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop()
