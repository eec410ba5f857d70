"""Byte budget: how much is admitted, in which order, and what a cancelled wait leaves behind."""

import asyncio

import pytest

from shared.runtime.byte_budget import ByteBudget


async def start(budget: ByteBudget, size: int, admitted: list[int], release: asyncio.Event) -> None:
    async with budget.reserve(size):
        admitted.append(size)
        await release.wait()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_waiters_are_admitted_in_order_of_arrival_as_bytes_are_released() -> None:
    budget, admitted = ByteBudget(10), list[int]()
    releases = [asyncio.Event() for _ in range(4)]
    tasks = [
        asyncio.create_task(start(budget, size, admitted, release))
        for size, release in zip((6, 5, 3, 1), releases, strict=True)
    ]
    await settle()
    assert admitted == [6]  # 3 and 1 would fit, but 5 came first
    releases[0].set()
    await settle()
    assert admitted == [6, 5, 3, 1]
    assert budget.reserved == 9
    for release in releases:
        release.set()
    await asyncio.gather(*tasks)
    assert budget.reserved == 0


async def test_more_than_the_whole_budget_is_admitted_alone() -> None:
    budget, admitted = ByteBudget(10), list[int]()
    small, large = asyncio.Event(), asyncio.Event()
    tasks = [asyncio.create_task(start(budget, 1, admitted, small))]
    tasks.append(asyncio.create_task(start(budget, 99, admitted, large)))
    await settle()
    assert admitted == [1]
    small.set()
    await settle()
    assert admitted == [1, 99]
    large.set()
    await asyncio.gather(*tasks)
    assert budget.reserved == 0


@pytest.mark.parametrize("is_admitted", [False, True])
async def test_a_cancelled_waiter_reserves_nothing_and_the_next_one_is_admitted(is_admitted: bool) -> None:
    budget, admitted = ByteBudget(10), list[int]()
    releases = [asyncio.Event() for _ in range(3)]
    tasks = [
        asyncio.create_task(start(budget, size, admitted, release))
        for size, release in zip((10, 8, 2), releases, strict=True)
    ]
    await settle()
    if is_admitted:
        releases[0].set()
        await asyncio.sleep(0)  # the second is admitted, but has not run since
    tasks[1].cancel()
    await settle()
    releases[0].set()
    await settle()
    assert admitted == [10, 2]
    assert budget.reserved == 2
    releases[2].set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert budget.reserved == 0
