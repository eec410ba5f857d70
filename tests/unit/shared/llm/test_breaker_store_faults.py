"""Does the breaker count right when the store loses calls or replies?"""

import asyncio
from collections import Counter

import pytest

from shared.llm.circuit_breaker import CircuitBreaker, close_breaker
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.llm.port import Answer, ModelUnavailable, UnusableAnswer
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import StoreUnavailable
from tests.support.async_tests import START
from tests.support.faulty_store import FaultyStore, ScriptedStoreFaults
from tests.unit.shared.llm.breaker_harness import SETTINGS, BreakerHarness
from tests.unit.shared.llm.scripted_model import COST, ScriptedReplies, fails, question, says


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.course(fails(), fails(), fails(), says(after=1), says())
async def test_a_result_whose_store_reply_was_lost_is_recorded_again_and_counts_once(
    moment: str, harness: BreakerHarness
) -> None:
    """A failure whose reply is lost is one failure, a probe whose reply is lost is that probe."""
    times = Counter[str]()

    def every_second(call: str) -> bool:
        times[call] += 1
        return times[call] % 2 == 1

    faults = ScriptedStoreFaults(fails=every_second, moment=moment)
    harness.breaker = CircuitBreaker(harness.model, FaultyStore(harness.store, faults), SETTINGS)
    assert await harness.refusal() is None
    assert (await harness.breaker.read_state()).failures == 1
    assert await harness.refusal() is None
    assert (await harness.breaker.read_state()).failures == 2
    with pytest.raises(ModelUnavailable):
        await harness.ask()
    assert await harness.state() == "open"
    await asyncio.sleep(31)
    await harness.ask()
    assert await harness.state() == "closed"
    await harness.ask()
    assert await close_breaker(harness.breaker.name, FaultyStore(harness.store, faults)) == CircuitBreakerState()


def test_a_repeated_failure_report_counts_once_after_another_workers() -> None:
    """The reply to the first was lost, and another call failed before it was said again."""
    first = CircuitBreakerState().record_failure("a", threshold=3, retry_at=30_000)
    both = first.record_failure("b", threshold=3, retry_at=30_000)
    assert both.record_failure("a", threshold=3, retry_at=30_000) == both
    assert (both.state, both.failures) == ("closed", 2)
    assert both.record_failure("c", threshold=3, retry_at=30_000).state == "open"


class UnavailableStore(MemoryStore):
    """A store whose cells cannot be reached while it is `gone`."""

    gone = False

    async def get_versioned(self, name: str) -> tuple[int, bytes]:
        if self.gone:
            raise StoreUnavailable("away")
        return await super().get_versioned(name)


async def test_a_paid_answer_is_returned_although_the_store_is_unavailable(clock: VirtualClock) -> None:
    """One failure before, so that a success has to be noted."""
    for paid in (says(after=1), fails(UnusableAnswer("wrong twice", COST), after=1)):
        store = UnavailableStore(clock)
        breaker = CircuitBreaker(ScriptedReplies(fails(), paid), store, SETTINGS)
        with pytest.raises(ModelUnavailable):
            await breaker.answer(question())
        call = asyncio.ensure_future(breaker.answer(question()))
        await asyncio.sleep(0.5)
        store.gone = True
        met = (await asyncio.gather(call, return_exceptions=True))[0]
        assert isinstance(met, Answer | UnusableAnswer)


async def test_a_cancelled_call_waits_at_most_a_second_for_an_unavailable_store(clock: VirtualClock) -> None:
    store = UnavailableStore(clock)
    breaker = CircuitBreaker(ScriptedReplies(says(after=60)), store, SETTINGS)
    call = asyncio.ensure_future(breaker.answer(question()))
    await asyncio.sleep(1)
    store.gone = True
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert clock.now() - START <= 2_000
