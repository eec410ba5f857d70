"""How one scenario is played and judged; and how embedded, in virtual time (DESIGN § 9)."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass

from negotiation.contracts.events import DemandClosed
from negotiation.registry import profile_file
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.submission import Submission, build_submission
from shared.core.clock import Clock
from shared.core.timestamps import parse_iso8601
from shared.llm.scripted_model import ScriptedModel
from shared.runtime.virtual_clock import VirtualClock, VirtualTimeDeadlock, run_virtually
from shared.store.port import LoggedEvent
from shared.telemetry.log import Log, build_logger
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.config.settings import Settings, of_mapping
from towow.scenario.expectations import find_mismatches
from towow.scenario.schema import Scenario
from towow.scenario.script import ScenarioScript

START = parse_iso8601("2026-01-22T10:00:00Z")
TODAY, TIMEZONE = "2026-01-22", "Asia/Shanghai"
"""When every scenario is submitted, and what its prompts take for today."""

SETTING_OVERRIDES = {"human_timeout": 0}
"""Other than by default: what everybody says is written down, so nobody is waited for."""

DEFAULT_TIMEOUT_S = 7200.0
"""Seconds, virtual ones, after which a demand counts as one that never closes; more when its own deadlines are."""


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What came of it: all events by seq, and what differs from the file's `expect`, one sentence each."""

    events: Sequence[LoggedEvent]
    mismatches: Sequence[str]


def run_scenario(scenario: Scenario, log: Log | None = None, *, timeout_s: float | None = None) -> ScenarioResult:
    """Play it to its end in virtual time, at most `patience` s of it: two runs give the same bytes.

    Not from inside a running event loop. Without `log` only errors are logged.
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
    """What came of it, compared with what the file expects."""
    if not events or events[-1].type != DemandClosed.type:
        return ScenarioResult(events, [f"not closed in time: nothing came after {last_event_text(events)}"])
    return ScenarioResult(events, list(find_mismatches(scenario.expect, events)) if scenario.expect else [])


def last_event_text(events: Sequence[LoggedEvent]) -> str:
    """The last thing that was heard of a demand, in words."""
    return f"{events[-1].type} (seq {events[-1].seq})" if events else "none at all"


def build_scenario_system(
    scenario: Scenario, clock: Clock, log: Log
) -> tuple[SystemDependencies, Callable[[], Submission]]:
    """What a system needs to play the scenario on any clock, and what makes its submission.

    Nothing of it comes from the environment.
    """
    settings = of_mapping({**SETTING_OVERRIDES, **scenario.settings})
    profiles = (
        scenario.profiles
        if scenario.profiles is not None
        else profile_file.read_profiles([profile_file.shipped_profiles_folder()]).profiles
    )
    model = ScriptedModel(
        ScenarioScript(scenario, profiles),
        tokens_per_call=scenario.tokens_per_call,
        latency_ms=_latency_ms(scenario),
    )
    dependencies = SystemDependencies(settings, MemoryProfileRegistry(profiles), model, clock, log)
    return dependencies, lambda: _build_submission(scenario, settings, clock)


def unknown_agents(scenario: Scenario) -> Sequence[str]:
    """Agents that the file speaks of and that no profile is about: perhaps a slip of the pen."""
    profiles = (
        scenario.profiles
        if scenario.profiles is not None
        else profile_file.read_profiles([profile_file.shipped_profiles_folder()]).profiles
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
    """Submit to a started system and follow the demand to its end; the requester cancels where the file says so."""
    await system.submit(submission)
    async for event in system.follow(submission.demand_id):
        yield event
        if event.type == scenario.cancel_after and _channel_id(event) == submission.channel_id:
            await system.cancel(submission.demand_id, scenario.requester)


def _channel_id(event: LoggedEvent) -> str:
    return json.loads(event.data)["payload"]["channel_id"]


def _latency_ms(scenario: Scenario) -> int:
    """Whoever cancels is faster than any model."""
    return max(scenario.latency_ms, 1) if scenario.cancel_after else scenario.latency_ms


def _build_submission(scenario: Scenario, settings: Settings, clock: Clock) -> Submission:
    return build_submission(
        scenario.demand,
        scenario.requester,
        unique=f"scenario-{scenario.seed}",
        now=clock.now(),
        today=TODAY,
        timezone=TIMEZONE,
        model="scenario",
        limits=settings.gateway.limits,
    )


async def _collect_events(
    scenario: Scenario, clock: Clock, log: Log, timeout_s: float | None, events: list[LoggedEvent]
) -> None:
    """Collect the events up to the last one, or until the patience is over."""
    dependencies, build_submission = build_scenario_system(scenario, clock, log)
    system = EmbeddedSystem(dependencies)
    await system.start()
    rules = dependencies.settings.rules
    try:
        async with asyncio.timeout(
            timeout_s or max(DEFAULT_TIMEOUT_S, 2 * rules.overall_timeout + rules.subnet_timeout)
        ):
            async for event in play_scenario(system, scenario, build_submission()):
                events.append(event)  # noqa: PERF401 - what came before the time was up is kept
    except TimeoutError:
        pass  # `run` sees that the last event is missing, and says so
    finally:
        await system.stop()
