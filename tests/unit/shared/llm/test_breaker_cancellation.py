"""What becomes of a probe that is cut, whenever and however often?"""

import asyncio

import pytest

from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, PROBE_RETRY_MS
from shared.runtime.virtual_clock import VirtualClock
from tests.support.faulty_store import FaultyStore, no_faults
from tests.unit.shared.llm.breaker_harness import DOWN, SETTINGS, BreakerHarness
from tests.unit.shared.llm.scripted_model import fails, says


@pytest.mark.course(*DOWN, says(after=60), says())
async def test_a_cancelled_probe_releases_its_slot(harness: BreakerHarness) -> None:
    """The deadline of its message passes, or its demand ends: that says nothing about the model."""
    await harness.until_probe()
    probe = harness.asking()
    await asyncio.sleep(1)
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    assert await harness.state() == "open"
    await harness.ask()
    assert await harness.state() == "closed"


@pytest.mark.course(*DOWN, says(after=60), says(after=5), says(after=3), probes=2)
async def test_a_cancelled_probe_keeps_the_slot_of_another_probe(harness: BreakerHarness) -> None:
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


@pytest.mark.course(fails(), says(after=60), fails(), fails())
async def test_a_cancelled_call_does_not_change_a_closed_breaker(harness: BreakerHarness) -> None:
    await harness.refusal()
    call = harness.asking()
    await asyncio.sleep(1)
    call.cancel()
    await harness.refusal()
    assert await harness.refusal() == 30_000 + FAILED_CALL_DELAY_MS


@pytest.mark.parametrize("cuts", [1, 2, 3])
@pytest.mark.parametrize("moment", range(1, 21))
async def test_a_probe_slot_is_free_soon_after_a_cancellation_at_any_moment(
    cuts: int, moment: int, clock: VirtualClock
) -> None:
    """Also while it asks for its place, while it gives it back, and while its answer is written down."""
    harness = BreakerHarness(clock, *DOWN, says(after=1), says(), says())
    await harness.until_probe()
    pace = no_faults()
    harness.breaker = CircuitBreaker(harness.model, FaultyStore(harness.store, pace), SETTINGS)
    pace.pause = 0.25
    probe = harness.asking()
    await asyncio.sleep(0.25 * moment + 0.125)
    for _ in range(cuts):
        probe.cancel()
        await asyncio.sleep(0.25)
    await asyncio.wait({probe})
    await asyncio.sleep(5)
    pace.pause = 0
    assert (await harness.breaker.read_state()).probes == ()
    await harness.ask()
    assert await harness.state() == "closed"


@pytest.mark.course(*DOWN, says(after=200), says())
async def test_a_probe_is_cancelled_although_the_store_is_unavailable(harness: BreakerHarness) -> None:
    """It ends as cancelled, not as StoreLost; its place is free when its time is over."""
    await harness.until_probe()
    faults = no_faults()
    harness.breaker = CircuitBreaker(harness.model, FaultyStore(harness.store, faults), SETTINGS)
    probe = harness.asking()
    await asyncio.sleep(1)
    asyncio.get_running_loop().call_later(60, setattr, faults, "active", False)
    faults.active = True
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    await asyncio.sleep(89)  # its time is 90 s
    await harness.ask()
    assert await harness.state() == "closed"
