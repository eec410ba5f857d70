"""How ToWow is shown: a demand negotiated before one's eyes, in real time, without a key and without a server."""

import asyncio
import os
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from negotiation.contracts.demand import ModelName
from negotiation.submission import checked_text
from shared.runtime.settings import variable_of
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent
from shared.telemetry.log import Log, make_log
from towow.bootstrap.embedded import EmbeddedSystem, run_embedded
from towow.bootstrap.gateway import embedded_gateway_context
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import SystemDependencies
from towow.cli.exit import DONE, INTERRUPTED, NO, CommandError
from towow.cli.output import event_printer, print_note
from towow.cli.signals import run
from towow.client.direct_client import DirectClient
from towow.config.environment import configured
from towow.config.settings import PARTS, Settings
from towow.scenario.loader import ScenarioError, load
from towow.scenario.runner import place_of, play

DEMAND = "我想在北京办一场AI主题聚会，需要场地和嘉宾"
"""The seed's own."""

USER = "user_demo"

LATENCY = 600
"""Milliseconds that a simulated answer takes here, so that one can follow."""

ONCE_LIMIT = 120.0
"""Seconds within which a demand shown once must be closed."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line."""

    text: str | None
    scenario: Path | None
    once: bool
    idle: bool
    port: int
    as_json: bool


@dataclass(frozen=True, slots=True)
class DemoSession:
    """A system to be started, and how its first demand comes into it and out again."""

    place: SystemDependencies
    model: ModelName
    events: Callable[[EmbeddedSystem, DirectClient], AsyncGenerator[LoggedEvent]]


def demo(options: Options) -> int:
    """Show it. Raises Refusal, BadSettings, ToWowError."""
    _check(options)
    configuration = configured(os.environ, ignore_urls=True)
    if os.environ.get("ANTHROPIC_API_KEY") and configuration.settings.model.llm != "anthropic":
        print_note(
            "This costs nothing: ANTHROPIC_API_KEY alone never switches. "
            "With TOWOW_LLM=anthropic the real model negotiates, which is paid for."
        )
    about = configuration.settings.runtime
    show = _show(options, _paced(configuration.settings), make_log(about.log_level, about.log_format))
    listener = None if options.once else _listener(options.port, configuration.settings)
    return run(
        lambda: _present(show, options, listener, configuration.namespace),
        terminated=INTERRUPTED if options.once else DONE,
    )


def _listener(port: int, settings: Settings) -> socket.socket:
    from towow.bootstrap.http_server import LOCAL, holders_of, listener_at  # as below

    holders_of(settings.gateway)
    return listener_at(LOCAL, port)


def _check(options: Options) -> None:
    if options.idle and (options.once or options.text is not None or options.scenario is not None):
        raise CommandError("--idle waits for demands: it goes with neither TEXT nor --scenario nor --once")
    if options.text is not None and options.scenario is not None:
        raise CommandError("a scenario brings its own demand: TEXT and --scenario do not go together")
    if options.text is not None:
        checked_text(options.text)


def _paced(settings: Settings) -> Settings:
    if os.environ.get(variable_of(PARTS["model"], "simulated_latency_ms")):
        return settings
    return settings.model_copy(update={"model": settings.model.model_copy(update={"simulated_latency_ms": LATENCY})})


def _show(options: Options, settings: Settings, log: Log) -> DemoSession:
    if options.scenario is not None:
        return _written(options.scenario, log)
    place, model = build_dependencies(settings, SystemClock(), log)

    async def events(_: EmbeddedSystem, door: DirectClient) -> AsyncGenerator[LoggedEvent]:
        accepted = await door.submit(DEMAND if options.text is None else options.text, USER)
        async for event in await door.events(accepted.demand_id):
            yield event

    return DemoSession(place, model, events)


def _written(path: Path, log: Log) -> DemoSession:
    try:
        scenario = load(path)
    except ScenarioError as error:
        raise CommandError(str(error)) from error
    place, accept = place_of(scenario, SystemClock(), log)

    async def events(system: EmbeddedSystem, _: DirectClient) -> AsyncGenerator[LoggedEvent]:
        async for event in play(system, scenario, accept()):
            yield event

    return DemoSession(place, "scenario", events)


async def _present(show: DemoSession, options: Options, listener: socket.socket | None, namespace: str) -> int:
    async with run_embedded(show.place) as system:
        door = DirectClient(system, show.model)
        if listener is None:
            return await _once(show.events(system, door), as_json=options.as_json)
        from towow.bootstrap.http_server import (
            serve_gateway,  # what it stands on takes a while to load, and --once needs none of it
        )

        async with serve_gateway(embedded_gateway_context(system, show.model), listener, namespace):
            if not options.idle:
                await _watch(show.events(system, door), as_json=options.as_json)
                print_note("Still running: submit another demand from a second terminal, or press Ctrl-C.")
            await asyncio.Event().wait()
    return DONE


async def _once(events: AsyncGenerator[LoggedEvent], *, as_json: bool) -> int:
    """0 when it closed, whatever the outcome."""
    try:
        async with asyncio.timeout(ONCE_LIMIT):
            await _watch(events, as_json=as_json)
    except TimeoutError:
        print_note(f"the negotiation did not close within {ONCE_LIMIT:g} s")
        return NO
    return DONE


async def _watch(events: AsyncGenerator[LoggedEvent], *, as_json: bool) -> None:
    show = event_printer(as_json=as_json)
    async with aclosing(events):
        async for event in events:
            show(event)
