"""Which model answers, and whose profiles there are: what TOWOW_LLM says (INTERFACES § 1)."""

from dataclasses import replace
from pathlib import Path

import channel_admin.simulated.rules
import coordinator.simulated.rules
import user_agent.simulated.rules
from negotiation.registry import profile_file
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.port import ProfileRegistry
from shared.core.clock import Clock
from shared.core.model_name import ModelName
from shared.llm.rule_based_model import RuleBasedModel
from shared.llm.settings import ModelSettings
from shared.telemetry.log import Log
from towow.bootstrap.system import SystemDependencies
from towow.cli.exit import CommandError
from towow.config.settings import Settings

RULES = {**coordinator.simulated.rules.RULES, **channel_admin.simulated.rules.RULES, **user_agent.simulated.rules.RULES}
"""Prompt key → the rule that answers it."""

SPREAD = 0.6
"""The share by which a simulated answer comes sooner or later: people do not speak in chorus."""


def simulated_model(settings: Settings) -> RuleBasedModel:
    """The model that needs no key, no network and no money."""
    return RuleBasedModel(RULES, settings.model.simulated_latency_ms, SPREAD)


def model_name(settings: ModelSettings) -> tuple[ModelName, str]:
    """Which model it is, and what it is called in the store."""
    if settings.llm == "anthropic":
        return "anthropic", settings.llm_model
    return ("scenario" if settings.llm.startswith("scenario:") else "simulated"), settings.llm.partition(":")[0]


def build_dependencies(
    settings: Settings, clock: Clock, log: Log, profiles: ProfileRegistry | None = None
) -> tuple[SystemDependencies, ModelName]:
    """What a system needs, and how its model is called. Raises Refusal for a scenario file that is wrong.

    `profiles`: the registry; without one the shipped profiles. A scenario file brings its own.
    """
    _, is_scenario, path = settings.model.llm.partition("scenario:")
    if is_scenario:
        return _written(Path(path), settings, clock, log), "scenario"
    known = (
        MemoryProfileRegistry(profile_file.read_profiles([profile_file.shipped_profiles_folder()]).profiles)
        if profiles is None
        else profiles
    )
    if settings.model.llm == "anthropic":
        from shared.llm.anthropic.adapter import AnthropicModel  # its SDK takes seconds to load

        claude = AnthropicModel(settings.model, log)
        return SystemDependencies(settings, known, claude, clock, log, claude.close), "anthropic"
    return SystemDependencies(settings, known, simulated_model(settings), clock, log), "simulated"


def _written(path: Path, settings: Settings, clock: Clock, log: Log) -> SystemDependencies:
    from towow.scenario.loader import ScenarioError, load_scenario  # reads YAML, which nobody else needs
    from towow.scenario.runner import build_scenario_system

    try:
        scenario = load_scenario(path)
    except ScenarioError as error:
        raise CommandError(f"TOWOW_LLM: {error}") from error
    place, _ = build_scenario_system(scenario, clock, log)
    return replace(place, settings=settings)
