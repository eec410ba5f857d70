"""Evaluation runner: negotiates demands, and the relaxations of failed ones, in virtual or real time."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from channel_admin.settings import NegotiationRules
from gateway.negotiation.demand_limits import default_limits
from negotiation.contracts.compromise_suggestion import Relaxation
from negotiation.resources import NegotiationResources
from negotiation.submission import build_submission
from shared.core.clock import Clock
from shared.core.model_kind import ModelName
from shared.core.timestamps import parse_iso8601
from shared.runtime.bounded_concurrency import map_concurrently
from shared.runtime.system_clock import SystemClock
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.store.port import LoggedEvent
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.evaluation.demand_file import TIMEZONE, EvaluationDemand
from towow.evaluation.result import STATUS_RANKS, AgentSkills, DemandResult, RelaxationResult, build_result

START = parse_iso8601("2026-01-22T10:00:00Z")
"""Virtual time of every submission."""

DEFAULT_TIMEOUT_S = 7200.0
"""Seconds after which a demand counts as never closing, unless its own deadlines are longer."""

MAX_CONCURRENT_DEMANDS = 4
"""Maximum number of demands negotiated at once in real time; most of the time they wait for the model."""

Events = Sequence[LoggedEvent]
RunDemand = Callable[[EvaluationDemand], Awaitable[tuple[str, Events]]]
"""Negotiates a demand; returns its id and all its events."""


@dataclass(frozen=True, slots=True)
class EvaluationSetup:
    """Factory of a system's dependencies for a clock, and the name of its model."""

    build_dependencies: Callable[[Clock], SystemDependencies]
    model: ModelName


def evaluate_in_virtual_time(setup: EvaluationSetup, demands: Sequence[EvaluationDemand]) -> Iterator[DemandResult]:
    """Evaluate the demands in virtual time, each in its own system, and yield one result per demand, in order.

    A demand that fails or does not close raises nothing: its result has that `status`. Each relaxation that a failure
    proposes is negotiated as a further demand; its outcome is in `relax` of that result. Must not run inside an event
    loop.

    Raises:
        ApiError: E001, the text or the user id of a demand is invalid; this ends the evaluation.
    """
    for demand in demands:

        async def main(clock: VirtualClock, evaluated: EvaluationDemand = demand) -> DemandResult:
            async def run(each: EvaluationDemand) -> tuple[str, Events]:
                return await run_demand(setup, clock, each)

            return await _evaluate_demand(evaluated, run, await _read_agent_skills(setup.build_dependencies(clock)))

        yield run_virtually(main, START)


def run_in_virtual_time(setup: EvaluationSetup, demand: EvaluationDemand, start: int = START) -> Events:
    """Negotiate one demand in virtual time from `start` (ms since 1970), and return its events by seq.

    Its relaxations are not negotiated.

    A demand that does not close raises nothing; its last event is missing. Must not run inside an event loop.

    Raises:
        ApiError: E001, the text or the user id is invalid.
    """

    async def main(clock: VirtualClock) -> Events:
        _, events = await run_demand(setup, clock, demand)
        return events

    return run_virtually(main, start)


async def evaluate_in_real_time(
    setup: EvaluationSetup, demands: Sequence[EvaluationDemand]
) -> AsyncGenerator[DemandResult]:
    """Evaluate at most MAX_CONCURRENT_DEMANDS demands at once in one system and yield one result per demand.

    The results are in the order of `demands`. A demand that fails or does not close raises nothing: its result has that
    `status`. Each relaxation that a failure proposes is negotiated as a further demand; its outcome is in `relax` of
    that result. Closing the generator cancels what still runs and stops the system.

    Raises:
        ApiError: E001, the text or the user id of a demand is invalid; this ends the evaluation.
    """
    async with run_embedded(setup.build_dependencies(SystemClock())) as system:
        agent_skills = await _read_agent_skills(system.dependencies)

        async def run(each: EvaluationDemand) -> tuple[str, Events]:
            return await _run_in_system(system, setup.model, each)

        async def evaluate(demand: EvaluationDemand) -> DemandResult:
            return await _evaluate_demand(demand, run, agent_skills)

        async with aclosing(map_concurrently(evaluate, demands, limit=MAX_CONCURRENT_DEMANDS)) as results:
            async for result in results:
                yield result


async def run_demand(setup: EvaluationSetup, clock: Clock, demand: EvaluationDemand) -> tuple[str, Events]:
    """Negotiate one demand in its own system; return its demand_id and the list of its events, ordered by seq.

    A failed demand raises nothing. One that has not closed after DEFAULT_TIMEOUT_S or, if longer, its own deadlines
    lacks the last event. The system is stopped before the return.

    Args:
        setup: Builds the system.
        clock: Clock of the system: a virtual one, or the system clock for real time.
        demand: The demand.

    Raises:
        ApiError: E001, the text or the user id is invalid.
    """
    async with run_embedded(setup.build_dependencies(clock)) as system:
        return await _run_in_system(system, setup.model, demand)


async def _read_agent_skills(dependencies: SystemDependencies) -> AgentSkills:
    return {
        profile.agent_id: profile.capabilities
        for profile in await dependencies.resources.get(NegotiationResources).profiles.list_all()
    }


async def _evaluate_demand(demand: EvaluationDemand, run: RunDemand, agent_skills: AgentSkills) -> DemandResult:
    """Negotiate a demand and, if it fails, each relaxation that it proposes as a further demand."""
    demand_id, events = await run(demand)
    result, options = build_result(demand, demand_id, events, agent_skills)
    relaxations: list[RelaxationResult] = []
    for index, option in enumerate(options, start=1):
        relaxed_id, events_after = await run(demand.with_text(index, option.raw_input))
        after, _ = build_result(demand, relaxed_id, events_after, agent_skills)
        relaxations.append(_relaxation_result(option, result, after))
    return result.model_copy(update={"relax": tuple(relaxations)})


def _relaxation_result(option: Relaxation, before: DemandResult, after: DemandResult) -> RelaxationResult:
    return RelaxationResult(
        aspect=option.aspect,
        raw_input=option.raw_input,
        demand_id=after.demand_id,
        status=after.status,
        better=STATUS_RANKS[after.status] > STATUS_RANKS[before.status],
    )


async def _run_in_system(system: DemandSystem, model: ModelName, demand: EvaluationDemand) -> tuple[str, Events]:
    dependencies = system.dependencies
    submitted = build_submission(
        demand.raw_input,
        demand.user_id,
        unique=demand.unique,
        now=dependencies.clock.now(),
        today=demand.today,
        timezone=TIMEZONE,
        model=model,
        limits=default_limits(dependencies.settings.gateway),
    )
    events: list[LoggedEvent] = []
    await system.submit(submitted)
    try:
        async with asyncio.timeout(_timeout_s(dependencies)):
            async for event in system.follow(submitted.demand_id):
                events.append(event)  # noqa: PERF401 - a timeout must keep the events so far
    except TimeoutError:
        pass  # without the last event the status is `unclosed`
    return submitted.demand_id, events


def _timeout_s(dependencies: SystemDependencies) -> float:
    rules = dependencies.settings.section(NegotiationRules)
    return max(DEFAULT_TIMEOUT_S, 2 * rules.overall_timeout + rules.subnet_timeout)
