"""The whole system with the shipped profiles and the simulated model, to evaluate demands in."""

import asyncio
from functools import cache

from negotiation.registry import profile_import
from shared.core.clock import Clock
from shared.embedding.factory import build_embedder
from towow.bootstrap.applications import memory_resources
from towow.bootstrap.memory_registry import build_searchable_registry
from towow.bootstrap.model_factory import build_simulated_model
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings
from towow.evaluation.runner import EvaluationSetup


@cache
def shipped_setup() -> EvaluationSetup:
    settings = Settings()
    shipped = profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    embedder = build_embedder(settings.embedder)
    profiles = asyncio.run(build_searchable_registry(shipped, embedder, build_logger("error")))

    def build(clock: Clock) -> SystemDependencies:
        return SystemDependencies(
            settings, build_simulated_model(settings), clock, build_logger("error"), memory_resources(profiles, clock)
        )

    return EvaluationSetup(build, "simulated")
