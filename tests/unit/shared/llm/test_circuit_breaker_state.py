"""When does the breaker open, whom does it let through, and what closes it?"""

import asyncio

import pytest

from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, PROBE_RETRY_MS
from shared.llm.port import ModelUnavailable
from shared.runtime.virtual_clock import VirtualClock
from tests.unit.shared.llm.breaker_harness import DOWN, BreakerHarness, breaker_harness
from tests.unit.shared.llm.scripted_model import fails, question, says


@pytest.mark.course(fails(), fails(), says(), *DOWN)
async def test_three_consecutive_failures_open_the_breaker_and_an_answer_resets_the_count(
    harness: BreakerHarness,
) -> None:
    assert await harness.refusal() is None
    assert await harness.refusal() is None
    await harness.ask()
    assert await harness.refusal() is None
    assert await harness.refusal() is None
    assert await harness.state() == "closed"
    assert await harness.refusal() == 30_000 + FAILED_CALL_DELAY_MS
    assert await harness.refusal() == 30_000
    assert await harness.state() == "open"


@pytest.mark.course(*DOWN, says(after=5), says())
async def test_the_answer_of_a_probe_closes_the_breaker_while_others_wait(harness: BreakerHarness) -> None:
    await harness.until_probe()
    probe = harness.asking()
    await asyncio.sleep(1)
    assert await harness.refusal() == PROBE_RETRY_MS
    await probe
    assert await harness.state() == "closed"
    await harness.ask()


@pytest.mark.parametrize("error", [ValueError("no JSON"), TimeoutError("of somebody else"), KeyError("x")])
async def test_an_unusable_answer_of_a_probe_closes_the_breaker(error: Exception, clock: VirtualClock) -> None:
    async with breaker_harness(clock, *DOWN, fails(error), says()) as harness:
        await harness.until_probe()
        with pytest.raises(type(error)):
            await harness.ask()
        assert await harness.state() == "closed"
        await harness.ask()


@pytest.mark.course(fails(), fails(), fails(ValueError("no JSON")), fails())
async def test_an_unusable_answer_resets_the_failure_count_of_the_state(harness: BreakerHarness) -> None:
    await harness.refusal()
    await harness.refusal()
    with pytest.raises(ValueError, match="JSON"):
        await harness.ask()
    await harness.refusal()
    assert await harness.state() == "closed"


@pytest.mark.course(*DOWN, says(after=40), says(after=20), says(after=1), probes=2)
async def test_each_probe_has_its_own_timeout_and_their_number_is_limited(harness: BreakerHarness) -> None:
    """The first has 50 s, the second 5: the second's place is free when its own time is over, the first's is not."""
    await harness.until_probe()
    first = asyncio.ensure_future(harness.ask(question(time_limit=50)))
    second = asyncio.ensure_future(harness.ask(question(time_limit=5)))
    await asyncio.sleep(4)
    assert await harness.refusal() == PROBE_RETRY_MS
    await asyncio.sleep(2)
    third = harness.asking()
    await asyncio.sleep(0)
    assert await harness.refusal() == PROBE_RETRY_MS
    await asyncio.gather(first, second, third)
    assert await harness.state() == "closed"


@pytest.mark.course(*DOWN, says(after=60), says(after=60), says(after=1), probes=2)
async def test_a_later_probe_does_not_keep_the_slot_of_an_ended_one(harness: BreakerHarness) -> None:
    await harness.until_probe()
    lost = asyncio.ensure_future(harness.ask(question(time_limit=10)))
    await asyncio.sleep(9)
    second = asyncio.ensure_future(harness.ask(question(time_limit=90)))
    await asyncio.sleep(1)
    await harness.ask()
    assert await harness.state() == "closed"
    await asyncio.gather(lost, second)


@pytest.mark.course(*DOWN, says(after=5), fails())
async def test_the_breaker_state_is_shown_as_last_read(harness: BreakerHarness) -> None:
    shown = [harness.shown()]
    await harness.until_open()
    shown.append(harness.shown())
    await asyncio.sleep(30)
    probe = harness.asking()
    await asyncio.sleep(1)
    shown.append(harness.shown())
    await probe
    shown.append(harness.shown())
    with pytest.raises(ModelUnavailable):
        await harness.ask()
    shown.append(harness.shown())
    assert shown == [0, 2, 1, 0, 0]
