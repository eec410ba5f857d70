"""Scenario runner with an embedded system in virtual time (DESIGN § 9)."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass

from channel_admin.settings import NegotiationRules
from gateway.negotiation.demand_limits import default_limits
from negotiation.contracts.events import DemandClosed
from negotiation.registry import profile_import
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.submission import Submission, build_submission
from shared.core.clock import Clock
from shared.core.timestamps import parse_iso8601
from shared.llm.scripted_model import ScriptedModel
from shared.runtime.application import ApplicationSet
from shared.runtime.virtual_clock import VirtualClock, VirtualTimeDeadlock, run_virtually
from shared.store.port import LoggedEvent
from shared.telemetry.log import Log
from towow.bootstrap.applications import APPLICATIONS, memory_resources
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings, parse_settings
from towow.scenario.expectations import find_mismatches
from towow.scenario.requester import ScenarioRequester
from towow.scenario.schema import Scenario
from towow.scenario.script import ScenarioScript

START = parse_iso8601("2026-01-22T10:00:00Z")
TODAY, TIMEZONE = "2026-01-22", "Asia/Shanghai"
"""Local date and time zone of every scenario's submission."""

SETTING_OVERRIDES = {"human_timeout": 0}
"""Settings that differ from the defaults: answers are scripted, so no person is waited for."""

DEFAULT_TIMEOUT_S = 7200.0
"""Virtual seconds after which a demand counts as never closing, unless its own deadlines are longer."""


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """All events by seq, and one text per difference from the file's `expect`."""

    events: Sequence[LoggedEvent]
    mismatches: Sequence[str]


def run_scenario(scenario: Scenario, log: Log | None = None, *, timeout_s: float | None = None) -> ScenarioResult:
    """Run a scenario in virtual time and return its events and mismatches; two runs give the same bytes.

    A demand that does not close in time is a mismatch in the result. Must not run inside an event loop.

    Args:
        scenario: The scenario.
        log: Log of the system; None: errors only, to standard error.
        timeout_s: Maximum virtual seconds; None or 0: 7200, or more if the scenario's deadlines are longer.
    """
    events: list[LoggedEvent] = []

    async def main(clock: VirtualClock) -> None:
        await _collect_events(scenario, clock, log or build_logger("error"), timeout_s, events)

    try:
        run_virtually(main, START)
    except VirtualTimeDeadlock as error:
        return ScenarioResult(events, [f"stuck after {last_event_text(events)}: {error}"])
    return build_result(scenario, events)


def build_result(scenario: Scenario, events: Sequence[LoggedEvent]) -> ScenarioResult:
    """Compare the events with the scenario's expectations and return both in a result, with a text per difference.

    If the last event is not that of a closed demand, this is the only mismatch. Without expectations there is no other.
    """
    if not events or events[-1].type != DemandClosed.type:
        return ScenarioResult(events, [f"not closed in time: the last event is {last_event_text(events)}"])
    return ScenarioResult(events, list(find_mismatches(scenario.expect, events)) if scenario.expect else [])


def last_event_text(events: Sequence[LoggedEvent]) -> str:
    """Return type and seq of the last event as `TYPE (seq N)`, or `none`, for messages."""
    return f"{events[-1].type} (seq {events[-1].seq})" if events else "none"


def select_application(name: str) -> ApplicationSet:
    """Return the set of the product's one application with this name, such as `negotiation`."""
    return ApplicationSet(*(each for each in APPLICATIONS if each.name == name))


def build_scenario_system(
    scenario: Scenario, clock: Clock, log: Log
) -> tuple[SystemDependencies, Callable[[], Submission]]:
    """Return the dependencies of a scenario's system, and a function that builds its submission at the time of `clock`.

    Each call of that function gives the same ids, which derive from the scenario's seed. No environment variable is
    read, and nothing is started.

    Args:
        scenario: The scenario, as from `load_scenario`.
        clock: Clock of the system and of the submission.
        log: Log of the system.
    """
    settings = parse_settings({**SETTING_OVERRIDES, **scenario.settings})
    profiles = (
        scenario.profiles
        if scenario.profiles is not None
        else profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    )
    model = ScriptedModel(
        ScenarioScript(scenario, profiles), tokens_per_call=scenario.tokens_per_call, latency_ms=_latency_ms(scenario)
    )
    dependencies = SystemDependencies(
        settings, model, clock, log, memory_resources(MemoryProfileRegistry(profiles), clock)
    )
    return dependencies, lambda: _build_submission(scenario, settings, clock)


def unknown_agents(scenario: Scenario) -> Sequence[str]:
    """Return the agent_ids under `agents` and `expect` of the root channel that have no profile; each once.

    They may be misspelt. Profiles are those of the file or, if it has none, the shipped ones. Agents of subnets are not
    looked at.
    """
    profiles = (
        scenario.profiles
        if scenario.profiles is not None
        else profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    )
    known = {profile.agent_id for profile in profiles}
    expected = scenario.expect
    agent_ids = [*scenario.agents]
    if expected:
        agent_ids += sorted((expected.confirmed or frozenset()) | (expected.optional or frozenset()))
    return [agent for agent in dict.fromkeys(agent_ids) if agent not in known]


async def play_scenario(
    system: DemandSystem, scenario: Scenario, submission: Submission
) -> AsyncGenerator[LoggedEvent]:
    """Submit to a started system and yield the demand's events, subnets included, until it closes.

    After the root channel's first event of type `scenario.cancel_after` it cancels the demand as the scenario's
    requester, who also answers questions and changes the understanding. It waits for events without a time limit.

    Args:
        system: The started system.
        scenario: The scenario, whose answers the system's model gives.
        submission: The demand, from the function that `build_scenario_system` returns.

    Raises:
        StoreUnavailable: The store did not answer for 30 s.
    """
    requester = ScenarioRequester(system, scenario, submission.demand_id)
    await system.submit(submission)
    async for event in system.follow(submission.demand_id):
        yield event
        payload = json.loads(event.data)["payload"]
        if payload["channel_id"] == submission.channel_id:
            await requester.react(event.type, payload)
            if event.type == scenario.cancel_after:
                await system.cancel(submission.demand_id, scenario.requester_id)


def _latency_ms(scenario: Scenario) -> int:
    # A cancellation comes before the next answer.
    return max(scenario.latency_ms, 1) if scenario.cancel_after else scenario.latency_ms


def _build_submission(scenario: Scenario, settings: Settings, clock: Clock) -> Submission:
    return build_submission(
        scenario.demand,
        scenario.requester_id,
        unique=f"scenario-{scenario.seed}",
        now=clock.now(),
        today=TODAY,
        timezone=TIMEZONE,
        model="scenario",
        limits=default_limits(settings.gateway),
        interactive=scenario.interactive,
    )


async def _collect_events(
    scenario: Scenario, clock: Clock, log: Log, timeout_s: float | None, events: list[LoggedEvent]
) -> None:
    """Append the events to `events` until the demand closes or the time is up."""
    dependencies, build_submission = build_scenario_system(scenario, clock, log)
    system = EmbeddedSystem(dependencies)
    await system.start()
    rules = dependencies.settings.section(NegotiationRules)
    try:
        async with asyncio.timeout(
            timeout_s or max(DEFAULT_TIMEOUT_S, 2 * rules.overall_timeout + rules.subnet_timeout)
        ):
            async for event in play_scenario(system, scenario, build_submission()):
                events.append(event)  # noqa: PERF401 - a timeout must keep the events so far
    except TimeoutError:
        pass  # `build_result` reports the missing last event
    finally:
        await system.stop()
