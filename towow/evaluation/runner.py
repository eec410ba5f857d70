"""How demands are played through a whole embedded system, in virtual or real time, and then what they could relax."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

from negotiation.contracts.compromise import Relaxation
from negotiation.contracts.demand import ModelName
from negotiation.submission import submission
from shared.core.clock import Clock
from shared.core.timestamps import parse
from shared.runtime.system_clock import SystemClock
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.store.port import LoggedEvent
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.evaluation.demand_file import TIMEZONE, EvaluationDemand
from towow.evaluation.result import RANK, DemandResult, RelaxationResult, Skilled, course

START = parse("2026-01-22T10:00:00Z")
"""When every demand is submitted in virtual time."""

PATIENCE = 7200.0
"""Seconds after which a demand counts as one that never closes; more when its own deadlines are longer."""

AT_ONCE = 4
"""Demands that are negotiated at the same time in real time: mostly they wait for the model."""

Events = Sequence[LoggedEvent]
Play = Callable[[EvaluationDemand], Awaitable[tuple[str, Events]]]
"""Negotiates a demand: its id and all its events."""


@dataclass(frozen=True, slots=True)
class EvaluationSetup:
    """On what demands are evaluated: what makes the place of a system for a clock, and what its model is called."""

    place: Callable[[Clock], SystemDependencies]
    model: ModelName


def in_virtual_time(bench: EvaluationSetup, demands: Sequence[EvaluationDemand]) -> Iterator[DemandResult]:
    """How each went, in their order; every demand has a system of its own, so that none depends on the others.

    Not from inside a running event loop.
    """
    for asked in demands:

        async def main(clock: VirtualClock, asked: EvaluationDemand = asked) -> DemandResult:
            async def play(each: EvaluationDemand) -> tuple[str, Events]:
                return await negotiated(bench, clock, each)

            return await _followed(asked, play, await _skilled(bench.place(clock)))

        yield run_virtually(main, START)


def story(bench: EvaluationSetup, asked: EvaluationDemand) -> Events:
    """The events of one demand in virtual time. Not from inside a running event loop."""

    async def main(clock: VirtualClock) -> Events:
        _, events = await negotiated(bench, clock, asked)
        return events

    return run_virtually(main, START)


async def in_real_time(bench: EvaluationSetup, demands: Sequence[EvaluationDemand]) -> AsyncGenerator[DemandResult]:
    """How each went, in their order; some are negotiated at once, in one system."""
    turns = asyncio.Semaphore(AT_ONCE)
    async with run_embedded(bench.place(SystemClock())) as system:
        skilled = await _skilled(system.place)

        async def play(each: EvaluationDemand) -> tuple[str, Events]:
            return await _through(system, bench.model, each)

        async def in_turn(asked: EvaluationDemand) -> DemandResult:
            async with turns:
                return await _followed(asked, play, skilled)

        tasks = [asyncio.create_task(in_turn(asked)) for asked in demands]
        try:
            for task in tasks:
                yield await task
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def negotiated(bench: EvaluationSetup, clock: Clock, asked: EvaluationDemand) -> tuple[str, Events]:
    """One demand in a system of its own: its id and all its events."""
    async with run_embedded(bench.place(clock)) as system:
        return await _through(system, bench.model, asked)


async def _skilled(place: SystemDependencies) -> Skilled:
    return {profile.agent_id: profile.capabilities for profile in await place.profiles.all()}


async def _followed(asked: EvaluationDemand, play: Play, skilled: Skilled) -> DemandResult:
    """A demand, and when it failed what it could relax, each as a demand of its own."""
    demand_id, events = await play(asked)
    went, could = course(asked, demand_id, events, skilled)
    tried: list[RelaxationResult] = []
    for place, option in enumerate(could, start=1):
        relaxed_id, relaxed = await play(asked.instead(place, option.raw_input))
        after, _ = course(asked, relaxed_id, relaxed, skilled)
        tried.append(_relaxed(option, went, after))
    return went.model_copy(update={"relax": tuple(tried)})


def _relaxed(option: Relaxation, before: DemandResult, after: DemandResult) -> RelaxationResult:
    return RelaxationResult(
        aspect=option.aspect,
        raw_input=option.raw_input,
        demand_id=after.demand_id,
        status=after.status,
        better=RANK[after.status] > RANK[before.status],
    )


async def _through(system: DemandSystem, model: ModelName, asked: EvaluationDemand) -> tuple[str, Events]:
    place = system.place
    accepted = submission(
        asked.raw_input,
        asked.user_id,
        unique=asked.unique,
        now=place.clock.now(),
        today=asked.today,
        timezone=TIMEZONE,
        model=model,
        limits=place.settings.gateway.limits,
    )
    events: list[LoggedEvent] = []
    await system.submit(accepted)
    try:
        async with asyncio.timeout(_patience(place)):
            async for event in system.follow(accepted.demand_id):
                events.append(event)  # noqa: PERF401 - what came before the time was up is kept
    except TimeoutError:
        pass  # the last event is missing: its course is `unclosed`
    return accepted.demand_id, events


def _patience(place: SystemDependencies) -> float:
    return max(PATIENCE, 2 * place.settings.rules.overall_timeout + place.settings.rules.subnet_timeout)
