"""Can the measure of tokens fail: is it 1 where nothing is better, and does each thing that is better show?"""

from collections import Counter
from itertools import pairwise

import pytest

from benchmarks.critical_path import AGREEING_RULES
from benchmarks.token_costs import (
    CACHE_LIFETIME_MS,
    MIN_CACHED_TOKENS,
    Exchange,
    PromptDesign,
    TokenCosts,
    count_tokens,
    estimate_tokens,
)
from benchmarks.token_requests import RequestLog, negotiate
from benchmarks.tokens_vs_naive import figures, naive_design
from coordinator.prompts import FilterFacts, UnderstandingFacts, build_filter_prompt, build_understanding_prompt
from gateway.negotiation.demand_limits import default_limits
from negotiation.contracts.demand import DemandUnderstanding, SubmissionContext
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from shared.llm.port import Prompt
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from tests.support.async_tests import START
from tests.support.sample_submission import sample_submission
from tests.unit.shared.llm.scripted_model import Facts, Reply
from towow.bootstrap.applications import memory_resources
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

PROFILES = [Profile(agent_id=f"agent_{n}", display_name=f"Agent {n}", summary="A room in town") for n in range(60)]
SETTING = SubmissionContext(user_id="user_alice", language="en", today="2026-01-22", timezone="UTC")
NAIVE = naive_design(PROFILES)


def long(key: str = "greeting") -> Prompt[Reply]:
    """A question whose stable part an endpoint would keep."""
    return Prompt(key=key, version="1", system="word " * MIN_CACHED_TOKENS, user="now", facts=Facts(), output=Reply)


def short() -> Exchange:
    """A question whose stable part is too short to be kept."""
    prompt = Prompt(key="greeting", version="1", system="word", user="now", facts=Facts(), output=Reply)
    return Exchange(prompt, "{}", 0, 1)


def understood() -> Exchange:
    facts = UnderstandingFacts(demand_id="d-1", channel_id="collab-1", setting=SETTING, raw_input="I need a venue")
    return Exchange(build_understanding_prompt(facts), "{}", 0, 1)


def filtered(shown: int) -> Exchange:
    facts = FilterFacts(
        demand_id="d-1",
        channel_id="collab-1",
        setting=SETTING,
        raw_input="I need a venue",
        demand=DemandUnderstanding(surface_demand="a venue"),
        call=1,
        profiles=tuple(NAIVE.shown_agents or ())[:shown],
    )
    return Exchange(build_filter_prompt(facts), "{}", 0, 1)


def ratios(asked: RequestLog, ours: PromptDesign) -> list[float]:
    """As counted, raw, priced, and without what was done again."""
    measured = figures(asked, ours, NAIVE, negotiations=1)
    return [measured[f"tokens_vs_naive{kind}"] for kind in ("", "_raw", "_priced", "_once")]


def test_the_ratios_of_the_naive_design_are_one() -> None:
    said = [understood(), filtered(10), understood()]
    assert ratios(RequestLog(0, said, said), NAIVE) == [1, 1, 1, 1]


def test_memoized_requests_lower_the_ratio() -> None:
    once = [understood(), filtered(60)]
    assert ratios(RequestLog(0, once * 2, once), NAIVE) == [0.5, 0.5, 0.5, 1]


def test_the_candidate_limit_lowers_only_filter_tokens() -> None:
    fewer, all_of_them = count_tokens([filtered(10)], PromptDesign()), count_tokens([filtered(60)], PromptDesign())
    assert count_tokens([filtered(10)], NAIVE) == all_of_them
    assert fewer.unweighted < all_of_them.unweighted / 3
    assert count_tokens([understood()], NAIVE) == count_tokens([understood()], PromptDesign(caching=False))


def stored(*times: tuple[float, float], prompt: Prompt[Reply] | None = None) -> list[bool]:
    """Of questions with these beginnings and ends (in lives of the cache): which put their stable part there."""
    asked = [
        Exchange(prompt or long(), "{}", round(a * CACHE_LIFETIME_MS), round(b * CACHE_LIFETIME_MS)) for a, b in times
    ]
    bills = [count_tokens(asked[:count], PromptDesign()) for count in range(len(asked) + 1)]
    return [later.stored > before.stored for before, later in pairwise(bills)]


def test_the_cache_holds_from_the_first_answer_for_five_minutes_after_its_last_use() -> None:
    assert stored((0, 0.1), (0.05, 0.2), (0.1, 0.3), (1.0, 1.1), (1.9, 2.0), (3.0, 3.1)) == [
        True,
        True,
        False,
        False,
        False,
        True,
    ]


def test_the_cache_is_one_for_each_question() -> None:
    asked = [Exchange(long(), "{}", 0, 1), Exchange(long("another"), "{}", 2, 3), Exchange(long(), "{}", 4, 5)]
    total = count_tokens(asked, PromptDesign())
    assert total.stored == 2 * total.cached > 0
    assert count_tokens(asked, PromptDesign(caching=False)).stored == 0


def test_a_short_prompt_is_not_cached() -> None:
    assert count_tokens([short()] * 2, PromptDesign()) == count_tokens([short()] * 2, PromptDesign(caching=False))
    assert count_tokens([understood()] * 2, PromptDesign()).stored > 0


def test_cache_writes_and_reads_have_their_prices() -> None:
    taken = TokenCosts(fresh=1, stored=100, cached=1000, output=10)
    assert (taken.unweighted, taken.weighted, taken.weighted_output) == (1111, 236, 276)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("你好", 2), ("你好，ok", 4)]
)
def test_the_token_estimate_of_a_text(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def heard(share: float) -> RequestLog:
    """A negotiation in which so many tasks are done twice."""

    async def main(clock: VirtualClock) -> RequestLog:
        settings = Settings()
        place = SystemDependencies(
            settings,
            RuleBasedModel(AGREEING_RULES, 300),
            clock,
            build_logger("error"),
            memory_resources(MemoryProfileRegistry(PROFILES[:3]), clock),
        )
        demand = sample_submission(START, unique="tokens", limits=default_limits(settings.gateway))
        return await negotiate(place, [demand], interval_s=1, repeated_share=share)

    return run_virtually(main, START)


def keys(exchanges: list[Exchange]) -> Counter[str]:
    return Counter(each.prompt.key for each in exchanges)


def test_a_task_that_is_done_twice_asks_twice_and_is_paid_once() -> None:
    """Through the real system: the memo answers, not this measure."""
    calm, troubled = heard(0), heard(1)
    assert keys(calm.requested) == keys(calm.billed)
    assert keys(calm.billed)["response_generation"] == 3
    assert keys(troubled.billed) == keys(calm.billed)
    assert keys(troubled.requested) == keys(calm.billed) + keys(calm.billed)
