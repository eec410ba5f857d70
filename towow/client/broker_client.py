"""Clients of a distributed system, connected to its RabbitMQ and Redis."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from shared.runtime.system_clock import SystemClock
from towow.bootstrap import connections
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.client.direct_client import DirectClient, RegistryAgentClient
from towow.client.requester_token_file import RequesterTokenFile
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration


@asynccontextmanager
async def open_broker_client(configuration: Configuration, wait_s: float) -> AsyncGenerator[DirectClient]:
    """Context manager that connects to broker and store, yields a client, and closes the connections on exit.

    Args:
        configuration: Configuration with the services' URLs.
        wait_s: Maximum seconds to retry until a service answers, for each service and at least 1 s.

    Raises:
        CommandError: A service does not answer within `wait_s` (exit code 3), no services are configured, or the
            scenario file of TOWOW_LLM is bad (2).
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    services, settings = configuration.require_services(), configuration.settings
    log = build_logger(settings.runtime.log_level, settings.runtime.log_format)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(connections.open_store(services, settings.runtime, wait_s, log))
        profiles = await stack.enter_async_context(connections.open_registry(services, wait_s, log))
        broker = await stack.enter_async_context(connections.open_broker(services, wait_s, log))
        dependencies, model = build_dependencies(settings, SystemClock(), log)
        stack.push_async_callback(dependencies.close)
        system = DemandSystem(dependencies, store, broker)
        await system.start()
        stack.push_async_callback(system.stop)
        yield DirectClient(system, model, profiles, RequesterTokenFile())


@asynccontextmanager
async def open_broker_agents(configuration: Configuration, wait_s: float) -> AsyncGenerator[RegistryAgentClient]:
    """Context manager that connects to the store alone, yields a client of the agents, and disconnects on exit.

    Args:
        configuration: Configuration with the services' URLs.
        wait_s: Maximum seconds to retry until the store answers, at least 1 s.

    Raises:
        CommandError: The store does not answer within `wait_s` (exit code 3), or no services are configured (2).
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    runtime = configuration.settings.runtime
    log = build_logger(runtime.log_level, runtime.log_format)
    services, embedder = configuration.require_services(), configuration.settings.embedder
    async with (
        connections.open_registry(services, wait_s, log) as profiles,
        connections.open_vectors(services, embedder, log) as vectors,
    ):
        yield RegistryAgentClient(profiles, vectors)
