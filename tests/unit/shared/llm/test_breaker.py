"""The breaker, whatever a probe meets: it is cut, it says nonsense, it comes late, or the store loses a reply."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from shared.llm.breaker import Breaker
from shared.llm.breaker_record import BEHIND, PROBE_PAUSE
from shared.llm.port import Answer, ModelUnavailable, Prompt
from shared.llm.settings import ModelSettings
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from shared.store.faults import FaultyStore
from shared.store.memory import MemoryStore
from shared.store.port import StoreLost
from tests.unit.shared.llm.asking import START, Behaviour, Course, Said, fails, question, says

DOWN = (fails(), fails(), fails())
SETTINGS = ModelSettings()


class House:
    """A breaker before a model that takes its course."""

    def __init__(self, clock: VirtualClock, *course: Behaviour, probes: int = 1) -> None:
        self.clock = clock
        self.store = MemoryStore(clock)
        self.model = Course(*course)
        self.breaker = Breaker(self.model, self.store, ModelSettings(half_open_max_calls=probes))

    async def ask(self, prompt: Prompt[Said] | None = None) -> Answer[Said]:
        return await self.breaker.answer(prompt or question())

    def asking(self) -> asyncio.Future[Answer[Said]]:
        return asyncio.ensure_future(self.ask())

    async def until_open(self) -> None:
        for _ in DOWN:
            with suppress(ModelUnavailable):
                await self.ask()
        assert await self.state() == "open"

    async def until_probe(self) -> None:
        await self.until_open()
        await asyncio.sleep(SETTINGS.recovery_timeout)

    async def state(self) -> str:
        return (await self.breaker.read()).state

    async def refusal(self) -> int | None:
        """In how many ms somebody who asks now is to ask again."""
        with pytest.raises(ModelUnavailable) as refused:
            await self.ask()
        return None if refused.value.retry_at is None else refused.value.retry_at - self.clock.now()


def story(*course: Behaviour, probes: int = 1) -> Callable[[Callable[[House], Coroutine[Any, Any, None]]], None]:
    """Run it over this course, in virtual time; every behaviour is met."""

    def run(tell: Callable[[House], Coroutine[Any, Any, None]]) -> None:
        async def main(clock: VirtualClock) -> None:
            house = House(clock, *course, probes=probes)
            await tell(house)
            assert house.model.left == 0

        run_virtually(main, START)

    return run


def test_three_failures_in_a_row_open_it_and_an_answer_between_them_counts() -> None:
    @story(fails(), fails(), says(), *DOWN)
    async def _(house: House) -> None:
        assert await house.refusal() is None
        assert await house.refusal() is None
        await house.ask()
        assert await house.refusal() is None
        assert await house.refusal() is None
        assert await house.state() == "closed"
        assert await house.refusal() == 30_000 + BEHIND
        assert await house.refusal() == 30_000
        assert await house.state() == "open"


def test_while_a_probe_is_out_the_others_wait_and_its_answer_closes() -> None:
    @story(*DOWN, says(after=5), says())
    async def _(house: House) -> None:
        await house.until_probe()
        probe = house.asking()
        await asyncio.sleep(1)
        assert await house.refusal() == PROBE_PAUSE
        await probe
        assert await house.state() == "closed"
        await house.ask()


def test_a_probe_that_is_cut_gives_its_place_to_the_next() -> None:
    """The deadline of its message passes, or its demand ends: that says nothing about the model."""

    @story(*DOWN, says(after=60), says())
    async def _(house: House) -> None:
        await house.until_probe()
        probe = house.asking()
        await asyncio.sleep(1)
        probe.cancel()
        with pytest.raises(asyncio.CancelledError):
            await probe
        assert await house.state() == "open"
        await house.ask()
        assert await house.state() == "closed"


def test_a_cut_probe_leaves_the_other_probe_its_place() -> None:
    @story(*DOWN, says(after=60), says(after=5), says(after=3), probes=2)
    async def _(house: House) -> None:
        await house.until_probe()
        first, second = house.asking(), house.asking()
        await asyncio.sleep(1)
        first.cancel()
        await asyncio.sleep(0)
        assert await house.state() == "half_open"
        third = house.asking()
        await asyncio.sleep(1)
        assert await house.refusal() == PROBE_PAUSE
        await asyncio.gather(second, third)
        assert await house.state() == "closed"


def test_a_cut_call_of_a_closed_breaker_changes_nothing() -> None:
    @story(fails(), says(after=60), fails(), fails())
    async def _(house: House) -> None:
        await house.refusal()
        call = house.asking()
        await asyncio.sleep(1)
        call.cancel()
        await house.refusal()
        assert await house.refusal() == 30_000 + BEHIND


@dataclass
class Slow:
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
        house = House(clock, *DOWN, says(after=1), says(), says())
        await house.until_probe()
        pace = Slow()
        house.breaker = Breaker(house.model, FaultyStore(house.store, pace), SETTINGS)
        pace.seconds = 0.25
        probe = house.asking()
        await asyncio.sleep(0.25 * moment + 0.125)
        for _ in range(cuts):
            probe.cancel()
            await asyncio.sleep(0.25)
        await asyncio.wait({probe})
        await asyncio.sleep(5)
        pace.seconds = 0
        assert (await house.breaker.read()).probes == ()
        await house.ask()
        assert await house.state() == "closed"

    run_virtually(main, START)


@pytest.mark.parametrize("error", [ValueError("no JSON"), TimeoutError("of somebody else"), KeyError("x")])
def test_a_probe_that_is_answered_nonsense_was_answered(error: Exception) -> None:
    @story(*DOWN, fails(error), says())
    async def _(house: House) -> None:
        await house.until_probe()
        with pytest.raises(type(error)):
            await house.ask()
        assert await house.state() == "closed"
        await house.ask()


def test_nonsense_between_two_failures_counts_as_an_answer() -> None:
    @story(fails(), fails(), fails(ValueError("no JSON")), fails())
    async def _(house: House) -> None:
        await house.refusal()
        await house.refusal()
        with pytest.raises(ValueError, match="JSON"):
            await house.ask()
        await house.refusal()
        assert await house.state() == "closed"


def test_what_fails_late_does_not_push_the_probe_aside() -> None:
    """Let through while it was closed, failed while the probe is out: the probe's answer closes it all the same."""

    @story(fails(after=32), *DOWN, says(after=5), says())
    async def _(house: House) -> None:
        late = house.asking()
        await asyncio.sleep(0)
        await house.until_probe()
        probe = house.asking()
        with pytest.raises(ModelUnavailable) as unavailable:
            await late
        assert unavailable.value.retry_at == house.clock.now() + PROBE_PAUSE + BEHIND
        assert await house.state() == "half_open"
        await probe
        assert await house.state() == "closed"
        await house.ask()


