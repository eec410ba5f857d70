"""A model call that is no longer to be paid for: who asked hears which of the three reasons it was."""

import asyncio
from io import StringIO

import pytest

from shared.core.clock import Clock
from shared.core.usage import Usage
from shared.llm.memoized_model import MemoizedModel
from shared.llm.port import BudgetExceeded, CorrelationClosed, UnusableAnswer
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import Commit, StoreUnavailable
from shared.telemetry.metrics import Metrics
from tests.support.async_tests import START
from tests.unit.shared.llm.scripted_model import Reply, ScriptedReplies, fails, question, says
from towow.config.demand_logger import build_logger

DEMAND = "d-1"


class MemoHarness:
    """A store with one demand, and whoever pays for it."""

    def __init__(self, clock: Clock) -> None:
        self.store = MemoryStore(clock)
        self.metrics = Metrics()
        self.lines = StringIO()
        self.log = build_logger("warning", "json", self.lines)

    def payer(self, model: ScriptedReplies, owner: str) -> MemoizedModel:
        return MemoizedModel(model, self.store, correlation_id=DEMAND, owner=owner, metrics=self.metrics, log=self.log)

    async def commit(self, message_id: str, *, budget: int | None = None, close: bool = False) -> None:
        await self.store.commit(Commit("role", DEMAND, message_id, budget_tokens=budget, close=close))


async def test_a_call_running_when_the_budget_is_exceeded_is_cancelled(clock: VirtualClock) -> None:
    """It is refused, not abandoned: a refusal is answered (`task_failed(budget)`)."""
    harness = MemoHarness(clock)
    await harness.commit("m1", budget=1_000)
    slow = ScriptedReplies(says(after=20))
    call = asyncio.ensure_future(harness.payer(slow, "w1").answer(question("amy")))
    await asyncio.sleep(2.5)
    dear = ScriptedReplies(says(usage=Usage(calls=1, input_tokens=1_000)))
    await harness.payer(dear, "w2").answer(question("bob"))
    with pytest.raises(BudgetExceeded):
        await call
    assert clock.now() - START == 3_000
    assert slow.cut == 1
    assert (await harness.store.get_budget_usage(DEMAND)).reserved_tokens == 0
    assert harness.metrics.read_value("towow_model_calls_total", prompt="greeting", outcome="refused") == 1


async def test_a_call_running_when_its_correlation_closes_is_cancelled(clock: VirtualClock) -> None:
    harness = MemoHarness(clock)
    slow = ScriptedReplies(says(after=20))
    call = asyncio.ensure_future(harness.payer(slow, "w1").answer(question()))
    await asyncio.sleep(2.5)
    await harness.commit("m1", budget=1_000, close=True)
    with pytest.raises(CorrelationClosed):
        await call
    assert clock.now() - START == 3_000
    assert slow.cut == 1


async def test_a_worker_whose_claim_was_overtaken_takes_the_stored_answer(clock: VirtualClock) -> None:
    harness = MemoHarness(clock)
    slow = ScriptedReplies(says(after=20))
    prompt = question()
    call = asyncio.ensure_future(harness.payer(slow, "w1").answer(prompt))
    await asyncio.sleep(2.5)
    value = b'{"output":{"word":"no"},"usage":{"calls":1}}'
    await harness.store.finish_memo(
        correlation_id=DEMAND, key=prompt.identity(slow.name), owner="w0", value=value, usage=Usage(calls=1)
    )
    assert (await call).output == Reply(word="no")
    assert clock.now() - START == 3_000
    assert slow.cut == 1
    assert (await harness.store.get_budget_usage(DEMAND)).usage == Usage(calls=1)


class UnavailableStore(MemoryStore):
    """A store that cannot be reached any more once the claim is made."""

    async def release_memo(self, *, correlation_id: str, key: str, owner: str) -> None:
        raise StoreUnavailable("closed")


async def test_a_cancelled_call_does_not_wait_for_an_unavailable_store(clock: VirtualClock) -> None:
    """Else a worker whose connections are closed would never end: a lost store is waited for, for ever."""
    payer = MemoizedModel(
        ScriptedReplies(says(after=20)),
        UnavailableStore(clock),
        correlation_id=DEMAND,
        owner="w",
        metrics=Metrics(),
        log=build_logger("warning", "json", StringIO()),
    )
    call = asyncio.ensure_future(payer.answer(question()))
    await asyncio.sleep(1.5)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert clock.now() - START == 1_500


class SlowStore(MemoryStore):
    """A store that does not answer for some seconds when an answer is to be kept."""

    away_until = START + 45_000

    async def finish_memo(self, *, correlation_id: str, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        if self._clock.now() < self.away_until:
            raise StoreUnavailable("away")
        return await super().finish_memo(correlation_id=correlation_id, key=key, owner=owner, value=value, usage=usage)


async def test_an_answer_is_returned_before_it_is_stored_and_stored_after_an_outage(
    clock: VirtualClock,
) -> None:
    harness = MemoHarness(clock)
    harness.store = SlowStore(clock)
    payer = harness.payer(ScriptedReplies(says(after=2)), "w1")
    assert (await payer.answer(question())).output == Reply()
    assert clock.now() - START == 2_000
    assert (await harness.store.get_budget_usage(DEMAND)).usage == Usage()
    await payer.wait_until_stored()
    assert 45_000 <= clock.now() - START < 48_000
    assert (await harness.store.get_budget_usage(DEMAND)).usage == Usage(calls=1, input_tokens=100)


async def test_cancelling_wait_until_stored_does_not_cancel_the_storing(clock: VirtualClock) -> None:
    harness = MemoHarness(clock)
    harness.store = SlowStore(clock)
    payer = harness.payer(ScriptedReplies(says()), "w1")
    await payer.answer(question())
    waiting = asyncio.ensure_future(payer.wait_until_stored())
    await asyncio.sleep(1)
    waiting.cancel()
    await asyncio.sleep(60)
    assert (await harness.store.get_budget_usage(DEMAND)).usage == Usage(calls=1, input_tokens=100)


async def test_an_unusable_answer_is_charged_and_not_requested_again(clock: VirtualClock) -> None:
    harness = MemoHarness(clock)
    await harness.commit("m1", budget=1_000)
    paid = Usage(calls=2, input_tokens=200, cost_usd=0.5)
    first = harness.payer(ScriptedReplies(fails(UnusableAnswer("wrong twice", paid))), "w1")
    with pytest.raises(UnusableAnswer):
        await first.answer(question())
    await first.wait_until_stored()
    spent = await harness.store.get_budget_usage(DEMAND)
    assert (spent.usage, spent.reserved_tokens) == (paid, 0)
    again = harness.payer(ScriptedReplies(), "w2")
    with pytest.raises(UnusableAnswer, match="wrong twice") as known:
        await again.answer(question())
    assert known.value.usage == paid
    assert (await harness.store.get_budget_usage(DEMAND)).usage == paid
    assert harness.metrics.read_value("towow_model_calls_total", prompt="greeting", outcome="unusable") == 1
    assert harness.metrics.read_value("towow_model_tokens_total", direction="input") == 200


async def test_an_uncharged_refusal_may_be_requested_again(clock: VirtualClock) -> None:
    harness = MemoHarness(clock)
    payer = harness.payer(ScriptedReplies(fails(UnusableAnswer("401")), says()), "w1")
    with pytest.raises(UnusableAnswer):
        await payer.answer(question())
    assert (await harness.store.get_budget_usage(DEMAND)).reserved_tokens == 0
    assert (await payer.answer(question())).output == Reply()
