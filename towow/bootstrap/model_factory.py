"""Construction of the model, and of what a system runs with, as TOWOW_LLM says (INTERFACES § 1)."""

from dataclasses import replace
from pathlib import Path

from shared.core.clock import Clock
from shared.core.model_kind import ModelName
from shared.llm.rule_based_model import RuleBasedModel
from shared.llm.settings import ModelSettings
from shared.runtime.application import ApplicationSet, Resources
from shared.telemetry.log import Log
from towow.bootstrap.applications import APPLICATIONS
from towow.bootstrap.collection_pause import pause_collection
from towow.bootstrap.span_exporter_factory import build_span_exporter
from towow.bootstrap.system import SystemDependencies
from towow.cli.exit import CommandError
from towow.config.settings import Settings

LATENCY_SPREAD = 0.6
"""Share by which the latency of a simulated answer varies, so that agents do not answer all at once."""


def build_simulated_model(settings: Settings, applications: ApplicationSet = APPLICATIONS) -> RuleBasedModel:
    """Build the model that applies the applications' rules, without an API key, a network or any cost.

    Each answer takes the setting `simulated_latency_ms`, more or less by a share of up to LATENCY_SPREAD.

    Args:
        settings: All settings.
        applications: Applications whose prompts it answers.
    """
    with pause_collection():
        rules = applications.rules()
    return RuleBasedModel(rules, settings.model.simulated_latency_ms, LATENCY_SPREAD)


def model_name(settings: ModelSettings) -> tuple[ModelName, str]:
    """Return the kind of the configured model ("anthropic", "scenario", "simulated") and the model's name in the store.

    The circuit breaker's state is stored under that name: with Anthropic the id of the model, else the kind.
    `settings.llm` is not checked: an unknown one counts as simulated.
    """
    if settings.llm == "anthropic":
        return "anthropic", settings.llm_model
    return ("scenario" if settings.llm.startswith("scenario:") else "simulated"), settings.llm.partition(":")[0]


def build_dependencies(
    settings: Settings, clock: Clock, log: Log, resources: Resources | None = None, *, service: str = "system"
) -> tuple[SystemDependencies, ModelName]:
    """Build the dependencies of a system as TOWOW_LLM and TOWOW_TRACES say; nothing is connected.

    Args:
        settings: All settings; the model's must have passed `check_model`.
        clock: The system's clock.
        log: The system's log.
        resources: Resources to use instead of those that the applications build; None replaces none. Ignored for a
            scenario file, which brings its own: agent profiles, a comparer of positions and a reviewer, or engines.
        service: What the process does; its spans are those of the service `towow-<service>`.

    Returns:
        The dependencies, whose `close` the caller awaits in the end, and the kind of the model.

    Raises:
        CommandError: The scenario file cannot be read or is invalid.
    """
    dependencies, model = _build_with_model(settings, clock, log, resources)
    spans = build_span_exporter(settings.runtime, service)
    if spans is None:
        return dependencies, model

    async def close() -> None:
        await dependencies.close()
        await spans.close()

    return replace(dependencies, close=close, spans=spans), model


def _build_with_model(
    settings: Settings, clock: Clock, log: Log, resources: Resources | None
) -> tuple[SystemDependencies, ModelName]:
    own = Resources() if resources is None else resources
    _, is_scenario, path = settings.model.llm.partition("scenario:")
    if is_scenario:
        return _build_scenario_dependencies(Path(path), settings, clock, log), "scenario"
    if settings.model.llm == "anthropic":
        from shared.llm.anthropic.adapter import AnthropicModel  # its SDK takes seconds to import

        claude = AnthropicModel(settings.model, log)
        return SystemDependencies(settings, claude, clock, log, own, claude.close), "anthropic"
    return SystemDependencies(settings, build_simulated_model(settings), clock, log, own), "simulated"


def _build_scenario_dependencies(path: Path, settings: Settings, clock: Clock, log: Log) -> SystemDependencies:
    from towow.scenario.deliberation_runner import build_session_system
    from towow.scenario.deliberation_schema import DeliberationScenario
    from towow.scenario.game_schema import GameScenario
    from towow.scenario.loader import ScenarioError, load_any_scenario  # PyYAML is needed for nothing else
    from towow.scenario.runner import build_scenario_system

    try:
        scenario = load_any_scenario(path)
    except ScenarioError as error:
        raise CommandError(f"TOWOW_LLM: {error}") from error
    if isinstance(scenario, GameScenario):
        from towow.scenario.game_runner import build_game_system  # NumPy is slow to load

        place, _ = build_game_system(scenario, clock, log)
    elif isinstance(scenario, DeliberationScenario):
        place, _ = build_session_system(scenario, clock, log)
    else:
        place, _ = build_scenario_system(scenario, clock, log)
    return replace(place, settings=settings, applications=APPLICATIONS)