def test_what_succeeds_late_does_not_close_it_before_the_probe() -> None:
    @story(says(after=32), *DOWN, fails(after=5))
    async def _(house: House) -> None:
        late = house.asking()
        await asyncio.sleep(0)
        await house.until_probe()
        probe = house.asking()
        await late
        assert await house.state() == "half_open"
        with suppress(ModelUnavailable):
            await probe
        assert await house.refusal() == 30_000


def test_what_fails_late_while_it_is_open_does_not_make_it_longer() -> None:
    @story(fails(after=10), *DOWN)
    async def _(house: House) -> None:
        late = house.asking()
        await asyncio.sleep(0)
        await house.until_open()
        with pytest.raises(ModelUnavailable) as unavailable:
            await late
        assert unavailable.value.retry_at == START + 30_000 + BEHIND
        assert (await house.breaker.read()).until == START + 30_000


def test_a_probe_given_up_tells_nothing_once_the_next_is_out() -> None:
    @story(*DOWN, fails(after=12), says(after=5))
    async def _(house: House) -> None:
        await house.until_probe()
        lost = asyncio.ensure_future(house.ask(question(time_limit=10)))
        await asyncio.sleep(11)
        probe = house.asking()
        with suppress(ModelUnavailable):
            await lost
        assert await house.state() == "half_open"
        await probe
        assert await house.state() == "closed"


@dataclass
class Losing:
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
                raise StoreLost(call)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_what_the_store_loses_is_said_again_and_counts_once(moment: str) -> None:
    """A failure whose reply is lost is one failure, a probe whose reply is lost is that probe."""

    @story(fails(), fails(), fails(), says(after=1), says())
    async def _(house: House) -> None:
        house.breaker = Breaker(house.model, FaultyStore(house.store, Losing(moment)), SETTINGS)
        assert await house.refusal() is None
        assert (await house.breaker.read()).failures == 1
        assert await house.refusal() is None
        assert (await house.breaker.read()).failures == 2
        with pytest.raises(ModelUnavailable):
            await house.ask()
        assert await house.state() == "open"
        await asyncio.sleep(31)
        await house.ask()
        assert await house.state() == "closed"
        await house.ask()
        await house.breaker.reset()


def test_a_cut_probe_is_cut_also_without_a_store() -> None:
    """It ends as cancelled, not as StoreLost; its place is free when its time is over."""

    @story(*DOWN, says(after=200), says())
    async def _(house: House) -> None:
        await house.until_probe()
        faults = Gone(house.clock)
        house.breaker = Breaker(house.model, FaultyStore(house.store, faults), SETTINGS)
        probe = house.asking()
        await asyncio.sleep(1)
        faults.until = house.clock.now() + 60_000
        probe.cancel()
        with pytest.raises(asyncio.CancelledError):
            await probe
        await asyncio.sleep(61)
        await house.ask()
        assert await house.state() == "closed"


@dataclass
class Gone:
    """A store that does not answer until an instant."""

    clock: VirtualClock
    until: int = 0

    async def before(self, call: str, subject: str) -> None:
        if self.clock.now() < self.until:
            raise StoreLost(call)

    async def after(self, call: str, subject: str) -> None:
        return
