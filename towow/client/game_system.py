"""System that plays the game of a command: an embedded one, with the workers of games only."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import replace

from gamehive.callback.http_client import HttpCallbackClient
from gamehive.engines.service import EnginePoolService
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.resources import GameResources
from gamehive.settings import GameSettings
from shared.core.model_kind import ModelName
from shared.runtime.application import ApplicationSet, Resources
from shared.runtime.system_clock import SystemClock
from towow.bootstrap.applications import APPLICATIONS
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import DemandSystem
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

GAMEHIVE = "gamehive"
"""Name of the application whose games are played."""


@asynccontextmanager
async def open_game_system(settings: Settings) -> AsyncGenerator[tuple[DemandSystem, ModelName, EnginePoolService]]:
    """Context manager that yields a started system, the kind of its model and its engines, and ends them on exit.

    Its games are lost then.

    Args:
        settings: All settings.

    Raises:
        CommandError: The scenario file of TOWOW_LLM is bad.
    """
    level = settings.runtime.log_level
    # The lines about each decision would stand between what the team says.
    log = build_logger("warning" if level == "info" else level, settings.runtime.log_format)
    with closing(EnginePoolService(settings.section(GameSettings).game_engine_processes)) as engines:
        clock = SystemClock()
        dependencies, model = build_dependencies(settings, clock, log)
        games = GameResources(engines, HttpCallbackClient(), MemoryInterpretationCache(clock))
        resources = Resources(*dependencies.resources, games)
        only = ApplicationSet(*(each for each in APPLICATIONS if each.name == GAMEHIVE))
        async with run_embedded(replace(dependencies, applications=only, resources=resources)) as system:
            yield system, model, engines
