"""What becomes of a call that is under way when its demand's budget is spent? It is cut, and answered for."""

import asyncio
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import BaseModel

from shared.core.envelope import decode_envelope
from shared.core.message_base import TaskFailed
from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from tests.support.async_tests import START
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem
from tests.support.reference_run import OnPublish
from towow.config.settings import parse_settings
from user_agent.prompts import OfferFacts

T = TypeVar("T", bound=BaseModel)
BUDGET = 10_000


@dataclass
class ExpensiveModel:
    """One offer costs the whole budget and comes after 2 s; the other ones take 20 s."""

    name: str = "dear"
    cut: int = 0

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 100

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        answer = await RuleBasedModel(ANSWERS).answer(prompt)
        if prompt.key != "response_generation":
            return answer
        if isinstance(prompt.facts, OfferFacts) and prompt.facts.agent_id == "amy":
            await asyncio.sleep(2)
            return replace(answer, usage=Usage(calls=1, input_tokens=BUDGET))
        try:
            await asyncio.sleep(20)
        except asyncio.CancelledError:
            self.cut += 1
            raise
        return answer


async def test_a_call_cut_for_want_of_budget_is_answered_task_failed(clock: VirtualClock) -> None:
    """Within a second of the last token; nobody waits for the deadline of the phase."""
    faults = OnPublish(lambda _, __: None)
    model = ExpensiveModel()
    settings = parse_settings({"demand_budget_tokens": BUDGET})
    async with FaultyEmbeddedSystem(clock, model=model, settings=settings, publish=faults) as system:
        events = await system.negotiate()
        assert clock.now() - START <= 4_000
    failed = [decode_envelope(p.data).body for p in faults.messages if p.type == TaskFailed.type]
    assert [body["reason"] for body in failed if body["task"] == "demand_offer"] == ["budget", "budget"]
    assert model.cut == 2
    assert events[-1].type == "towow.demand.closed"
