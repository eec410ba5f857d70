"""When does the breaker open, whom does it let through, and what closes it?"""

import asyncio

import pytest

from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, PROBE_RETRY_MS
from shared.llm.port import ModelUnavailable
from tests.unit.shared.llm.breaker_harness import DOWN, BreakerHarness, story
from tests.unit.shared.llm.scripted_model import fails, question, says


def test_three_failures_in_a_row_open_it_and_an_answer_between_them_counts() -> None:
    @story(fails(), fails(), says(), *DOWN)
    async def _(harness: BreakerHarness) -> None:
        assert await harness.refusal() is None
        assert await harness.refusal() is None
        await harness.ask()
        assert await harness.refusal() is None
        assert await harness.refusal() is None
        assert await harness.state() == "closed"
        assert await harness.refusal() == 30_000 + FAILED_CALL_DELAY_MS
        assert await harness.refusal() == 30_000
        assert await harness.state() == "open"


def test_while_a_probe_is_out_the_others_wait_and_its_answer_closes() -> None:
    @story(*DOWN, says(after=5), says())
    async def _(harness: BreakerHarness) -> None:
        await harness.until_probe()
        probe = harness.asking()
        await asyncio.sleep(1)
        assert await harness.refusal() == PROBE_RETRY_MS
        await probe
        assert await harness.state() == "closed"
        await harness.ask()


@pytest.mark.parametrize("error", [ValueError("no JSON"), TimeoutError("of somebody else"), KeyError("x")])
def test_a_probe_that_is_answered_nonsense_was_answered(error: Exception) -> None:
    @story(*DOWN, fails(error), says())
    async def _(harness: BreakerHarness) -> None:
        await harness.until_probe()
        with pytest.raises(type(error)):
            await harness.ask()
        assert await harness.state() == "closed"
        await harness.ask()


def test_nonsense_between_two_failures_counts_as_an_answer() -> None:
    @story(fails(), fails(), fails(ValueError("no JSON")), fails())
    async def _(harness: BreakerHarness) -> None:
        await harness.refusal()
        await harness.refusal()
        with pytest.raises(ValueError, match="JSON"):
            await harness.ask()
        await harness.refusal()
        assert await harness.state() == "closed"


def test_each_probe_has_its_own_time_and_never_more_are_out_than_allowed() -> None:
    """The first has 50 s, the second 5: the second's place is free when its own time is over, the first's is not."""

    @story(*DOWN, says(after=40), says(after=20), says(after=1), probes=2)
    async def _(harness: BreakerHarness) -> None:
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


def test_a_later_probe_does_not_hold_the_place_of_one_that_is_over() -> None:
    @story(*DOWN, says(after=60), says(after=60), says(after=1), probes=2)
    async def _(harness: BreakerHarness) -> None:
        await harness.until_probe()
        lost = asyncio.ensure_future(harness.ask(question(time_limit=10)))
        await asyncio.sleep(9)
        second = asyncio.ensure_future(harness.ask(question(time_limit=90)))
        await asyncio.sleep(1)
        await harness.ask()
        assert await harness.state() == "closed"
        await asyncio.gather(lost, second)


def test_its_state_is_shown_as_it_was_last_seen() -> None:
    @story(*DOWN, says(after=5), fails())
    async def _(harness: BreakerHarness) -> None:
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
