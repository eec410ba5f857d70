"""Are so many asked at once and no more, and does nobody who waits for a place ask a model that is down meanwhile?"""

import asyncio

import pytest

from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.concurrency_limit import ConcurrencyLimitedModel, limit_concurrency, limit_prefetch
from shared.llm.port import ModelUnavailable
from shared.llm.settings import ModelSettings
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from tests.support.async_tests import START
from tests.unit.shared.llm.scripted_model import ScriptedReplies, fails, question, says


async def test_at_most_the_limit_of_calls_run_at_once(clock: VirtualClock) -> None:
    model = ConcurrencyLimitedModel(ScriptedReplies(*(says(after=1) for _ in range(9))), 3)
    await asyncio.gather(*(model.answer(question()) for _ in range(9)))
    assert clock.now() == START + 3_000


async def test_a_cancelled_or_failed_call_releases_its_slot(clock: VirtualClock) -> None:
    model = ConcurrencyLimitedModel(ScriptedReplies(says(after=9), fails(), says()), 1)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await model.answer(question())
    with pytest.raises(ModelUnavailable):
        await model.answer(question())
    await model.answer(question())
    assert clock.now() == START + 1_000


async def test_a_waiting_call_is_not_sent_when_the_breaker_opens_meanwhile(clock: VirtualClock) -> None:
    """Each question takes 30 s to fail: with four places the breaker is open when the fifth gets one."""
    silent = ScriptedReplies(*(fails(after=30) for _ in range(12)))
    breaker = CircuitBreaker(silent, MemoryStore(clock), ModelSettings())
    model = ConcurrencyLimitedModel(breaker, 4)
    met = await asyncio.gather(*(model.answer(question()) for _ in range(12)), return_exceptions=True)
    assert all(isinstance(error, ModelUnavailable) for error in met)
    assert clock.now() == START + 30_000
    assert silent.left == 8


def test_only_a_paid_model_has_limited_concurrency() -> None:
    model = ScriptedReplies()
    assert limit_concurrency(model, ModelSettings()) is model
    assert isinstance(limit_concurrency(model, ModelSettings(llm="anthropic")), ConcurrencyLimitedModel)


def test_a_workers_prefetch_is_small_only_with_limited_model_calls() -> None:
    limited = ModelSettings(llm="anthropic", llm_max_concurrent_calls=4)
    assert limit_prefetch(512, ModelSettings()) == 512
    assert limit_prefetch(512, limited) == 32
    assert limit_prefetch(5, limited) == 5
