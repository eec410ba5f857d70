"""System that runs the session of a command: the one on RabbitMQ and Redis, else a temporary embedded one."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from shared.core.model_kind import ModelName
from shared.runtime.application import ApplicationSet
from shared.runtime.system_clock import SystemClock
from towow.bootstrap.applications import APPLICATIONS
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration

DELIBERATION = "deliberation"
"""Name of the application whose sessions are run."""


@asynccontextmanager
async def open_session_system(
    configuration: Configuration, wait_s: float
) -> AsyncGenerator[tuple[DemandSystem, ModelName]]:
    """Context manager that yields a started system and the kind of its model, and stops it or disconnects on exit.

    With services it is the system on them, whose workers run elsewhere; else an embedded one, with the deliberation's
    workers only, whose sessions are lost on exit.

    Args:
        configuration: Configuration with the services' URLs, if there are any.
        wait_s: Maximum seconds to retry until a service answers, for each service and at least 1 s.

    Raises:
        CommandError: A service does not answer within `wait_s` (exit code 3), or the scenario file of TOWOW_LLM is bad
            (2).
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    settings = configuration.settings
    log = build_logger(settings.runtime.log_level, settings.runtime.log_format)
    if configuration.services is None:
        dependencies, model = build_dependencies(settings, SystemClock(), log)
        only = ApplicationSet(*(each for each in APPLICATIONS if each.name == DELIBERATION))
        async with run_embedded(replace(dependencies, applications=only)) as system:
            yield system, model
        return
    from towow.bootstrap import connections  # both services' libraries take a while to load

    async with AsyncExitStack() as stack:
        opened_store = connections.open_store(configuration.services, settings.runtime, wait_s, log)
        store = await stack.enter_async_context(opened_store)
        broker = await stack.enter_async_context(connections.open_broker(configuration.services, wait_s, log))
        dependencies, model = build_dependencies(settings, SystemClock(), log)
        stack.push_async_callback(dependencies.close)
        system = DemandSystem(dependencies, store, broker)
        await system.start()
        stack.push_async_callback(system.stop)
        yield system, model
