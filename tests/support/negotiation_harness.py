"""A whole system in one process and in virtual time: any demand, any people, any model; and what no course may show."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from gateway.negotiation.demand_limits import default_limits
from negotiation.contracts.events import (
    AgentWithdrawn,
    DemandClosed,
    ForceFinalized,
    OfferSubmitted,
    ProposalDistributed,
    ProposalFeedbackEvent,
    ProposalFinalized,
    SubnetTriggered,
)
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from shared.llm.port import Answer, Model, Prompt
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import LoggedEvent
from tests.simulation.negotiation.domain_invariants import domain_violations
from tests.support.embedded_system import AN_HOUR, run_in_virtual_time
from tests.support.event_log import LogEntry, by_channel, parse_log
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import memory_resources
from towow.bootstrap.embedded import EmbeddedSystem, run_embedded
from towow.bootstrap.model_factory import build_simulated_model
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

T = TypeVar("T", bound=BaseModel)

MOST_SUBNETS = 3
NAMING = ("agent_id", "requested_by", "participants", "confirmed_participants", "optional_participants")


@dataclass
class RecordingModel:
    """A model that remembers what it was asked."""

    model: Model
    heard: list[Prompt[Any]] = field(default_factory=list[Prompt[Any]])

    @property
    def name(self) -> str:
        return self.model.name

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return self.model.estimate_tokens(prompt)

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        self.heard.append(prompt)
        return await self.model.answer(prompt)


def run_negotiation(
    text: str,
    people: Sequence[Profile],
    *,
    model: Model | None = None,
    settings: Settings | None = None,
    unique: str = "1",
) -> Sequence[LoggedEvent]:
    """All events of one demand."""
    (events,) = run_negotiations([(text, unique)], people, model=model, settings=settings)
    return events


def run_negotiations(
    demands: Sequence[tuple[str, str]],
    people: Sequence[Profile],
    *,
    model: Model | None = None,
    settings: Settings | None = None,
) -> Sequence[Sequence[LoggedEvent]]:
    """The events of each demand (its text, and what makes its id) in one system, one after another."""
    chosen = settings or Settings()

    async def main(clock: VirtualClock) -> Sequence[Sequence[LoggedEvent]]:
        log = build_logger("error", "json", StringIO())
        place = SystemDependencies(
            chosen,
            model or build_simulated_model(chosen),
            clock,
            log,
            memory_resources(MemoryProfileRegistry(people), clock),
        )
        async with run_embedded(place) as system:
            return [await _negotiated(system, text, unique) for text, unique in demands]

    return run_in_virtual_time(main)


async def _negotiated(system: EmbeddedSystem, text: str, unique: str) -> Sequence[LoggedEvent]:
    demand = sample_submission(
        system.dependencies.clock.now(),
        text,
        unique=unique,
        limits=default_limits(system.dependencies.settings.gateway),
    )
    await system.submit(demand)
    async with asyncio.timeout(AN_HOUR):
        return [event async for event in system.follow(demand.demand_id)]


def invariant_violations(events: Sequence[LoggedEvent]) -> list[str]:
    """Everything in a log that no negotiation may show, whatever its models said."""
    told = parse_log(events)
    problems = [violation.reason for violation in domain_violations(told[0].payload["demand_id"], events)]
    if told[-1].type != short(DemandClosed.type):
        problems.append(f"it ended with {told[-1].type}")
    channels = by_channel(told)
    everybody = {agent for own in channels.values() for agent in _invited(own)}
    for own in channels.values():
        problems += [*_strangers(own, everybody), *_assigned(own), *_confirmed(own), *_left(own)]
    if sum(event.type == short(SubnetTriggered.type) for event in told) > MOST_SUBNETS:
        problems.append("too many subnets")
    return problems


def short(event_type: str) -> str:
    """An event type as `Told` has it."""
    return event_type.removeprefix("towow.")


def named(value: Any) -> Iterator[str]:
    """Every agent that a payload names as one."""
    if isinstance(value, dict):
        for key, held in cast("dict[str, Any]", value).items():
            if key in NAMING:
                many = cast("list[Any]", held) if isinstance(held, list) else [held]
                yield from (one for one in many if isinstance(one, str))
            yield from named(held)
    if isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from named(one)


def _invited(own: Sequence[LogEntry]) -> set[str]:
    return {agent for event in own if event.type == "channel.created" for agent in event.payload["invited_agents"]}


def _strangers(own: Sequence[LogEntry], everybody: Collection[str]) -> Iterator[str]:
    for event in own:
        if event.type not in ("filter.completed", "channel.created"):
            yield from (f"{event.type} names {agent}" for agent in named(event.payload) if agent not in everybody)
        if event.type in (short(OfferSubmitted.type), short(ProposalFeedbackEvent.type)):
            agent = event.payload["agent_id"]
            if agent not in _invited(own):
                yield f"{agent} speaks uninvited"


def _assigned(own: Sequence[LogEntry]) -> Iterator[str]:
    """Only those who offered hold anything."""
    offered: set[str] = set()
    for event in own:
        if event.type == short(OfferSubmitted.type) and event.payload["decision"] != "decline":
            offered.add(event.payload["agent_id"])
        elif event.type == short(ProposalDistributed.type):
            holders = {part["agent_id"] for part in event.payload["proposal"]["assignments"]}
            yield from (f"{agent} holds a role and offered nothing" for agent in holders - offered)
            if any(part["is_confirmed"] for part in event.payload["proposal"]["assignments"]):
                yield "somebody is confirmed before the outcome"


def _confirmed(own: Sequence[LogEntry]) -> Iterator[str]:
    """Only those whose last word was a real accept are confirmed."""
    last: dict[str, bool] = {}
    for event in own:
        if event.type == short(ProposalFeedbackEvent.type):
            last[event.payload["agent_id"]] = event.payload["feedback_type"] == "accept" and not event.says("fallback")
        elif event.type in (short(ProposalFinalized.type), short(ForceFinalized.type)):
            confirmed = {*event.payload["confirmed_participants"]}
            for part in event.payload["final_proposal"]["assignments"]:
                confirmed |= {part["agent_id"]} if part["is_confirmed"] else set()
            yield from (f"{agent} is confirmed and did not accept" for agent in confirmed if not last.get(agent))


def _left(own: Sequence[LogEntry]) -> Iterator[str]:
    """Only those left who said so."""
    said = {
        event.payload["agent_id"]
        for event in own
        if event.type == short(ProposalFeedbackEvent.type) and event.payload["feedback_type"] == "withdraw"
    }
    gone = {event.payload["agent_id"] for event in own if event.type == short(AgentWithdrawn.type)}
    yield from (f"{agent} left without a word" for agent in gone - said)
