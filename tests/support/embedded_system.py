"""A whole system in virtual time that is told what its broker, store and model do wrong. Nothing in it is a mock."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from io import StringIO
from typing import Any, TypeVar

from channel_admin.prompts import GapsReply, RecursionReply
from coordinator.core.candidate_selection import FilterReply
from gateway.negotiation.demand_limits import default_limits
from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.events import DemandClosed
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Change, ProposalDraft
from negotiation.invitation_links.memory import MemoryInvitationLinkStore
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.resources import NegotiationResources
from negotiation.submission import Submission
from shared.core.address import Address
from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.ids import digest
from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.port import Model
from shared.llm.rule_based_model import RuleBasedModel, Rules
from shared.runtime.actor import Actor
from shared.runtime.application import Resources
from shared.runtime.ingress import Ingress
from shared.runtime.log_follower import follow_log
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.store.port import LoggedEvent, Store
from shared.telemetry.metrics import Metrics
from shared.telemetry.span_exporter import SpanExporter
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerMessage, Transport
from tests.support.async_tests import START
from tests.support.faulty_broker import BrokerFaults, FaultyMemoryBroker
from tests.support.faulty_store import FaultyStore, StoreFaults
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import APPLICATIONS, GATEWAY, ROUTES
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings
from user_agent.core.answer_normalization import FeedbackReply, OfferReply

AN_HOUR = 3600
PEOPLE = ("amy", "bob", "cai")
T = TypeVar("T")

ANSWERS: Rules = {
    "demand_understanding": lambda facts: DemandUnderstanding(
        surface_demand=facts.raw_input, capability_tags=("venue",)
    ),
    "smart_filter": lambda facts: FilterReply.model_validate(
        {
            "definitely_related": [
                {"agent_id": card.agent_id, "reason": "has a venue", "relevance_score": 90} for card in facts.profiles
            ]
        }
    ),
    "response_generation": lambda facts: OfferReply(decision="participate", contribution=f"{facts.agent_id}'s venue"),
    "proposal_aggregation": lambda facts: ProposalDraft(
        summary="plan",
        assignments=tuple(Assignment(agent_id=o.agent_id, role=f"role of {o.agent_id}") for o in facts.offers),
    ),
    "proposal_feedback": lambda facts: FeedbackReply(
        feedback_type="negotiate" if facts.agent_id == "bob" and facts.proposal_version == 1 else "accept",
        adjustment_request="on Sunday" if facts.agent_id == "bob" and facts.proposal_version == 1 else None,
    ),
    "proposal_adjustment": lambda facts: ProposalDraft(
        summary="plan for Sunday",
        assignments=facts.proposal.assignments,
        adjustment_summary=AdjustmentSummary(changes_made=(Change(aspect="day", after="Sunday"),)),
    ),
    "gap_identification": lambda _: GapsReply(),
    "recursion_decision": lambda _: RecursionReply(),
    "compromise": lambda _: Compromise(suggestion="less", proposal=CompromiseProposal()),
}
"""Three people offer; bob negotiates the first version, everybody accepts the second."""


class FaultyEmbeddedSystem:
    """A running system and everything a test looks at."""

    def __init__(
        self,
        clock: Clock,
        *,
        model: Model | None = None,
        settings: Settings | None = None,
        publish: BrokerFaults | None = None,
        faults: StoreFaults | None = None,
        after: "FaultyEmbeddedSystem | None" = None,
        more: Callable[[Sequence[Actor]], Sequence[Actor]] = tuple,
        spans: SpanExporter | None = None,
    ) -> None:
        """`after`: a process that takes over the store and the broker of that one."""
        self.clock = clock
        self.spans = spans
        self.settings = settings or Settings()
        self.metrics = Metrics()
        self.lines = StringIO()
        self.log = build_logger("debug", "json", self.lines)
        self.store = after.store if after else MemoryStore(clock, journal=True)
        self.broker = after.broker if after else FaultyMemoryBroker(clock, sorted(set(ROUTES.values())), faults=publish)
        self.transport = MemoryTransport(self.broker)
        self.seen: Store = FaultyStore(self.store, faults) if faults else self.store
        self.profiles = profiles = MemoryProfileRegistry(
            [Profile(agent_id=a, display_name=a.title(), capabilities=("venue",)) for a in PEOPLE]
        )
        self.attending = after.attending if after else MemoryAttendanceStore(clock)
        self.invitation_links = after.invitation_links if after else MemoryInvitationLinkStore(clock)
        own = Resources(NegotiationResources(profiles, self.attending, self.invitation_links))
        self.resources = APPLICATIONS.build_in_memory_resources(clock, self.settings, own)
        self.breaker = CircuitBreaker(model or RuleBasedModel(ANSWERS), self.seen, self.settings.model)
        self.entrance = Ingress(GATEWAY, ROUTES, self.seen, self.transport, self.log, self.metrics, spans)
        self.worker = self.build_worker(self.transport, more)

    def build_worker(self, transport: Transport, more: Callable[[Sequence[Actor]], Sequence[Actor]] = tuple) -> Worker:
        """Return a worker of all roles on this connection to the broker, over the store that this process sees."""
        return Worker(
            more(APPLICATIONS.actors(self.resources, self.settings)),
            routes=ROUTES,
            store=self.seen,
            transport=transport,
            model=self.breaker,
            clock=self.clock,
            settings=self.settings.runtime,
            log=self.log,
            metrics=self.metrics,
            spans=self.spans,
        )

    async def __aenter__(self) -> "FaultyEmbeddedSystem":
        await self.worker.start()
        await self.entrance.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.entrance.stop()
        await self.worker.stop()
        await self.transport.close()

    async def kill(self) -> None:
        """The process is gone: it hears nothing, says nothing and claims nothing that is due."""
        self.transport.abort()
        await self.worker.drain_disconnected()

    async def submit(self, unique: str = "1") -> Submission:
        """A demand is submitted."""
        demand = sample_submission(self.clock.now(), unique=unique, limits=default_limits(self.settings.gateway))
        await self.entrance.submit(
            demand.demand_id,
            cause=digest("submit", demand.demand_id),
            sends=[Send(Address("channel", demand.channel_id), demand.message)],
            events=[demand.event],
            budget=demand.message.limits.budget_tokens,
        )
        return demand

    async def finished(self, demand: Submission) -> list[LoggedEvent]:
        """All events of the demand, once it is closed."""
        live = follow_log(self.store, self.transport, demand.demand_id, last_event_type=DemandClosed.type)
        async with asyncio.timeout(AN_HOUR):
            return [event async for event in live]

    async def negotiate(self, unique: str = "1") -> list[LoggedEvent]:
        """A demand from submission to close."""
        return await self.finished(await self.submit(unique))

    async def put(self, queue: str, data: bytes, *, id: str = "put", type: str = "whatever") -> None:
        """Somebody publishes these bytes as a command."""
        await self.transport.publish(BrokerMessage("commands", queue, id, type, data))

    def logged(self, event: str) -> list[dict[str, Any]]:
        """The log lines of one event."""
        lines = (json.loads(line) for line in self.lines.getvalue().splitlines())
        return [line for line in lines if line["event"] == event]


def run_in_virtual_time(main: Callable[[VirtualClock], Coroutine[Any, Any, T]]) -> T:
    """Run in virtual time."""
    return run_virtually(main, START)


def event_payloads(events: Sequence[LoggedEvent]) -> list[tuple[str, dict[str, Any]]]:
    """Type and payload of each event, without what depends on the instant."""
    return [(e.type, _timeless(json.loads(e.data)["payload"])) for e in events]


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        gone = ("deadline", "created_at", "duration_ms", "spent")
        return {k: _timeless(v) for k, v in value.items() if k not in gone}  # pyright: ignore[reportUnknownVariableType]
    return [_timeless(item) for item in value] if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]


def in_any_order(events: Sequence[LoggedEvent]) -> list[str]:
    """What was told, whatever order answers of one phase came in."""
    return sorted(f"{kind} {json.dumps(payload, sort_keys=True)}" for kind, payload in event_payloads(events))
