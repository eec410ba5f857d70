"""Connections of a process to RabbitMQ and Redis, and the hints given when these do not answer (INTERFACES § 3)."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Literal, TypeVar

from negotiation.registry.redis.registry import RedisProfileRegistry, connect_registry
from negotiation.registry.redis.vector_store import open_vector_store
from negotiation.registry.vector_updater import VectorUpdater
from shared.embedding.factory import build_embedder
from shared.embedding.settings import EmbedderSettings
from shared.runtime.application import Resources, StoreConnection
from shared.runtime.reconnect_loop import retry_connect
from shared.runtime.reconnecting_transport import ReconnectingTransport
from shared.runtime.settings import RuntimeSettings
from shared.store.port import StoreUnavailable
from shared.store.redis.availability_report import AvailabilityListener
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
from towow.config.demand_logger import build_logger
from towow.config.environment import ServiceUrls
from towow.config.settings import Settings

T = TypeVar("T")
Service = Literal["broker", "store"]

START_HINTS: dict[Service, str] = {
    "broker": "start one with `docker compose up -d rabbitmq`, or install rabbitmq-server",
    "store": "start one with `docker compose up -d redis`, or `redis-server --appendonly yes --appendfsync always`",
}

MIN_WAIT_S = 1.0
"""Minimum time for a service to answer, however small `--wait` is."""

# The product reports a lost connection itself, once; the libraries' own messages about it are not printed.
for name in ("aio_pika", "aiormq", "shared"):
    logging.getLogger(name).addHandler(logging.NullHandler())
# asyncio writes this one when several messages have been written to a connection that is lost already.
logging.getLogger("asyncio").addFilter(lambda record: record.msg != "socket.send() raised exception.")


async def connect_broker(services: ServiceUrls, log: Log, name: str = "towow") -> Transport:
    """Declare the broker's missing exchanges and queues, connect, and return the connection, which the caller closes.

    It makes one attempt, and a connection that is lost later is not opened again (see `open_broker`). A login without
    the right to declare succeeds if all exchanges and queues exist.

    Args:
        services: URLs and namespace.
        log: Receives `handler_failed` for each message whose handler raises.
        name: Name of the connection in the broker's administration.

    Raises:
        BrokerUnavailable: The broker does not answer; the message says how to start one.
        BrokerMisconfigured: The broker rejects the connection or a declaration, so that waiting would not help.
    """
    topology = Topology(services.namespace)

    def failed(delivery: Delivery, error: Exception) -> None:
        log.error("handler_failed", queue=delivery.queue, message_id=delivery.message.message_id, exc_info=error)

    with _with_start_hint("broker"):
        await declare_topology(services.broker, topology, QUEUES)
        return await connect_rabbitmq(services.broker, topology, name=name, on_error=failed)


async def connect_store(
    services: ServiceUrls, settings: RuntimeSettings, log: Log, on_change: AvailabilityListener | None = None
) -> RedisStore:
    """Connect to the store, in one attempt, and return it; the caller closes it.

    Args:
        services: URLs and namespace.
        settings: Settings of which the retention and the journal apply to the store.
        log: Receives a line whenever the store becomes unavailable later, and when it is available again.
        on_change: Called at the same times, with the error's text or, when it is available again, None.

    Raises:
        StoreUnavailable: The store does not answer; the message says how to start one.
        StoreMisconfigured: The store cannot be used as configured, so that waiting would not help.
    """
    with _with_start_hint("store"):
        return await connect_redis(
            services.store,
            services.namespace,
            retention_days=settings.retention_days,
            journal=settings.journal,
            on_change=partial(_report_availability, log, on_change),
        )


async def connect_profile_registry(services: ServiceUrls, log: Log) -> RedisProfileRegistry:
    """Connect to the registry of agent profiles on the store's server and return it; the caller closes it.

    It makes one attempt. The profiles are read at the first use.

    Args:
        services: URLs and namespace.
        log: Log of the registry.

    Raises:
        StoreUnavailable: The server does not answer; the message says how to start one.
        StoreMisconfigured: The server cannot be used as configured, so that waiting would not help.
    """
    with _with_start_hint("store"):
        return await connect_registry(services.store, services.namespace, log)


@asynccontextmanager
async def open_resources(
    services: ServiceUrls, store: RedisStore, roles: Sequence[str], log: Log, settings: Settings
) -> AsyncGenerator[Resources]:
    """Context manager that connects the applications' resources on the store's server, and disconnects them on exit.

    It makes one attempt and yields the resources, among them the registry of agent profiles.

    Args:
        services: URLs and namespace.
        store: Connected store; it stays open on exit.
        roles: Roles of this process; for one that searches for agents the profiles are loaded in the background.
        log: Log of the resources.
        settings: Settings of the system.

    Raises:
        StoreUnavailable: The server does not answer; the message says how to start one.
        StoreMisconfigured: The server cannot be used as configured, so that waiting would not help.
    """
    connection = StoreConnection(services.store, services.namespace, store.client, roles, log, settings)
    async with AsyncExitStack() as stack:
        with _with_start_hint("store"):
            resources = await APPLICATIONS.connect(connection, stack)
        yield resources


async def connect_with_timeout(wait_s: float, service: Service, connect: Callable[[], Awaitable[T]]) -> T:
    """Call `connect` until it succeeds, with exponential backoff, and return its result.

    It calls again after BrokerUnavailable or StoreUnavailable, and prints a note to standard error the first time.

    Args:
        wait_s: Maximum seconds for all attempts together; less than MIN_WAIT_S (1 s) counts as MIN_WAIT_S.
        service: Service that `connect` connects to, for messages.
        connect: Makes one attempt to connect.

    Raises:
        CommandError: The service did not answer in time (exit code 3). The message contains the last error.
        BrokerMisconfigured: Waiting for the broker would not help; raised at once.
        StoreMisconfigured: Waiting for the store would not help; raised at once.
    """
    last = ""

    async def attempt() -> T:
        nonlocal last
        try:
            with _with_start_hint(service):
                return await connect()
        except (BrokerUnavailable, StoreUnavailable) as error:
            if not last:
                print_note(f"{error}; trying for {wait_s:g} s")
            last = str(error)
            raise

    try:
        async with asyncio.timeout(max(wait_s, MIN_WAIT_S)):
            return await retry_connect(service, attempt, build_logger("error"))
    except TimeoutError:
        said = last or f"the {service} does not answer; {START_HINTS[service]}"
        raise CommandError(f"no answer within {wait_s:g} s: {said}", SERVICE_UNAVAILABLE) from None


@asynccontextmanager
async def open_store(
    services: ServiceUrls, settings: RuntimeSettings, wait_s: float, log: Log
) -> AsyncGenerator[RedisStore]:
    """Context manager that connects to the store, yields it, and closes its connections on exit.

    Args:
        services: URLs and namespace.
        settings: Settings of which the retention and the journal apply to the store.
        wait_s: Maximum seconds to retry until the store answers, at least MIN_WAIT_S (1 s).
        log: Receives a line whenever the store becomes unavailable later, and when it is available again.

    Raises:
        CommandError: The store did not answer within `wait_s` (exit code 3).
        StoreMisconfigured: The store cannot be used as configured, so that waiting would not help.
    """
    found = await connect_with_timeout(wait_s, "store", lambda: connect_store(services, settings, log))
    try:
        yield found
    finally:
        await found.close()


@asynccontextmanager
async def open_registry(services: ServiceUrls, wait_s: float, log: Log) -> AsyncGenerator[RedisProfileRegistry]:
    """Context manager that connects to the registry of agent profiles, yields it, and closes its connection on exit.

    Args:
        services: URLs and namespace; the registry is on the store's server.
        wait_s: Maximum seconds to retry until the server answers, at least MIN_WAIT_S (1 s).
        log: Log of the registry.

    Raises:
        CommandError: The server did not answer within `wait_s` (exit code 3).
        StoreMisconfigured: The server cannot be used as configured, so that waiting would not help.
    """
    found = await connect_with_timeout(wait_s, "store", lambda: connect_profile_registry(services, log))
    try:
        yield found
    finally:
        await found.close()


@asynccontextmanager
async def open_vectors(services: ServiceUrls, settings: EmbedderSettings, log: Log) -> AsyncGenerator[VectorUpdater]:
    """Context manager that yields the maker of the profiles' vectors, and closes its connections on exit.

    Nothing is connected or loaded before it is used.

    Args:
        services: URLs and namespace; the vectors are on the store's server.
        settings: Settings of the embedder.
        log: Log of computed and missing vectors.

    Raises:
        StoreMisconfigured: The URL is invalid.
    """
    store = open_vector_store(services.store, services.namespace)
    is_remote = settings.embedder == "http"
    vectors = VectorUpdater(lambda: build_embedder(settings), store, log, is_remote=is_remote)
    try:
        yield vectors
    finally:
        await vectors.close()
        await store.close()


@asynccontextmanager
async def open_broker(services: ServiceUrls, wait_s: float, log: Log) -> AsyncGenerator[ReconnectingTransport]:
    """Context manager that connects to the broker, and yields a transport that reconnects when the connection is lost.

    While there is no connection, publishing raises PublishFailed. On exit it stops reconnecting, cancels running
    handlers and closes the connection.

    Args:
        services: URLs and namespace.
        wait_s: Maximum seconds to retry the first connection, at least MIN_WAIT_S (1 s); later ones have no limit.
        log: Receives lost connections, and `handler_failed` for each message whose handler raises.

    Raises:
        CommandError: The first connection was not made within `wait_s` (exit code 3).
        BrokerMisconfigured: The broker rejects the first connection, so that waiting would not help.
    """
    first = [await connect_with_timeout(wait_s, "broker", lambda: connect_broker(services, log))]
    lasting = ReconnectingTransport(_first_then_connect(first, lambda: connect_broker(services, log)), log)
    try:
        await lasting.start()
        yield lasting
    finally:
        await lasting.close()


def _first_then_connect(
    first: list[Transport], connect: Callable[[], Awaitable[Transport]]
) -> Callable[[], Awaitable[Transport]]:
    async def next_one() -> Transport:
        return first.pop() if first else await connect()

    return next_one


@contextmanager
def _with_start_hint(service: Service) -> Generator[None]:
    """Add to the error of a service that does not answer how to start one."""
    try:
        yield
    except (BrokerUnavailable, StoreUnavailable) as error:
        if START_HINTS[service] in str(error):
            raise
        raise type(error)(f"{str(error).rstrip('.')}; {START_HINTS[service]}") from error


def _report_availability(log: Log, on_change: AvailabilityListener | None, error: str | None) -> None:
    """Log, and pass on, that the store became unavailable (`error`) or available again (None)."""
    if on_change is not None:
        on_change(error)
    if error is None:
        log.info("service_back", service="store")
    else:
        log.warning("service_missing", service="store", error=error)
