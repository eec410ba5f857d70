"""Runner of `async def` tests: each in an event loop of its own, in virtual time if a fixture of it needs a clock."""

import asyncio
import inspect
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from shared.core.clock import Clock
from shared.runtime.system_clock import SystemClock
from shared.runtime.virtual_clock import VirtualClock, VirtualLoop

START = 1_769_076_000_000
"""When virtual time begins (ms since 1970): 2026-01-22T10:00Z."""


@dataclass(frozen=True)
class OpenedInTest:
    """A fixture's value that is opened with the test's clock in the test's event loop, and closed when the test ends."""

    open: Callable[[Clock], AbstractAsyncContextManager[Any]]


def run_async_test(test: pytest.Function, time_limit: float) -> bool | None:
    """Run the test if it is a coroutine function, and report that as `pytest_pyfunc_call` must.

    A test marked `sockets` uses the system's clock. `time_limit`: seconds, except for tests with a virtual clock.
    """
    if not inspect.iscoroutinefunction(test.obj):
        return None
    needs_clock = "clock" in test.fixturenames and not test.get_closest_marker("sockets")
    virtual = needs_clock or test.get_closest_marker("virtual_time")
    with asyncio.Runner(loop_factory=VirtualLoop if virtual else None) as runner:
        clock = VirtualClock(runner.get_loop(), START) if virtual else SystemClock()
        runner.run(asyncio.wait_for(_call(test, clock), None if needs_clock else time_limit))
    return True


async def _call(test: pytest.Function, clock: Clock) -> None:
    async with AsyncExitStack() as opened:
        arguments = {name: test.funcargs[name] for name in inspect.signature(test.obj).parameters}
        for name, value in arguments.items():
            if isinstance(value, OpenedInTest):
                arguments[name] = await opened.enter_async_context(value.open(clock))
        await test.obj(**arguments)


async def skip_time(seconds: float) -> None:
    """Let `seconds` of virtual time pass: all but the last in one step (`VirtualLoop.skip`), however often others wake.

    In the last second, what came due meanwhile runs.
    """
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.skip(seconds - 1)
    await asyncio.sleep(1)


def options_of(request: pytest.FixtureRequest, mark: str) -> dict[str, Any]:
    """Return the keyword arguments of all marks of this name, the closest to the test last."""
    marks = reversed([*request.node.iter_markers(mark)])
    return {key: value for found in marks for key, value in found.kwargs.items()}
