"""How an `async def` test runs: in a loop of its own, and not longer than its suite allows."""

import asyncio
import inspect
from collections.abc import Callable

import pytest


def run_coroutine(
    test: pytest.Function, time_limit: float, loop: Callable[[], asyncio.AbstractEventLoop] | None = None
) -> bool | None:
    """Run it when it is one, and say so as `pytest_pyfunc_call` must; `time_limit` in seconds of `loop`."""
    if not inspect.iscoroutinefunction(test.obj):
        return None
    names = inspect.signature(test.obj).parameters
    arguments = {name: test.funcargs[name] for name in names}
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(asyncio.wait_for(test.obj(**arguments), time_limit))
    return True
