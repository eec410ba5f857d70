"""When does the breaker open, whom does it let through, and what closes it?"""

import asyncio

import pytest

from shared.llm.circuit_breaker_state import FAILED_CALL_DELAY_MS, PROBE_RETRY_MS
from shared.llm.port import ModelUnavailable
from tests.unit.shared.llm.breaker_harness import DOWN, BreakerHarness, story
from tests.unit.shared.llm.scripted_model import fails, question, says


def test_three_failures_in_a_row_open_it_and_an_answer_between_them_counts() -> None:
    @story(fails(), fails(), says(), *DOWN)
    async def _(house: BreakerHarness) -> None:
        assert await house.refusal() is None
        assert await house.refusal() is None
        await house.ask()
        assert await house.refusal() is None
        assert await house.refusal() is None
        assert await house.state() == "closed"
        assert await house.refusal() == 30_000 + FAILED_CALL_DELAY_MS
        assert await house.refusal() == 30_000
        assert await house.state() == "open"


def test_while_a_probe_is_out_the_others_wait_and_its_answer_closes() -> None:
    @story(*DOWN, says(after=5), says())
    async def _(house: BreakerHarness) -> None:
        await house.until_probe()
        probe = house.asking()
        await asyncio.sleep(1)
        assert await house.refusal() == PROBE_RETRY_MS
        await probe
        assert await house.state() == "closed"
        await house.ask()


@pytest.mark.parametrize("error", [ValueError("no JSON"), TimeoutError("of somebody else"), KeyError("x")])
def test_a_probe_that_is_answered_nonsense_was_answered(error: Exception) -> None:
    @story(*DOWN, fails(error), says())
    async def _(house: BreakerHarness) -> None:
        await house.until_probe()
        with pytest.raises(type(error)):
            await house.ask()
        assert await house.state() == "closed"
        await house.ask()


def test_nonsense_between_two_failures_counts_as_an_answer() -> None:
    @story(fails(), fails(), fails(ValueError("no JSON")), fails())
    async def _(house: BreakerHarness) -> None:
        await house.refusal()
        await house.refusal()
        with pytest.raises(ValueError, match="JSON"):
            await house.ask()
        await house.refusal()
        assert await house.state() == "closed"


def test_each_probe_has_its_own_time_and_never_more_are_out_than_allowed() -> None:
    """The first has 50 s, the second 5: the second's place is free when its own time is over, the first's is not."""

    @story(*DOWN, says(after=40), says(after=20), says(after=1), probes=2)
    async def _(house: BreakerHarness) -> None:
        await house.until_probe()
        first = asyncio.ensure_future(house.ask(question(time_limit=50)))
        second = asyncio.ensure_future(house.ask(question(time_limit=5)))
        await asyncio.sleep(4)
        assert await house.refusal() == PROBE_RETRY_MS
        await asyncio.sleep(2)
        third = house.asking()
        await asyncio.sleep(0)
        assert await house.refusal() == PROBE_RETRY_MS
        await asyncio.gather(first, second, third)
        assert await house.state() == "closed"


def test_a_later_probe_does_not_hold_the_place_of_one_that_is_over() -> None:
    @story(*DOWN, says(after=60), says(after=60), says(after=1), probes=2)
    async def _(house: BreakerHarness) -> None:
        await house.until_probe()
        lost = asyncio.ensure_future(house.ask(question(time_limit=10)))
        await asyncio.sleep(9)
        second = asyncio.ensure_future(house.ask(question(time_limit=90)))
        await asyncio.sleep(1)
        await house.ask()
        assert await house.state() == "closed"
        await asyncio.gather(lost, second)


def test_its_state_is_shown_as_it_was_last_seen() -> None:
    @story(*DOWN, says(after=5), fails())
    async def _(house: BreakerHarness) -> None:
        shown = [house.shown()]
        await house.until_open()
        shown.append(house.shown())
        await asyncio.sleep(30)
        probe = house.asking()
        await asyncio.sleep(1)
        shown.append(house.shown())
        await probe
        shown.append(house.shown())
        with pytest.raises(ModelUnavailable):
            await house.ask()
        shown.append(house.shown())
        assert shown == [0, 2, 1, 0, 0]
