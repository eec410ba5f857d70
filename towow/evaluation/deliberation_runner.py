"""Evaluation of deliberations: each query in its own embedded system in virtual time, and with a single planner."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

from deliberation.contracts.session import SessionOwner
from deliberation.session_start import SessionStart, build_session_start
from deliberation.settings import DeliberationSettings
from shared.core.clock import Clock
from shared.core.timestamps import parse_iso8601
from shared.llm.port import Model
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.store.port import LoggedEvent
from shared.telemetry.log import Log
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.system import SystemDependencies
from towow.config.settings import Settings
from towow.evaluation.deliberation_query import DomainWords, EvaluationQuery
from towow.evaluation.deliberation_result import QueryResult, build_query_result
from towow.evaluation.metered_model import MeteredModel
from towow.evaluation.single_planner import run_single_planner

TIMEZONE = "Asia/Shanghai"
TIMEOUT_S = 7200.0
"""Virtual seconds after which a session counts as never ending."""


def evaluate_queries(
    build_model: Callable[[], Model],
    settings: Settings,
    log: Log,
    queries: Sequence[EvaluationQuery],
    words: DomainWords,
) -> Iterator[tuple[QueryResult, Sequence[LoggedEvent]]]:
    """Deliberate on each query, then let a single planner work on it for as many tokens; yield results and events.

    Must not run inside an event loop.

    Args:
        build_model: Builds the model that answers all prompts.
        settings: Settings of the systems.
        log: Log of the systems.
        queries: The queries.
        words: Words that belong to one domain only.
    """
    for query in queries:

        async def main(clock: VirtualClock, query: EvaluationQuery = query) -> tuple[QueryResult, list[LoggedEvent]]:
            model = MeteredModel(build_model())
            start = _build_start(query, settings, clock)
            events = await _deliberate(SystemDependencies(settings, model, clock, log), start)
            tokens = model.tokens
            single = await run_single_planner(model, start.message.context, query, tokens)
            return build_query_result(query, events, tokens, single, words), events

        yield run_virtually(main, _start_instant(query))


def _start_instant(query: EvaluationQuery) -> int:
    local = datetime.fromisoformat(f"{query.today}T10:00:00").replace(tzinfo=ZoneInfo(TIMEZONE))
    return parse_iso8601(local.isoformat())


def _build_start(query: EvaluationQuery, settings: Settings, clock: Clock) -> SessionStart:
    rules = settings.section(DeliberationSettings)
    return build_session_start(
        query.query,
        SessionOwner(user_id="evaluation", conversation_id=query.id),
        unique=f"evaluation-{query.id}",
        now=clock.now(),
        today=query.today,
        timezone=TIMEZONE,
        model="simulated",
        max_rounds=rules.max_deliberation_rounds,
        round1_mode=rules.round1_mode,
    )


async def _deliberate(dependencies: SystemDependencies, start: SessionStart) -> list[LoggedEvent]:
    system = EmbeddedSystem(dependencies)
    await system.start()
    try:
        await system.start_session(start)
        events: list[LoggedEvent] = []
        with suppress(TimeoutError):  # the result then says `unclosed`
            async with asyncio.timeout(TIMEOUT_S):
                async for event in system.follow_session(start.session_id):
                    events.append(event)  # noqa: PERF401 - a timeout must keep the events so far
        return events
    finally:
        await system.stop()
