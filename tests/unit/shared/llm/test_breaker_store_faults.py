"""Does the breaker count right when the store loses calls or replies?"""

import asyncio
from dataclasses import dataclass, field

import pytest

from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.llm.port import Answer, ModelUnavailable, UnusableAnswer
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.store.memory.store import MemoryStore
from shared.store.port import StoreUnavailable
from tests.support.faulty_store import FaultyStore
from tests.unit.shared.llm.breaker_harness import SETTINGS, BreakerHarness, story
from tests.unit.shared.llm.scripted_model import COST, START, ScriptedReplies, fails, question, says


@dataclass
class ReplyLosingStore:
    """A store that loses every second call of a kind, or its reply."""

    moment: str
    times: dict[str, int] = field(default_factory=dict[str, int])

    async def before(self, call: str, subject: str) -> None:
        self._lose("before", call)

    async def after(self, call: str, subject: str) -> None:
        self._lose("after", call)

    def _lose(self, moment: str, call: str) -> None:
        if moment == self.moment:
            self.times[call] = self.times.get(call, 0) + 1
            if self.times[call] % 2:
                raise StoreUnavailable(call)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_result_whose_store_reply_was_lost_is_recorded_again_and_counts_once(moment: str) -> None:
    """A failure whose reply is lost is one failure, a probe whose reply is lost is that probe."""

    @story(fails(), fails(), fails(), says(after=1), says())
    async def _(harness: BreakerHarness) -> None:
        harness.breaker = CircuitBreaker(harness.model, FaultyStore(harness.store, ReplyLosingStore(moment)), SETTINGS)
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
        await harness.breaker.reset()


def test_a_failure_said_again_after_somebody_elses_counts_once() -> None:
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


def test_an_answer_that_was_paid_for_is_not_lost_with_the_store() -> None:
    """One failure before, so that a success has to be noted."""

    async def main(clock: VirtualClock) -> None:
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

    run_virtually(main, START)


def test_a_cancelled_call_waits_at_most_a_second_for_an_unavailable_store() -> None:
    async def main(clock: VirtualClock) -> None:
        store = UnavailableStore(clock)
        breaker = CircuitBreaker(ScriptedReplies(says(after=60)), store, SETTINGS)
        call = asyncio.ensure_future(breaker.answer(question()))
        await asyncio.sleep(1)
        store.gone = True
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert clock.now() - START <= 2_000

    run_virtually(main, START)
