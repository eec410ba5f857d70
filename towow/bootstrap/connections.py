"""How a process reaches RabbitMQ and Redis, and what it says when they are not there (INTERFACES § 3)."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Literal, TypeVar

from negotiation.registry.redis.registry import RedisProfileRegistry
from negotiation.registry.redis.registry import connect_registry as connect_registry
from shared.runtime.application import Resources, StoreConnection
from shared.runtime.reconnect_loop import retry_connect
from shared.runtime.reconnecting_transport import ReconnectingTransport
from shared.runtime.settings import RuntimeSettings
from shared.store.port import StoreUnavailable
from shared.store.redis.availability import AvailabilityListener
from shared.store.redis.connect import connect as connect_redis
from shared.store.redis.store import RedisStore
from shared.telemetry.log import Log
from shared.transport.port import BrokerUnavailable, Delivery, Transport
from shared.transport.rabbitmq.declare import declare_topology
from shared.transport.rabbitmq.transport import connect as connect_rabbitmq
from shared.transport.topology import Topology
from towow.bootstrap.applications import APPLICATIONS, QUEUES
from towow.cli.exit import SERVICE_UNAVAILABLE, CommandError
from towow.cli.output import print_note
from towow.config.environment import ServiceUrls
from towow.config.logger import build_logger

T = TypeVar("T")
Service = Literal["broker", "store"]

START: dict[Service, str] = {
    "broker": "start one with `docker compose up -d rabbitmq`, or install rabbitmq-server",
    "store": "start one with `docker compose up -d redis`, or `redis-server --appendonly yes --appendfsync always`",
}

LEAST_WAIT = 1.0
"""Seconds that a service which is there gets to answer, however small `--wait` is."""

# What the adapters and their libraries say of a lost connection, we say ourselves, once.
for name in ("aio_pika", "aiormq", "shared"):
    logging.getLogger(name).addHandler(logging.NullHandler())


async def broker(services: ServiceUrls, log: Log, name: str = "towow") -> Transport:
    """One attempt: declares what is missing where it may, then connects. Raises BrokerLost, BrokerMisconfigured."""
    topology = Topology(services.namespace)

    def failed(delivery: Delivery, error: Exception) -> None:
        log.error("handler_failed", queue=delivery.queue, message_id=delivery.message.message_id, exc_info=error)

    with _with_start_hint("broker"):
        await declare_topology(services.broker, topology, QUEUES)
        return await connect_rabbitmq(services.broker, topology, name=name, on_error=failed)


async def store(
    services: ServiceUrls, settings: RuntimeSettings, log: Log, on_change: AvailabilityListener | None = None
) -> RedisStore:
    """One attempt. `on_change` hears, as the log does, when it is lost later. Raises StoreLost, StoreMisconfigured."""
    with _with_start_hint("store"):
        return await connect_redis(
            services.store,
            services.namespace,
            retention_days=settings.retention_days,
            journal=settings.journal,
            on_change=partial(_changed, log, on_change),
        )


async def registry(services: ServiceUrls, log: Log) -> RedisProfileRegistry:
    """One attempt. Raises StoreLost, StoreMisconfigured."""
    with _with_start_hint("store"):
        return await connect_registry(services.store, services.namespace, log)


@asynccontextmanager
async def open_resources(
    services: ServiceUrls, store: RedisStore, roles: Sequence[str], log: Log
) -> AsyncGenerator[Resources]:
    """Connect what the applications keep on the store's server beside it. One attempt.

    Raises:
        StoreUnavailable: The server does not answer.
        StoreMisconfigured: Waiting would not help.
    """
    connection = StoreConnection(services.store, services.namespace, store.client, roles, log)
    async with AsyncExitStack() as stack:
        with _with_start_hint("store"):
            resources = await APPLICATIONS.connect(connection, stack)
        yield resources


async def connect_with_timeout(wait: float, service: Service, connect: Callable[[], Awaitable[T]]) -> T:
    """The result of `connect()`, tried for `wait` s. Raises Refusal (exit code 3) with what was tried last."""
    last = ""

    async def attempt() -> T:
        nonlocal last
        try:
            with _with_start_hint(service):
                return await connect()
        except (BrokerUnavailable, StoreUnavailable) as error:
            if not last:
                print_note(f"{error}; trying for {wait:g} s")
            last = str(error)
            raise

    try:
        async with asyncio.timeout(max(wait, LEAST_WAIT)):
            return await retry_connect(service, attempt, build_logger("error"))
    except TimeoutError:
        said = last or f"the {service} does not answer; {START[service]}"
        raise CommandError(f"no answer within {wait:g} s: {said}", SERVICE_UNAVAILABLE) from None


@asynccontextmanager
async def open_store(
    services: ServiceUrls, settings: RuntimeSettings, wait: float, log: Log
) -> AsyncGenerator[RedisStore]:
    """The store meanwhile. Raises Refusal (3) when it does not answer within `wait` s."""
    found = await connect_with_timeout(wait, "store", lambda: store(services, settings, log))
    try:
        yield found
    finally:
        await found.close()


@asynccontextmanager
async def kept_registry(services: ServiceUrls, wait: float, log: Log) -> AsyncGenerator[RedisProfileRegistry]:
    """The registry meanwhile. Raises Refusal (3) when it does not answer within `wait` s."""
    found = await connect_with_timeout(wait, "store", lambda: registry(services, log))
    try:
        yield found
    finally:
        await found.close()


@asynccontextmanager
async def kept_broker(services: ServiceUrls, wait: float, log: Log) -> AsyncGenerator[ReconnectingTransport]:
    """The broker meanwhile, however often the connection is lost. Raises Refusal (3) as above, for the first one."""
    first = [await connect_with_timeout(wait, "broker", lambda: broker(services, log))]
    lasting = ReconnectingTransport(_first_of(first, lambda: broker(services, log)), log)
    try:
        await lasting.start()
        yield lasting
    finally:
        await lasting.close()


def _first_of(
    first: list[Transport], connect: Callable[[], Awaitable[Transport]]
) -> Callable[[], Awaitable[Transport]]:
    async def next_one() -> Transport:
        return first.pop() if first else await connect()

    return next_one


@contextmanager
def _with_start_hint(service: Service) -> Generator[None]:
    """A service that is not there: what was tried, and how to start one."""
    try:
        yield
    except (BrokerUnavailable, StoreUnavailable) as error:
        if START[service] in str(error):
            raise
        raise type(error)(f"{str(error).rstrip('.')}; {START[service]}") from error


def _changed(log: Log, on_change: AvailabilityListener | None, error: str | None) -> None:
    """The store was lost, or is back: said once each."""
    if on_change is not None:
        on_change(error)
    if error is None:
        log.info("service_back", service="store")
    else:
        log.warning("service_missing", service="store", error=error)
