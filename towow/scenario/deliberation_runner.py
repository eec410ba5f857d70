"""Runner of a deliberation's scenario with an embedded system in virtual time (DESIGN § 9)."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from deliberation.contracts.events import SessionEnded
from deliberation.contracts.session import SessionOwner
from deliberation.resources import DeliberationResources
from deliberation.session_start import SessionStart, build_session_start
from deliberation.settings import DeliberationSettings
from shared.core.clock import Clock
from shared.llm.scripted_model import ScriptedModel
from shared.runtime.application import Resources
from shared.runtime.virtual_clock import VirtualClock, VirtualTimeDeadlock, run_virtually
from shared.store.port import LoggedEvent
from shared.telemetry.log import Log
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings, parse_settings
from towow.scenario.deliberation_comparer import ScenarioComparer
from towow.scenario.deliberation_expectations import find_mismatches
from towow.scenario.deliberation_reviewer import ScenarioReviewer
from towow.scenario.deliberation_schema import DeliberationScenario
from towow.scenario.deliberation_script import DeliberationScript
from towow.scenario.loader import load_deliberation_scenario
from towow.scenario.runner import START, ScenarioResult, last_event_text, select_application

START_HOUR = 10
"""Local hour at which a session begins whose file gives the day."""

EXTRA_TIME_S = 600.0
"""Virtual seconds beyond its own deadline after which a session counts as never ending."""


def run_deliberation_scenario(path: Path, log: Log | None = None) -> ScenarioResult:
    """Load and run the scenario file of a deliberation, as `run_deliberation` does.

    Raises:
        ScenarioError: The file cannot be read or is no valid scenario of a deliberation.
    """
    return run_deliberation(load_deliberation_scenario(path), log)


def run_deliberation(scenario: DeliberationScenario, log: Log | None = None) -> ScenarioResult:
    """Run a scenario in virtual time and return its events and mismatches; two runs give the same bytes.

    A session that does not end in time is a mismatch in the result. Must not run inside an event loop.

    Args:
        scenario: The scenario.
        log: Log of the system; None: errors only, to standard error.
    """
    events: list[LoggedEvent] = []

    async def main(clock: VirtualClock) -> None:
        await _collect_events(scenario, clock, log or build_logger("error"), events)

    try:
        run_virtually(main, start_instant(scenario))
    except VirtualTimeDeadlock as error:
        return ScenarioResult(events, [f"stuck after {last_event_text(events)}: {error}"])
    return build_session_result(scenario, events)


def build_session_result(scenario: DeliberationScenario, events: Sequence[LoggedEvent]) -> ScenarioResult:
    """Compare the events with the scenario's expectations and return both in a result, with a text per difference.

    If the last event is not that of an ended session, this is the only mismatch.
    """
    if not events or events[-1].type != SessionEnded.type:
        return ScenarioResult(events, [f"not ended in time: the last event is {last_event_text(events)}"])
    return ScenarioResult(events, list(find_mismatches(scenario.expect, events)) if scenario.expect else [])


def start_instant(scenario: DeliberationScenario) -> int:
    """Return when the session begins (ms since the epoch): 10:00 of its day in its time zone, by default START."""
    if scenario.today is None:
        return START
    local = datetime.fromisoformat(f"{scenario.today}T{START_HOUR}:00").replace(tzinfo=ZoneInfo(scenario.timezone))
    return round(local.timestamp() * 1000)


def build_session_system(
    scenario: DeliberationScenario, clock: Clock, log: Log
) -> tuple[SystemDependencies, Callable[[], SessionStart]]:
    """Return the dependencies of a scenario's system, and a function that builds its start at the time of `clock`.

    Each call of that function gives the same id, which derives from the scenario's seed. No environment variable is
    read, and nothing is started.

    Args:
        scenario: The scenario, as from `load_deliberation_scenario`.
        clock: Clock of the system and of the session.
        log: Log of the system.
    """
    settings = parse_settings(scenario.settings)
    model = ScriptedModel(
        DeliberationScript(scenario), tokens_per_call=scenario.tokens_per_call, latency_ms=_latency_ms(scenario)
    )
    dependencies = SystemDependencies(
        settings,
        model,
        clock,
        log,
        Resources(_build_resources(scenario, clock, settings)),
        applications=select_application("deliberation"),
    )
    return dependencies, lambda: _build_start(scenario, settings, clock)


def _build_resources(scenario: DeliberationScenario, clock: Clock, settings: Settings) -> DeliberationResources:
    """Return the file's comparer and reviewer; without similarities in the file, the embedder compares."""
    reviewer = ScenarioReviewer(scenario, settings.section(DeliberationSettings))
    if scenario.similarity is not None:
        return DeliberationResources(ScenarioComparer(scenario.similarity), reviewer)
    own = select_application("deliberation").build_in_memory_resources(clock, settings, Resources())
    return DeliberationResources(own.get(DeliberationResources).comparer, reviewer)


async def play_session(
    system: DemandSystem, scenario: DeliberationScenario, start: SessionStart
) -> AsyncGenerator[LoggedEvent]:
    """Start the session on a started system and yield its events until it ends.

    After the first event of type `scenario.terminate_after` the user ends the session. It waits for events without a
    time limit.

    Args:
        system: The started system.
        scenario: The scenario, whose answers the system's model gives.
        start: The start, from the function that `build_session_system` returns.

    Raises:
        StoreUnavailable: The store did not answer for 30 s.
    """
    await system.start_session(start)
    is_terminated = False
    async for event in system.follow_session(start.session_id):
        yield event
        if event.type == scenario.terminate_after and not is_terminated:
            is_terminated = True
            await system.terminate_session(start.session_id, scenario.user)


def _latency_ms(scenario: DeliberationScenario) -> int:
    # The user's message comes before the next answer.
    return max(scenario.latency_ms, 1) if scenario.terminate_after else scenario.latency_ms


def _build_start(scenario: DeliberationScenario, settings: Settings, clock: Clock) -> SessionStart:
    own = settings.section(DeliberationSettings)
    today = datetime.fromtimestamp(start_instant(scenario) / 1000, UTC).astimezone(ZoneInfo(scenario.timezone))
    return build_session_start(
        scenario.query,
        SessionOwner(user_id=scenario.user, conversation_id=f"scenario-{scenario.seed}"),
        unique=f"scenario-{scenario.seed}",
        now=clock.now(),
        today=today.date().isoformat(),
        timezone=scenario.timezone,
        model="scenario",
        max_rounds=own.max_deliberation_rounds,
        round1_mode=scenario.mode or own.round1_mode,
    )


async def _collect_events(scenario: DeliberationScenario, clock: Clock, log: Log, events: list[LoggedEvent]) -> None:
    """Append the events to `events` until the session ends or the time is up."""
    dependencies, build_start = build_session_system(scenario, clock, log)
    system = EmbeddedSystem(dependencies)
    await system.start()
    timeout_s = dependencies.settings.section(DeliberationSettings).deliberation_timeout + EXTRA_TIME_S
    try:
        async with asyncio.timeout(timeout_s):
            async for event in play_session(system, scenario, build_start()):
                events.append(event)  # noqa: PERF401 - a timeout must keep the events so far
    except TimeoutError:
        pass  # `build_session_result` reports the missing last event
    finally:
        await system.stop()
