"""Dependencies of a gateway, in the process of a whole system or over RabbitMQ and Redis (DESIGN § 8)."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from gateway.context import GatewayContext
from gateway.extension import ExtendGateway
from gateway.inspection.service_checks import ServiceInspection
from shared.core.adapter_placeholder import Deferred
from shared.core.model_kind import ModelName
from shared.runtime.application import Application, Resources
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.ingress import Ingress
from shared.runtime.reconnect_loop import retry_connect
from shared.runtime.reconnecting_transport import ReconnectingTransport
from shared.runtime.system_clock import SystemClock
from shared.store.port import Store, StoreUnavailable
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from towow.bootstrap import connections
from towow.bootstrap.applications import APPLICATIONS, GATEWAY, QUEUES, ROUTES
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.model_factory import model_name
from towow.bootstrap.span_exporter_factory import build_span_exporter
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration
from towow.config.local_date import today_and_timezone

R = TypeVar("R")
T = TypeVar("T")

OUTBOX_ROLES = (*QUEUES, GATEWAY)
"""Every role that has an outbox."""

FIRST_ATTEMPTS_TIMEOUT_S = 1.0
"""Seconds that the first connection attempts get, so that a misconfigured service is reported before "ready"."""


@dataclass(frozen=True, slots=True)
class GatewayAssembly:
    """Dependencies of a gateway and its applications' parts: the arguments of `create_app`."""

    context: GatewayContext
    extend: Sequence[ExtendGateway]


def embedded_gateway(system: EmbeddedSystem, model: ModelName) -> GatewayAssembly:
    """Build the arguments of `create_app` for a gateway in the process of a started system.

    Serve it on a loopback address only: anonymous callers may administer, unless strangers are admitted (TOWOW_OPEN).

    Args:
        system: The started system.
        model: Kind of the system's model, which the gateway reports.
    """
    dependencies = system.dependencies
    settings, log, applications = dependencies.settings, dependencies.log, dependencies.applications
    context = GatewayContext(
        settings=settings.gateway,
        store=system.store,
        transport=system.transport,
        ingress=system.ingress,
        dead_letters=DeadLetters(system.store, applications.routes, log),
        clock=dependencies.clock,
        log=log,
        metrics=system.metrics,
        model=model,
        mode="embedded",
        today=today_and_timezone,
        roles=(*applications.roles, GATEWAY),
        breaker_name=dependencies.model.name,
        is_broker_connected=lambda: True,
        new_inspection=lambda: ServiceInspection(system.probes, applications.roles, lambda: dependencies.model.name),
        breaker_open_s=settings.model.recovery_timeout,
        allow_anonymous_admin=not settings.gateway.open,
    )
    return GatewayAssembly(context, applications.gateway_parts(system.resources, settings))


class PendingConnections:
    """Connections to services that a gateway does not wait for: it serves, with placeholders, while they are made."""

    def __init__(self) -> None:
        self._connecting: list[asyncio.Task[None]] = []
        self._attempts: list[FirstAttempt] = []

    def add(self, attempt: "FirstAttempt", connect: Coroutine[Any, Any, None]) -> None:
        """Start a task that connects to one service.

        Args:
            attempt: Wrapper through whose `run` the coroutine makes its first attempt; `wait_for_first_attempts` waits
                for it, or for the end of `connect`.
            connect: Coroutine that connects, repeatedly while the service does not answer. What it raises is raised by
                `wait_for_first_attempts` and `run_forever`.
        """
        task = asyncio.create_task(connect)
        task.add_done_callback(lambda _: attempt.is_over.set())
        self._connecting.append(task)
        self._attempts.append(attempt)

    async def wait_for_first_attempts(self) -> None:
        """Wait until each service was tried once, but at most FIRST_ATTEMPTS_TIMEOUT_S.

        Returns normally if a service does not answer; connecting continues in the background.

        Raises:
            BrokerMisconfigured: Waiting for the broker would not help.
            StoreMisconfigured: Waiting for the store would not help.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_ATTEMPTS_TIMEOUT_S):
                for attempt in self._attempts:
                    await attempt.is_over.wait()
        self._raise_errors()

    async def run_forever(self) -> None:
        """Wait until cancelled, while connecting continues; at least one connection must have been added.

        Raises:
            BrokerMisconfigured: Waiting for the broker would not help.
            StoreMisconfigured: Waiting for the store would not help.
        """
        await asyncio.wait(self._connecting, return_when=asyncio.FIRST_EXCEPTION)
        self._raise_errors()
        await asyncio.Event().wait()

    async def cancel(self) -> None:
        """Cancel all connection tasks and wait until they have ended; established connections stay open."""
        for task in self._connecting:
            task.cancel()
        await asyncio.gather(*self._connecting, return_exceptions=True)

    def _raise_errors(self) -> None:
        for task in self._connecting:
            if task.done():
                task.result()


class FirstAttempt:
    """Whether the first of repeated attempts is over, however it ended."""

    def __init__(self) -> None:
        self.is_over = asyncio.Event()

    async def run(self, attempt: Awaitable[T]) -> T:
        """Await `attempt` and return its result or raise its exception; in either case set the event `is_over`."""
        try:
            return await attempt
        finally:
            self.is_over.set()


class DeferredResources(Generic[R]):
    """Placeholder of an application's resources: a placeholder for each of their ports."""

    def __init__(self, kind: type[R]) -> None:
        self._ports = {port.name: Deferred[Any](_store_error) for port in fields(kind)}  # pyright: ignore[reportArgumentType] - a dataclass
        self.resources = kind(**{name: deferred.port for name, deferred in self._ports.items()})

    def resolve(self, resources: R) -> None:
        """Make the placeholders in `self.resources` pass all later calls to the ports of `resources`.

        Until then each call of a placeholder raises StoreUnavailable.

        Args:
            resources: Connected resources, of the class that was given to the constructor.
        """
        for name, deferred in self._ports.items():
            deferred.resolve(getattr(resources, name))


