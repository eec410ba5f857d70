"""Concurrent calls with a limit, whose results come in the order of their inputs."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")


async def map_concurrently(call: Callable[[A], Awaitable[R]], inputs: Iterable[A], *, limit: int) -> AsyncGenerator[R]:
    """Call `call` with each input, at most `limit` at once, and yield the results in the order of `inputs`.

    An exception of a call is raised in its turn and ends the generator. When the generator ends or is closed, it
    cancels the calls that still run and waits for them.
    """
    slots = asyncio.Semaphore(limit)

    async def call_with_slot(value: A) -> R:
        async with slots:
            return await call(value)

    tasks = [asyncio.create_task(call_with_slot(value)) for value in inputs]
    try:
        for task in tasks:
            yield await task
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
