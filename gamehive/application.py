"""GameHive as an application of the platform: the only module that names all of its parts (DESIGN § 1)."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import TYPE_CHECKING

import gamehive.agents.actors
import gamehive.callback.actors
import gamehive.host.actors
from gamehive.asyncapi import EVENT_CATALOG
from gamehive.callback.http_client import HttpCallbackClient
from gamehive.engines.service import EnginePoolService
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.interpretation_cache.redis import RedisInterpretationCache
from gamehive.resources import GameResources
from gamehive.settings import GameSettings
from shared.core.clock import Clock
from shared.llm.rule_based_model import Rules
from shared.runtime.actor import Actor, Task
from shared.runtime.application import Application, ResourceFactory, SettingsSections, StoreConnection
from shared.telemetry.log import Log

if TYPE_CHECKING:
    from gateway.extension import ExtendGateway

ROUTES = {
    "game": "game_host",
    "game_agent": "game_agent",
    "game_search": "game_search",
    "game_callback": "game_callback",
}


def _actors(resources: GameResources, settings: SettingsSections) -> Sequence[Actor]:
    from gamehive.tools.actors import MESSAGES, GameTools  # NumPy takes a while to load

    own = settings.section(GameSettings)
    agents = gamehive.agents.actors.GameAgents(own, resources.interpretations)
    callback = gamehive.callback.actors.DecisionCallback(own, resources.callback)
    return (
        gamehive.host.actors.host_entity(own),
        Task("game_agent", "game_agent", agents.perform, gamehive.agents.actors.MESSAGES),
        Task("game_search", "game_search", GameTools(resources.engines).perform, MESSAGES),
        Task("game_callback", "game_callback", callback.perform, gamehive.callback.actors.MESSAGES),
    )


def _rules() -> Rules:
    from gamehive.simulated.rules import RULES  # a worker with a real model needs none of them

    return RULES


def _in_memory(clock: Clock, settings: SettingsSections) -> GameResources:
    engines = EnginePoolService(settings.section(GameSettings).game_engine_processes)
    return GameResources(engines, HttpCallbackClient(), MemoryInterpretationCache(clock))


@asynccontextmanager
async def _connect(connection: StoreConnection) -> AsyncGenerator[GameResources]:
    # Only the role game_search ever searches, so that the others start no process.
    with closing(EnginePoolService(connection.settings.section(GameSettings).game_engine_processes)) as engines:
        async with AsyncExitStack() as stack:
            if ROUTES["game_search"] in connection.roles:
                compilation = asyncio.create_task(_compile(engines, connection.log))
                stack.callback(compilation.cancel)
            interpretations = RedisInterpretationCache(connection.client, connection.namespace)
            yield GameResources(engines, HttpCallbackClient(), interpretations)


async def _compile(engines: EnginePoolService, log: Log) -> None:
    """Compile all engines, so that no decision waits for it; what fails here is done again by the first search."""
    from gamehive.engines.pool import EngineUnavailable  # NumPy takes a while to load

    try:
        await engines.compile()
    except EngineUnavailable as error:
        log.warning("engines_not_compiled", error=str(error))


def _gateway(_: GameResources, settings: SettingsSections) -> "ExtendGateway":
    from gateway.games.extension import extend_gateway  # FastAPI takes a while to load

    return extend_gateway(settings.section(GameSettings))


APPLICATION: Application[GameResources, "ExtendGateway"] = Application(
    name="gamehive",
    routes=ROUTES,
    events=EVENT_CATALOG,
    actors=_actors,
    settings=(GameSettings,),
    rules=_rules,
    resources=ResourceFactory(GameResources, _in_memory, _connect),
    gateway=_gateway,
)