def _store_error() -> StoreUnavailable:
    return StoreUnavailable("the store was not reached yet")


def _defer_resources(applications: Sequence[Application[Any, Any]]) -> dict[type[Any], DeferredResources[Any]]:
    return {
        each.resources.kind: DeferredResources(each.resources.kind)
        for each in applications
        if each.resources is not None
    }


@asynccontextmanager
async def distributed_gateway(
    configuration: Configuration, *, allow_anonymous_admin: bool
) -> AsyncGenerator[tuple[GatewayAssembly, PendingConnections]]:
    """Context manager that yields a gateway's parts at once, while it connects to RabbitMQ and Redis in the background.

    It yields (arguments of `create_app`, pending connections). Await `wait_for_first_attempts` of the latter before
    serving and `run_forever` while serving: they raise the error of a misconfigured service. Until the store is
    connected, its calls raise StoreUnavailable; commands wait in the outbox until the broker is. On exit it stops
    publishing, for at most TOWOW_STOP_TIMEOUT seconds, then cancels connecting and closes the connections to store and
    broker.

    Args:
        configuration: Settings and service URLs.
        allow_anonymous_admin: Whether anonymous callers may administer while there are no API keys.

    Raises:
        CommandError: No services are configured.
    """
    settings = configuration.settings
    log = build_logger(settings.runtime.log_level, settings.runtime.log_format)
    pending = PendingConnections()
    async with AsyncExitStack() as stack:
        store = Deferred[Store](_store_error)
        resources = _defer_resources(tuple(APPLICATIONS))
        transport = _connect_broker(configuration, pending, log)
        stack.push_async_callback(transport.close)
        connected = await stack.enter_async_context(AsyncExitStack())
        stack.push_async_callback(pending.cancel)
        _connect_store(configuration, pending, log, store, resources, connected)
        metrics = Metrics()
        spans = build_span_exporter(settings.runtime, GATEWAY)
        if spans is not None:
            stack.push_async_callback(spans.close)
        ingress = Ingress(GATEWAY, ROUTES, store.port, transport, log, metrics, spans)
        await ingress.start()
        stack.push_async_callback(_stop_within, settings.runtime.stop_timeout, ingress.stop)
        model, breaker_name = model_name(settings.model)
        context = GatewayContext(
            settings=settings.gateway,
            store=store.port,
            transport=transport,
            ingress=ingress,
            dead_letters=DeadLetters(store.port, ROUTES, log),
            clock=SystemClock(),
            log=log,
            metrics=metrics,
            model=model,
            mode="distributed",
            today=today_and_timezone,
            roles=OUTBOX_ROLES,
            breaker_name=breaker_name,
            is_broker_connected=lambda: transport.is_connected,
            new_inspection=_server_inspection(configuration),
            breaker_open_s=settings.model.recovery_timeout,
            allow_anonymous_admin=allow_anonymous_admin,
            namespace=configuration.namespace,
        )
        placeholders = Resources(*(each.resources for each in resources.values()))
        yield GatewayAssembly(context, APPLICATIONS.gateway_parts(placeholders, settings)), pending


def _server_inspection(configuration: Configuration) -> Callable[[], ServiceInspection]:
    from towow.bootstrap.server_probes import ServerProbes  # imported late: both client libraries are slow to load

    probes = ServerProbes(configuration.require_services(), tuple(QUEUES))
    return lambda: ServiceInspection(probes, tuple(QUEUES), lambda: model_name(configuration.settings.model)[1])


def _connect_broker(configuration: Configuration, pending: PendingConnections, log: Log) -> ReconnectingTransport:
    first = FirstAttempt()
    services = configuration.require_services()
    transport = ReconnectingTransport(
        lambda: first.run(connections.connect_broker(services, log, "towow gateway")), log
    )
    pending.add(first, transport.start())
    return transport


def _connect_store(
    configuration: Configuration,
    pending: PendingConnections,
    log: Log,
    store: Deferred[Store],
    resources: dict[type[Any], DeferredResources[Any]],
    connected: AsyncExitStack,
) -> None:
    """Connect store and resources until `connected` closes, and resolve their placeholders."""
    first = FirstAttempt()
    services, settings = configuration.require_services(), configuration.settings

    async def connect() -> None:
        async with AsyncExitStack() as attempt:
            real = await connections.connect_store(services, settings.runtime, log)
            attempt.push_async_callback(real.close)
            opened = connections.open_resources(services, real, (GATEWAY,), log, settings)
            found = await attempt.enter_async_context(opened)
            connected.push_async_exit(attempt.pop_all().__aexit__)
        store.resolve(real)
        for kind, deferred in resources.items():
            deferred.resolve(found.get(kind))

    pending.add(first, retry_connect("store", lambda: first.run(connect()), log))


async def _stop_within(seconds: float, stop: Callable[[], Awaitable[None]]) -> None:
    """Call `stop`, for at most `seconds`: what could not be marked as published is sent again, and recognised."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop()
