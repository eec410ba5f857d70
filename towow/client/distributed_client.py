"""The door of a system whose workers run elsewhere: a desk over its broker and its store, and its registry."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from shared.runtime.system_clock import SystemClock
from shared.telemetry.log import make_log
from towow.bootstrap import connections
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.client.direct_client import DirectClient, RegistryAgentClient
from towow.config.environment import Configuration


@asynccontextmanager
async def distributed_door(configuration: Configuration, wait: float) -> AsyncGenerator[DirectClient]:
    """Its door meanwhile. Raises Refusal (3) when broker or store do not answer within `wait` s."""
    services, settings = configuration.needed(), configuration.settings
    log = make_log(settings.runtime.log_level, settings.runtime.log_format)
    async with AsyncExitStack() as held:
        store = await held.enter_async_context(connections.open_store(services, settings.runtime, wait, log))
        profiles = await held.enter_async_context(connections.kept_registry(services, wait, log))
        broker = await held.enter_async_context(connections.kept_broker(services, wait, log))
        place, model = build_dependencies(settings, SystemClock(), log, profiles)
        desk = DemandSystem(place, store, broker)
        await desk.start()
        held.push_async_callback(desk.stop)
        yield DirectClient(desk, model)


@asynccontextmanager
async def distributed_agents(configuration: Configuration, wait: float) -> AsyncGenerator[RegistryAgentClient]:
    """Its agents meanwhile; the broker is not needed for that. Raises Refusal (3)."""
    about = configuration.settings.runtime
    log = make_log(about.log_level, about.log_format)
    async with connections.kept_registry(configuration.needed(), wait, log) as profiles:
        yield RegistryAgentClient(profiles)
