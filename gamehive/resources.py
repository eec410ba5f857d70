"""Ports that GameHive uses beside the platform's."""

from dataclasses import dataclass

from gamehive.callback.client import CallbackClient
from gamehive.engines.port import EngineService
from gamehive.interpretation_cache.port import InterpretationCache


@dataclass(frozen=True, slots=True)
class GameResources:
    """Engines that search for moves, the client that delivers them to a game server, and rules interpreted before."""

    engines: EngineService
    callback: CallbackClient
    interpretations: InterpretationCache
