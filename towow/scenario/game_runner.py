"""Runner of a game's scenario with an embedded system in virtual time (DESIGN § 9)."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path

from gamehive.callback.http_client import HttpCallbackClient
from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.events import GameStarted, MovePlayed
from gamehive.contracts.messages import RequestDecision
from gamehive.core.games.board import other_player
from gamehive.decision_request import MAX_RESERVE_MS, MIN_TEAM_MS
from gamehive.engines.in_process import InProcessEngines
from gamehive.game_start import ENTITY_KIND, game_id_of
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.resources import GameResources
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.ids import digest
from shared.llm.scripted_model import ScriptedModel
from shared.runtime.application import Resources
from shared.runtime.log_follower import follow_log
from shared.runtime.virtual_clock import VirtualClock, VirtualTimeDeadlock, run_virtually
from shared.store.port import LoggedEvent
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import parse_settings
from towow.scenario.game_engines import ScriptedEngines
from towow.scenario.game_entries import EngineFields
from towow.scenario.game_expectations import find_mismatches
from towow.scenario.game_schema import GameScenario
from towow.scenario.game_script import GameScript
from towow.scenario.loader import load_game_scenario
from towow.scenario.runner import START, ScenarioResult, last_event_text, select_application

EXTRA_TIME_S = 600.0
"""Virtual seconds beyond the allowed time after which a decision counts as never made."""


def run_game_scenario(path: Path, log: Log | None = None) -> ScenarioResult:
    """Load and run the scenario file of a game, as `run_game` does.

    Raises:
        ScenarioError: The file cannot be read or is no valid scenario of a game.
    """
    return run_game(load_game_scenario(path), log)


def run_game(scenario: GameScenario, log: Log | None = None) -> ScenarioResult:
    """Run a scenario in virtual time and return its events and mismatches; two runs give the same bytes.

    A decision that is not made in time is a mismatch in the result. Must not run inside an event loop.

    Args:
        scenario: The scenario.
        log: Log of the system; None: errors only, to standard error.
    """
    events: list[LoggedEvent] = []

    async def main(clock: VirtualClock) -> None:
        await _collect_events(scenario, clock, log or build_logger("error"), events)

    try:
        run_virtually(main, START)
    except VirtualTimeDeadlock as error:
        return ScenarioResult(events, [f"stuck after {last_event_text(events)}: {error}"])
    return build_game_result(scenario, events)


def build_game_result(scenario: GameScenario, events: Sequence[LoggedEvent]) -> ScenarioResult:
    """Compare the events with the scenario's expectations and return both in a result, with a text per difference.

    If no move was played, this is the only mismatch.
    """
    if all(event.type != MovePlayed.type for event in events):
        return ScenarioResult(events, [f"not decided in time: the last event is {last_event_text(events)}"])
    return ScenarioResult(events, list(find_mismatches(scenario.expect, events)) if scenario.expect else [])


def build_game_system(
    scenario: GameScenario, clock: Clock, log: Log
) -> tuple[SystemDependencies, Callable[[], RequestDecision]]:
    """Return the dependencies of a scenario's system, and a function that builds its request at the time of `clock`.

    Each call of that function gives the same ids, which derive from the scenario's seed. No environment variable is
    read, and nothing is started.

    Args:
        scenario: The scenario, as from `load_game_scenario`.
        clock: Clock of the system and of the request.
        log: Log of the system.
    """
    applications = select_application("gamehive")
    model = ScriptedModel(
        GameScript(scenario, applications.rules()),
        tokens_per_call=scenario.tokens_per_call,
        latency_ms=scenario.latency_ms,
    )
    view = scenario.engine
    engines = ScriptedEngines(scenario.position, view) if isinstance(view, EngineFields) else InProcessEngines()
    dependencies = SystemDependencies(
        parse_settings(scenario.settings),
        model,
        clock,
        log,
        Resources(GameResources(engines, HttpCallbackClient(), MemoryInterpretationCache(clock))),
        applications=applications,
    )
    return dependencies, lambda: _build_request(scenario, clock)


async def play_decision(system: DemandSystem, request: RequestDecision) -> AsyncGenerator[LoggedEvent]:
    """Ask a started system for the decision, and yield the events of its game until the move is played.

    It waits for events without a time limit.

    Args:
        system: The started system.
        request: The request, from the function that `build_game_system` returns.

    Raises:
        StoreUnavailable: The store did not answer for 30 s.
    """
    game_id = request.game_id
    await system.ingress.submit(
        game_id,
        cause=digest("scenario", game_id),
        sends=[Send(Address(ENTITY_KIND, game_id), request)],
        events=[_build_started(request)],
        budget=system.dependencies.settings.section(GameSettings).game_budget_tokens,
    )
    last = 0
    async for event in follow_log(system.store, system.transport, game_id, last_event_type=MovePlayed.type):
        yield event
        last = event.seq
    # A move that ends the game is committed together with its end.
    for event in await retry_until_available(lambda: system.store.read_log(game_id, last)):
        yield event


def _build_request(scenario: GameScenario, clock: Clock) -> RequestDecision:
    position, now, allowed_ms = scenario.position, clock.now(), scenario.allowed_ms
    side = position.to_move
    history: list[PlyRecord] = []
    mover = scenario.first
    for x, y in scenario.moves:
        history.append(PlyRecord(x=x, y=y, side=mover, by="team" if mover == side else "opponent"))
        mover = other_player(mover)
    game_id = game_id_of(f"scenario-{scenario.seed}")
    request = DecisionRequest(
        request_id=f"r-{digest('request', game_id, len(history))}",
        game=scenario.game,
        game_rule=scenario.rule,
        board=position.board.to_text(),
        side=side,
        history=tuple(history),
        allowed_ms=allowed_ms,
        received_at=now,
        deadline=now + allowed_ms - min(MAX_RESERVE_MS, allowed_ms // 2),
    )
    return RequestDecision(
        game_id=game_id,
        request=request,
        language=scenario.language,
        model="scenario",
        feature_flags=scenario.flags,
        level=scenario.level,
        by_engine=allowed_ms < MIN_TEAM_MS,
    )


def _build_started(message: RequestDecision) -> GameStarted:
    request = message.request
    return GameStarted(
        game_id=message.game_id,
        game=request.game,
        rows=len(request.board),
        columns=len(request.board[0]),
        referee="server",
        seats=("team", "opponent") if request.side == 1 else ("opponent", "team"),
        first_side=request.history[0].side if request.history else request.side,
        level=message.level,
        language=message.language,
        game_rule=request.game_rule,
        model=message.model,
    )


async def _collect_events(scenario: GameScenario, clock: Clock, log: Log, events: list[LoggedEvent]) -> None:
    """Append the events to `events` until the move is played or the time is up."""
    dependencies, build_request = build_game_system(scenario, clock, log)
    system = EmbeddedSystem(dependencies)
    await system.start()
    try:
        async with asyncio.timeout(scenario.allowed_ms / 1000 + EXTRA_TIME_S):
            async for event in play_decision(system, build_request()):
                events.append(event)  # noqa: PERF401 - a timeout must keep the events so far
    except TimeoutError:
        pass  # `build_game_result` reports the missing move
    finally:
        await system.stop()
