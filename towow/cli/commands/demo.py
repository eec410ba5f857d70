"""Command `towow demo`: an embedded system that negotiates one demand in real time and serves the web page."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from negotiation.contracts.events import QuestionOpened
from negotiation.resources import NegotiationResources
from negotiation.submission import validate_text
from shared.config.environment import variable_name
from shared.core.language import Language
from shared.core.model_kind import ModelName
from shared.core.timestamps import EPOCH, MILLISECOND, parse_iso8601, seconds_to_ms
from shared.llm.settings import ModelSettings
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent
from shared.telemetry.log import Log
from towow.bootstrap.embedded import EmbeddedSystem, run_embedded
from towow.bootstrap.gateway import embedded_gateway
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import SystemDependencies
from towow.cli.exit import FAILURE, INTERRUPTED, SUCCESS, CommandError
from towow.cli.output import event_printer, print_note
from towow.cli.signals import run_until_signal
from towow.client.direct_client import DirectClient
from towow.client.requester_token_file import RequesterTokenFile
from towow.config.demand_logger import build_logger
from towow.config.environment import read_configuration
from towow.config.settings import Settings
from towow.scenario.loader import ScenarioError, load_scenario
from towow.scenario.rehearsal import ANSWERS_IN_A_ROW as REHEARSED_ANSWERS_IN_A_ROW
from towow.scenario.rehearsal import load_rehearsal
from towow.scenario.runner import build_scenario_system, play_scenario
from towow.scenario.schema import Scenario

DEFAULT_DEMAND = "我想在北京办一场AI主题聚会，需要场地和嘉宾"
"""The demand of the specification."""

DEMO_USER = "user_demo"

SIMULATED_LATENCY_MS = 600
"""Delay of each simulated answer, so that viewers can follow."""

ANSWERS_IN_A_ROW = 10
"""Model answers that a negotiation waits for one after another, about: two rounds without a subnet."""

ONCE_TIMEOUT_S = 120.0
"""Seconds within which the demand must close with `--once`, or twice the pace if that is longer."""


@dataclass(frozen=True, slots=True)
class Options:
    """Command-line options of `towow demo`; `pace_s`: seconds that a negotiation is to take, about."""

    text: str | None
    scenario: Path | None
    once: bool
    idle: bool
    port: int
    as_json: bool
    rehearsed: Language | None = None
    pace_s: float | None = None

    @property
    def scenario_session(self) -> bool:
        """Whether the demand and all answers are written beforehand."""
        return self.scenario is not None or self.rehearsed is not None


@dataclass(frozen=True, slots=True)
class DemoSession:
    """System to start, and a function that submits the first demand and yields its events."""

    dependencies: SystemDependencies
    model: ModelName
    events: Callable[[EmbeddedSystem, DirectClient], AsyncGenerator[LoggedEvent]]


def demo(options: Options) -> int:
    """Run a system in this process, print a negotiation's events, and return the exit code.

    Serves the gateway until SIGTERM (0) or Ctrl-C (130). With `options.once` it serves none and returns when the demand
    has closed (0) or when it takes too long (1).

    Raises:
        CommandError: Options that exclude each other, a bad scenario file, or a port in use (exit code 2).
        InvalidSettings: A bad environment variable.
        ApiError: The demand is rejected.
    """
    _check_options(options)
    configuration = read_configuration(os.environ, ignore_urls=True)
    if os.environ.get("ANTHROPIC_API_KEY") and configuration.settings.model.llm != "anthropic":
        print_note(
            "The simulated model negotiates, free of charge. "
            "Set TOWOW_LLM=anthropic to use ANTHROPIC_API_KEY and the real model, which costs money."
        )
    if options.pace_s is not None and configuration.settings.model.llm == "anthropic":
        raise CommandError("--pace is for the simulated model; a real one takes the time that it takes")
    runtime = configuration.settings.runtime
    session = _build_session(
        options,
        _with_simulated_latency(configuration.settings, options.pace_s),
        build_logger(runtime.log_level, runtime.log_format),
    )
    listener = None if options.once else _open_listener(options.port, configuration.settings)
    return run_until_signal(
        lambda: _run_session(session, options, listener, configuration.namespace),
        terminated=INTERRUPTED if options.once else SUCCESS,
    )


def _open_listener(port: int, settings: Settings) -> socket.socket:
    from towow.bootstrap.http_server import LOCALHOST, open_gateway_listener, read_key_owners  # as below

    read_key_owners(settings.gateway)
    return open_gateway_listener(LOCALHOST, port)


def _check_options(options: Options) -> None:
    if options.idle and (options.once or options.text is not None or options.scenario_session):
        raise CommandError("--idle cannot be combined with TEXT, --scenario, --rehearsed or --once")
    if options.text is not None and options.scenario_session:
        raise CommandError("TEXT cannot be combined with --scenario or --rehearsed: a scenario has its own demand")
    if options.scenario is not None and options.rehearsed is not None:
        raise CommandError("--scenario and --rehearsed cannot be combined: each names a scenario")
    if options.text is not None:
        validate_text(options.text)


def _with_simulated_latency(settings: Settings, pace_s: float | None) -> Settings:
    if pace_s is None and os.environ.get(variable_name(ModelSettings, "simulated_latency_ms")):
        return settings
    latency_ms = SIMULATED_LATENCY_MS if pace_s is None else _latency_ms(pace_s, ANSWERS_IN_A_ROW)
    return settings.replace(settings.model.model_copy(update={"simulated_latency_ms": latency_ms}))


def _latency_ms(pace_s: float, answers_in_a_row: int) -> int:
    return seconds_to_ms(pace_s) // answers_in_a_row


def _build_session(options: Options, settings: Settings, log: Log) -> DemoSession:
    if options.scenario_session:
        return _build_scenario_session(_read_scenario(options), log)
    dependencies, model = build_dependencies(settings, SystemClock(), log)

    async def events(_: EmbeddedSystem, client: DirectClient) -> AsyncGenerator[LoggedEvent]:
        # With --once nobody is there to change anything: no page is served.
        text = DEFAULT_DEMAND if options.text is None else options.text
        accepted = await client.submit(text, DEMO_USER, interactive=not options.once)
        async for event in await client.stream_events(accepted.demand_id):
            yield event

    return DemoSession(dependencies, model, events)


def _read_scenario(options: Options) -> Scenario:
    """Return the scenario that the options name, at their pace."""
    try:
        if options.rehearsed is not None:
            latency_ms = SIMULATED_LATENCY_MS
            scenario, answers = load_rehearsal(options.rehearsed, _get_today()), REHEARSED_ANSWERS_IN_A_ROW
        else:
            assert options.scenario is not None
            scenario, answers = load_scenario(options.scenario), ANSWERS_IN_A_ROW
            latency_ms = scenario.latency_ms
    except ScenarioError as error:
        raise CommandError(str(error)) from error
    if options.pace_s is not None:
        latency_ms = _latency_ms(options.pace_s, answers)
    return scenario.model_copy(update={"latency_ms": latency_ms})


def _get_today() -> date:
    return datetime.now().astimezone().date()


def _build_scenario_session(scenario: Scenario, log: Log) -> DemoSession:
    dependencies, build_submission = build_scenario_system(scenario, SystemClock(), log)

    async def events(system: EmbeddedSystem, _: DirectClient) -> AsyncGenerator[LoggedEvent]:
        async for event in play_scenario(system, scenario, build_submission()):
            yield event

    return DemoSession(dependencies, "scenario", events)


async def _run_session(session: DemoSession, options: Options, listener: socket.socket | None, namespace: str) -> int:
    async with run_embedded(session.dependencies) as system:
        tokens = None if listener is None else RequesterTokenFile()
        client = DirectClient(system, session.model, system.resources.get(NegotiationResources).profiles, tokens)
        if listener is None:
            return await _print_until_closed(session.events(system, client), options)
        from towow.bootstrap.http_server import serve_gateway  # imported late: slow to load, and not for --once

        async with (
            _updated_vectors(system),
            serve_gateway(embedded_gateway(system, session.model), listener, namespace),
        ):
            if not options.idle:
                await _print_events(session.events(system, client), as_json=options.as_json)
                print_note("Still running: submit another demand from a second terminal, or press Ctrl-C.")
            await asyncio.Event().wait()
    return SUCCESS


@asynccontextmanager
async def _updated_vectors(system: EmbeddedSystem) -> AsyncGenerator[None]:
    """Have missing vectors computed in the background, as all are of an embedder other than the default."""
    resources = system.resources.get(NegotiationResources)
    if resources.vectors is None:
        yield
        return
    await resources.vectors.schedule(await resources.profiles.list_all())
    try:
        yield
    finally:
        await resources.vectors.close()


async def _print_until_closed(events: AsyncGenerator[LoggedEvent], options: Options) -> int:
    """Return 0 if the negotiation closed in time, whatever its outcome."""
    timeout_s = max(ONCE_TIMEOUT_S, 2 * (options.pace_s or 0))
    try:
        async with asyncio.timeout(timeout_s):
            await _print_events(events, as_json=options.as_json)
    except TimeoutError:
        print_note(f"the negotiation did not close within {timeout_s:g} s")
        return FAILURE
    return SUCCESS


async def _print_events(events: AsyncGenerator[LoggedEvent], *, as_json: bool) -> None:
    print_event = event_printer(as_json=as_json)
    async with aclosing(events):
        async for event in events:
            print_event(event)
            if event.type == QuestionOpened.type:
                _explain_wait(event)


def _explain_wait(asked: LoggedEvent) -> None:
    """Say until when a question waits, and how to answer it; nothing if its default is taken at once."""
    event = json.loads(asked.data)
    question = event["payload"]
    until_ms = parse_iso8601(question["until"])
    if until_ms <= parse_iso8601(event["timestamp"]):
        return
    until = (EPOCH + until_ms * MILLISECOND).astimezone().strftime("%H:%M:%S")
    options = " | ".join(option["id"] for option in question["options"])
    named = f"{question['question_id']} " if question["about"] == "limit" else ""  # several can be open
    print_note(
        f"Waiting for an answer until {until}, then it takes {question['default']}. To answer, in a second terminal: "
        f"towow answer {question['demand_id']} {named}{options}"
    )
