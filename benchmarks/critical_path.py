"""Overhead of the runtime beyond model latency: prompts 1–5 at 300 ms each, submit → outcome, median of 5."""

import asyncio
import statistics
import time
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from channel_admin.prompts import GapsReply
from coordinator.core.candidate_selection import FilterReply
from gateway.negotiation.demand_limits import default_limits
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.events import ProposalFinalized
from negotiation.contracts.proposal import Assignment, ProposalDraft
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.system_clock import SystemClock
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import memory_resources
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings
from user_agent.core.answer_normalization import FeedbackReply, OfferReply

LATENCY_MS = 300
PROMPTS = 5
RUNS = 5
AGENTS = 5


def _build_plan(facts: Any) -> ProposalDraft:
    held = tuple(Assignment(agent_id=offer.agent_id, role=f"role of {offer.agent_id}") for offer in facts.offers)
    return ProposalDraft(summary="plan", assignments=held)


def _select_all(facts: Any) -> FilterReply:
    chosen = [{"agent_id": p.agent_id, "reason": "fits", "relevance_score": 90} for p in facts.profiles]
    return FilterReply.model_validate({"definitely_related": chosen})


AGREEING_RULES: dict[str, Callable[[Any], BaseModel]] = {
    "demand_understanding": lambda facts: DemandUnderstanding(surface_demand=facts.raw_input),
    "smart_filter": _select_all,
    "response_generation": lambda _: OfferReply(decision="participate", contribution="I will"),
    "proposal_aggregation": _build_plan,
    "proposal_feedback": lambda _: FeedbackReply(feedback_type="accept"),
    "gap_identification": lambda _: GapsReply(),
}
"""People who agree at once: the chain is exactly prompts 1 to 5."""


async def _measure_once(number: int) -> float:
    """Seconds from the commit of the submission to the outcome's event."""
    profiles = [Profile(agent_id=f"agent_{n}", display_name=f"Agent {n}") for n in range(AGENTS)]
    clock, settings = SystemClock(), Settings()
    model = RuleBasedModel(AGREEING_RULES, LATENCY_MS)
    system = EmbeddedSystem(
        SystemDependencies(
            settings, model, clock, build_logger("warning"), memory_resources(MemoryProfileRegistry(profiles), clock)
        )
    )
    await system.start()
    demand = sample_submission(
        clock.now(), user_id="user_bench", unique=f"bench-{number}", limits=default_limits(settings.gateway)
    )
    try:
        await system.submit(demand)
        begun = time.perf_counter()
        async for event in system.follow(demand.demand_id):
            if event.type == ProposalFinalized.type:
                return time.perf_counter() - begun
        raise RuntimeError("the negotiation ended without an agreement")
    finally:
        await system.stop()


def measure() -> dict[str, float]:
    """The figure: elapsed ÷ the five prompts' own time; and the milliseconds added."""
    elapsed = statistics.median(asyncio.run(_measure_once(number)) for number in range(RUNS))
    own = PROMPTS * LATENCY_MS / 1000
    return {"critical_path_embedded": elapsed / own, "critical_path_added_ms": (elapsed - own) * 1000}
