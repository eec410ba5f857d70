"""Does what was let through long ago say anything about the model now?"""

import asyncio
from contextlib import suppress

import pytest

from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, PROBE_RETRY_MS
from shared.llm.port import ModelUnavailable
from tests.support.async_tests import START
from tests.unit.shared.llm.breaker_harness import DOWN, BreakerHarness
from tests.unit.shared.llm.scripted_model import fails, question, says


@pytest.mark.course(fails(after=32), *DOWN, says(after=5), says())
async def test_a_late_failure_does_not_replace_the_running_probe(harness: BreakerHarness) -> None:
    """Let through while it was closed, failed while the probe is out: the probe's answer closes it all the same."""
    late = harness.asking()
    await asyncio.sleep(0)
    await harness.until_probe()
    probe = harness.asking()
    with pytest.raises(ModelUnavailable) as unavailable:
        await late
    assert unavailable.value.retry_at == harness.clock.now() + PROBE_RETRY_MS + FAILED_CALL_DELAY_MS
    assert await harness.state() == "half_open"
    await probe
    assert await harness.state() == "closed"
    await harness.ask()


@pytest.mark.course(says(after=32), *DOWN, fails(after=5))
async def test_a_late_success_does_not_close_the_breaker_before_the_probe(harness: BreakerHarness) -> None:
    late = harness.asking()
    await asyncio.sleep(0)
    await harness.until_probe()
    probe = harness.asking()
    await late
    assert await harness.state() == "half_open"
    with suppress(ModelUnavailable):
        await probe
    assert await harness.refusal() == 30_000


@pytest.mark.course(fails(after=10), *DOWN)
async def test_a_late_failure_does_not_prolong_the_open_breaker(harness: BreakerHarness) -> None:
    late = harness.asking()
    await asyncio.sleep(0)
    await harness.until_open()
    with pytest.raises(ModelUnavailable) as unavailable:
        await late
    assert unavailable.value.retry_at == START + 30_000 + FAILED_CALL_DELAY_MS
    assert (await harness.breaker.read_state()).until == START + 30_000


@pytest.mark.course(*DOWN, fails(after=12), says(after=5))
async def test_the_result_of_a_timed_out_probe_is_ignored_during_the_next(harness: BreakerHarness) -> None:
    await harness.until_probe()
    lost = asyncio.ensure_future(harness.ask(question(time_limit=10)))
    await asyncio.sleep(11)
    probe = harness.asking()
    with suppress(ModelUnavailable):
        await lost
    assert await harness.state() == "half_open"
    await probe
    assert await harness.state() == "closed"
