"""Tokens that a negotiation sends to a model, compared with a naive design for the same negotiation.

The shipped demands are negotiated by the simulated model over the shipped profiles, in virtual time; every tenth task
fails once after it was answered, and is done again. Ours is what reached the model: the filter sees whom the search
found, a question asked again is answered by the memo, and what stands first in a prompt comes from the endpoint's cache
where an endpoint would have it (five minutes, nothing below 1,024 tokens, dearer when it is put there). Naive is every
question that a task had: all active profiles in the filter, nothing cached, asked again whenever a task is done again.
The figure counts tokens in and out, those of the cache at its price; `_raw` counts each as one, `_priced` what is
written at its price too, `_once` leaves out what is done again, on both sides.
"""

import json
from collections.abc import Sequence

from benchmarks.token_costs import PromptDesign, TokenCosts, count_tokens
from benchmarks.token_requests import RequestLog, negotiate
from coordinator.prompts import AgentSummary
from gateway.negotiation.demand_limits import default_limits
from negotiation.registry import profile_import
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.submission import Submission
from shared.core.timestamps import parse_iso8601
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import memory_resources
from towow.bootstrap.model_factory import build_simulated_model
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings, parse_settings

DEMANDS = profile_import.shipped_profiles_folder().with_name("demands.jsonl")
START = parse_iso8601("2026-01-22T10:00:00Z")
LATENCY_MS = 5000
"""Of an answer: about what a model takes."""

SUBMIT_INTERVAL_S = 20.0
"""Seconds between two demands."""

REPEATED_SHARE = 0.1
"""The share of tasks that are done twice."""


def measure() -> dict[str, float]:
    """The figure, the same counted otherwise, and the tokens per negotiation behind it."""
    settings = parse_settings({"simulated_latency_ms": LATENCY_MS})
    profiles = [
        profile
        for profile in profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
        if profile.active
    ]
    demands = _demands(settings)
    asked = run_virtually(lambda clock: _negotiate(clock, settings, profiles, demands), START)
    return figures(asked, PromptDesign(), naive_design(profiles), len(demands))


def naive_design(profiles: Sequence[Profile]) -> PromptDesign:
    """Everybody in every filter, and nothing cached."""
    seen = AgentSummary.model_fields.keys() & Profile.model_fields.keys()
    return PromptDesign(tuple(AgentSummary(**profile.model_dump(include=seen)) for profile in profiles), caching=False)


def figures(requests: RequestLog, own_design: PromptDesign, naive: PromptDesign, negotiations: int) -> dict[str, float]:
    """Compute the figures: billed requests of our design against all requests of the naive one."""
    we, they = count_tokens(requests.billed, own_design), count_tokens(requests.requested, naive)
    return {
        **_ratios(we, they),
        "tokens_vs_naive_once": we.weighted / count_tokens(requests.billed, naive).weighted,
        "tokens_ours": we.unweighted / negotiations,
        "tokens_ours_billed": we.weighted / negotiations,
        "tokens_naive": they.unweighted / negotiations,
        "calls_ours": len(requests.billed) / negotiations,
        "calls_naive": len(requests.requested) / negotiations,
    }


def _ratios(own: TokenCosts, naive: TokenCosts) -> dict[str, float]:
    return {
        "tokens_vs_naive": own.weighted / naive.weighted,
        "tokens_vs_naive_raw": own.unweighted / naive.unweighted,
        "tokens_vs_naive_priced": own.weighted_output / naive.weighted_output,
    }


def _demands(settings: Settings) -> list[Submission]:
    lines = [json.loads(line) for line in DEMANDS.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        sample_submission(
            START + round(number * SUBMIT_INTERVAL_S * 1000),
            line["raw_input"],
            line["user_id"],
            unique=f"tokens-{number}",
            limits=default_limits(settings.gateway),
        )
        for number, line in enumerate(lines)
    ]


async def _negotiate(
    clock: VirtualClock, settings: Settings, profiles: Sequence[Profile], demands: Sequence[Submission]
) -> RequestLog:
    place = SystemDependencies(
        settings,
        build_simulated_model(settings),
        clock,
        build_logger("error"),
        memory_resources(MemoryProfileRegistry(profiles), clock),
    )
    return await negotiate(place, demands, interval_s=SUBMIT_INTERVAL_S, repeated_share=REPEATED_SHARE)
