"""A program in virtual time that never ends is ended, with its tasks, when it has taken too many steps."""

import asyncio

import pytest

from shared.runtime.virtual_clock import VirtualClock, VirtualStepsExceeded, run_virtually


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
