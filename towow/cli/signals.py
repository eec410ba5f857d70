"""How a command that waits is run: an event loop that ends at once, and quietly, on Ctrl-C and SIGTERM."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from towow.cli.exit import INTERRUPTED

AT_ONCE = 1.0
"""Seconds in which the same word comes twice: to a process and to its group. Who says it later does not want to wait.
"""


def run(main: Callable[[], Coroutine[Any, Any, int]], *, terminated: int = INTERRUPTED, many: bool = False) -> int:
    """Run to the end and return its exit code: 130 after Ctrl-C (SIGINT), `terminated` after SIGTERM.

    `many`: it will have thousands of connections, so it gets the faster event loop where that is installed.
    """
    with asyncio.Runner(loop_factory=_loop_for_many() if many else None) as runner:
        return runner.run(_until_stopped(main, {signal.SIGINT: INTERRUPTED, signal.SIGTERM: terminated}))


def _loop_for_many() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        from uvloop import new_event_loop  # nobody else should wait until it is loaded
    except ImportError:  # not made for this machine
        return None
    return new_event_loop


async def _until_stopped(main: Callable[[], Coroutine[Any, Any, int]], codes: Mapping[signal.Signals, int]) -> int:
    work = asyncio.ensure_future(main())
    loop = asyncio.get_running_loop()
    told: list[int] = []
    again = 0.0

    def stop(code: int) -> None:
        nonlocal again
        if loop.time() >= again:
            again = loop.time() + AT_ONCE
            told.append(code)
            work.cancel()

    # SIGINT explicitly: a shell that starts us in the background has it ignored, and Python would leave it so.
    for number, code in codes.items():
        loop.add_signal_handler(number, stop, code)
    try:
        return await work
    except asyncio.CancelledError:
        if told:
            return told[0]
        raise
