"""Run of a scenario of any kind on a system that its caller provides."""

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, replace

from negotiation.attendance.redis import RedisAttendanceStore
from negotiation.invitation_links.redis import RedisInvitationLinkStore
from negotiation.resources import NegotiationResources
from shared.core.clock import Clock
from shared.runtime.application import Resources
from shared.store.port import LoggedEvent
from shared.store.redis.store import RedisStore
from shared.telemetry.log import Log
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.scenario.deliberation_runner import build_session_result, build_session_system, play_session
from towow.scenario.deliberation_schema import DeliberationScenario
from towow.scenario.game_runner import build_game_result, build_game_system, play_decision
from towow.scenario.game_schema import GameScenario
from towow.scenario.loader import AnyScenario
from towow.scenario.runner import (
    ScenarioResult,
    build_result,
    build_scenario_system,
    play_scenario,
    select_application,
)
from towow.scenario.schema import Scenario


@dataclass(frozen=True, slots=True)
class ScenarioRun:
    """One scenario, ready to run on a started system.

    Attributes:
        dependencies: Dependencies of the system.
        build_resources: Builds the resources of the applications that run, some of them on the given store.
        play: Opens the demand or session on a started system, and yields its events until it has ended.
        build_result: Compares all events with what the scenario expects.
    """

    dependencies: SystemDependencies
    build_resources: Callable[[RedisStore], Resources]
    play: Callable[[DemandSystem], AsyncGenerator[LoggedEvent]]
    build_result: Callable[[Sequence[LoggedEvent]], ScenarioResult]


def build_run(scenario: AnyScenario, clock: Clock, log: Log, interruption_latency_ms: int) -> ScenarioRun:
    """Return the run of a scenario; nothing is started or connected.

    Args:
        scenario: The scenario.
        clock: Clock of the system.
        log: Log of the system.
        interruption_latency_ms: Least delay (ms) of each answer if the scenario cancels the demand or ends the session.
    """
    if isinstance(scenario, GameScenario):
        return _build_game_run(scenario, clock, log)
    latency = {"latency_ms": max(scenario.latency_ms, interruption_latency_ms)}
    if isinstance(scenario, DeliberationScenario):
        slowed = scenario.model_copy(update=latency) if scenario.terminate_after else scenario
        return _build_session_run(slowed, clock, log)
    return _build_demand_run(scenario.model_copy(update=latency) if scenario.cancel_after else scenario, clock, log)


def _build_session_run(scenario: DeliberationScenario, clock: Clock, log: Log) -> ScenarioRun:
    dependencies, build_start = build_session_system(scenario, clock, log)
    return ScenarioRun(
        dependencies,
        build_resources=lambda _: dependencies.resources,
        play=lambda system: play_session(system, scenario, build_start()),
        build_result=lambda events: build_session_result(scenario, events),
    )


def _build_game_run(scenario: GameScenario, clock: Clock, log: Log) -> ScenarioRun:
    dependencies, build_request = build_game_system(scenario, clock, log)
    return ScenarioRun(
        dependencies,
        build_resources=lambda _: dependencies.resources,
        play=lambda system: play_decision(system, build_request()),
        build_result=lambda events: build_game_result(scenario, events),
    )


def _build_demand_run(scenario: Scenario, clock: Clock, log: Log) -> ScenarioRun:
    dependencies, build_submission = build_scenario_system(scenario, clock, log)
    own = replace(dependencies, applications=select_application("negotiation"))
    profiles = dependencies.resources.get(NegotiationResources).profiles

    def build_resources(store: RedisStore) -> Resources:
        attendance = RedisAttendanceStore(store.client, store.namespace)
        links = RedisInvitationLinkStore(store.client, store.namespace)
        return Resources(NegotiationResources(profiles, attendance, links))

    return ScenarioRun(
        own,
        build_resources=build_resources,
        play=lambda system: play_scenario(system, scenario, build_submission()),
        build_result=lambda events: build_result(scenario, events),
    )
