"""Order, limit and end of concurrent calls."""

import asyncio
from contextlib import aclosing

import pytest

from shared.runtime.bounded_concurrency import map_concurrently


async def test_results_come_in_the_order_of_the_inputs_within_the_limit() -> None:
    running: list[int] = []
    most = 0

    async def call(number: int) -> int:
        nonlocal most
        running.append(number)
        most = max(most, len(running))
        await asyncio.sleep((5 - number) / 1000)
        running.remove(number)
        return number * 10

    assert [result async for result in map_concurrently(call, range(5), limit=2)] == [0, 10, 20, 30, 40]
    assert most == 2


async def test_closing_or_an_error_cancels_the_calls_that_still_run() -> None:
    ended: list[int] = []

    async def call(number: int) -> int:
        if number == 1:
            raise ValueError("one")
        try:
            await asyncio.sleep(60 if number > 1 else 0)
        finally:
            ended.append(number)
        return number

    async with aclosing(map_concurrently(call, (0, 2, 3), limit=3)) as results:
        assert await anext(results) == 0
    assert sorted(ended) == [0, 2, 3]
    ended.clear()
    with pytest.raises(ValueError, match="one"):
        _ = [result async for result in map_concurrently(call, (0, 1, 2), limit=3)]
    assert sorted(ended) == [0, 2]
