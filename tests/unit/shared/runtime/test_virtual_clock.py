"""A program in virtual time that never ends is ended, with its tasks, after too many steps; time can be skipped."""

import asyncio

import pytest

from shared.runtime.virtual_clock import VirtualClock, VirtualLoop, VirtualStepsExceeded, run_virtually


@pytest.mark.parametrize("pause", [0.0, 0.001, 3600.0])
def test_a_virtual_run_without_end_raises_after_the_step_limit(pause: float) -> None:
    ended: list[str] = []

    async def ping(name: str) -> None:
        try:
            while True:  # noqa: ASYNC110 - a program that never ends
                await asyncio.sleep(pause)
        finally:
            await asyncio.sleep(0)
            ended.append(name)

    async def main(_: VirtualClock) -> None:
        await asyncio.gather(ping("one"), ping("two"))

    with pytest.raises(VirtualStepsExceeded, match=r"^more than 1000 steps of the event loop, at \d+\.\d{3} s$"):
        run_virtually(main, 0, max_steps=1000)
    assert sorted(ended) == ["one", "two"]


def test_a_virtual_run_within_the_step_limit_returns_its_result() -> None:
    async def main(clock: VirtualClock) -> int:
        for _ in range(100):
            await asyncio.sleep(1)
        return clock.now()

    assert run_virtually(main, 7, max_steps=1000) == 100_007
    assert run_virtually(main, 7) == 100_007


def test_timers_due_in_skipped_time_run_once_after_it_in_order() -> None:
    ran: list[tuple[str, int]] = []

    async def main(clock: VirtualClock) -> None:
        async def after(seconds: float, name: str) -> None:
            await asyncio.sleep(seconds)
            ran.append((name, clock.now()))

        async def every_second() -> None:
            while True:
                await after(1, "tick")

        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        async with asyncio.TaskGroup() as tasks:
            ticking = tasks.create_task(every_second())
            for seconds, name in ((7202, "later"), (1800, "second"), (60, "first")):
                tasks.create_task(after(seconds, name))
            await asyncio.sleep(0.5)
            loop.skip(7200)
            assert (clock.now(), ran) == (7_200_500, [])
            await asyncio.sleep(1.75)
            ticking.cancel()

    run_virtually(main, 0)
    late = 7_200_500
    assert ran == [("tick", late), ("first", late), ("second", late), ("tick", late + 1000), ("later", late + 1500)]


def test_time_is_never_skipped_backwards() -> None:
    loop = VirtualLoop()
    with pytest.raises(ValueError, match=r"^time cannot go back: -1 s$"):
        loop.skip(-1)
    assert loop.time() == 0.0
    loop.close()
