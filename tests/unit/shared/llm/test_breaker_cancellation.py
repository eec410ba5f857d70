"""What becomes of a probe that is cut, whenever and however often?"""

import asyncio
from dataclasses import dataclass

import pytest

from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, PROBE_RETRY_MS
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.store.port import StoreUnavailable
from tests.support.faulty_store import FaultyStore
from tests.unit.shared.llm.breaker_harness import DOWN, SETTINGS, BreakerHarness, story
from tests.unit.shared.llm.scripted_model import START, fails, says


def test_a_probe_that_is_cut_gives_its_place_to_the_next() -> None:
    """The deadline of its message passes, or its demand ends: that says nothing about the model."""

    @story(*DOWN, says(after=60), says())
    async def _(harness: BreakerHarness) -> None:
        await harness.until_probe()
        probe = harness.asking()
        await asyncio.sleep(1)
        probe.cancel()
        with pytest.raises(asyncio.CancelledError):
            await probe
        assert await harness.state() == "open"
        await harness.ask()
        assert await harness.state() == "closed"


def test_a_cut_probe_leaves_the_other_probe_its_place() -> None:
    @story(*DOWN, says(after=60), says(after=5), says(after=3), probes=2)
    async def _(harness: BreakerHarness) -> None:
        await harness.until_probe()
        first, second = harness.asking(), harness.asking()
        await asyncio.sleep(1)
        first.cancel()
        await asyncio.sleep(0)
        assert await harness.state() == "half_open"
        third = harness.asking()
        await asyncio.sleep(1)
        assert await harness.refusal() == PROBE_RETRY_MS
        await asyncio.gather(second, third)
        assert await harness.state() == "closed"


def test_a_cut_call_of_a_closed_breaker_changes_nothing() -> None:
    @story(fails(), says(after=60), fails(), fails())
    async def _(harness: BreakerHarness) -> None:
        await harness.refusal()
        call = harness.asking()
        await asyncio.sleep(1)
        call.cancel()
        await harness.refusal()
        assert await harness.refusal() == 30_000 + FAILED_CALL_DELAY_MS


@dataclass
class SlowModel:
    """A store of which every call takes its time."""

    seconds: float = 0

    async def before(self, call: str, subject: str) -> None:
        await asyncio.sleep(self.seconds)

    async def after(self, call: str, subject: str) -> None:
        await asyncio.sleep(self.seconds)


@pytest.mark.parametrize("cuts", [1, 2, 3])
@pytest.mark.parametrize("moment", range(1, 21))
def test_whenever_and_however_often_a_probe_is_cut_its_place_is_free_soon(cuts: int, moment: int) -> None:
    """Also while it asks for its place, while it gives it back, and while its answer is written down."""

    async def main(clock: VirtualClock) -> None:
        harness = BreakerHarness(clock, *DOWN, says(after=1), says(), says())
        await harness.until_probe()
        pace = SlowModel()
        harness.breaker = CircuitBreaker(harness.model, FaultyStore(harness.store, pace), SETTINGS)
        pace.seconds = 0.25
        probe = harness.asking()
        await asyncio.sleep(0.25 * moment + 0.125)
        for _ in range(cuts):
            probe.cancel()
            await asyncio.sleep(0.25)
        await asyncio.wait({probe})
        await asyncio.sleep(5)
        pace.seconds = 0
        assert (await harness.breaker.read_state()).probes == ()
        await harness.ask()
        assert await harness.state() == "closed"

    run_virtually(main, START)


def test_a_cut_probe_is_cut_also_without_a_store() -> None:
    """It ends as cancelled, not as StoreLost; its place is free when its time is over."""

    @story(*DOWN, says(after=200), says())
    async def _(harness: BreakerHarness) -> None:
        await harness.until_probe()
        faults = UnavailableStore(harness.clock)
        harness.breaker = CircuitBreaker(harness.model, FaultyStore(harness.store, faults), SETTINGS)
        probe = harness.asking()
        await asyncio.sleep(1)
        faults.until = harness.clock.now() + 60_000
        probe.cancel()
        with pytest.raises(asyncio.CancelledError):
            await probe
        await asyncio.sleep(89)  # its time is 90 s
        await harness.ask()
        assert await harness.state() == "closed"


@dataclass
class UnavailableStore:
    """A store that does not answer until an instant."""

    clock: VirtualClock
    until: int = 0

    async def before(self, call: str, subject: str) -> None:
        if self.clock.now() < self.until:
            raise StoreUnavailable(call)

    async def after(self, call: str, subject: str) -> None:
        return
