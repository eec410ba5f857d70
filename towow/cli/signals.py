"""Asyncio runner of the commands, with handlers for Ctrl-C (SIGINT) and SIGTERM."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from towow.cli.exit import INTERRUPTED

REPEATED_SIGNAL_WINDOW_S = 1.0
"""Seconds within which further signals count as the first one: terminals and supervisors signal both the process and
its group. A later signal interrupts the clean-up."""


def run_until_signal(
    main: Callable[[], Coroutine[Any, Any, int]], *, terminated: int = INTERRUPTED, many_connections: bool = False
) -> int:
    """Run a coroutine in a new event loop and return its exit code; SIGINT and SIGTERM cancel it.

    Call it in the main thread, outside an event loop. Exceptions of the coroutine pass through.

    Args:
        main: Creates the coroutine, which returns its exit code.
        terminated: Exit code if SIGTERM cancelled the coroutine. After SIGINT it is 130.
        many_connections: Use uvloop if it is installed, for thousands of connections.
    """
    with asyncio.Runner(loop_factory=_uvloop_factory() if many_connections else None) as runner:
        return runner.run(_run_with_handlers(main, {signal.SIGINT: INTERRUPTED, signal.SIGTERM: terminated}))


def _uvloop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        from uvloop import new_event_loop  # imported late: slow to load
    except ImportError:  # not available on every platform
        return None
    return new_event_loop


async def _run_with_handlers(main: Callable[[], Coroutine[Any, Any, int]], codes: Mapping[signal.Signals, int]) -> int:
    work = asyncio.ensure_future(main())
    loop = asyncio.get_running_loop()
    exit_codes: list[int] = []
    ignored_until = 0.0

    def stop(code: int) -> None:
        nonlocal ignored_until
        if loop.time() >= ignored_until:
            ignored_until = loop.time() + REPEATED_SIGNAL_WINDOW_S
            exit_codes.append(code)
            work.cancel()

    # SIGINT explicitly: a shell that starts a process in the background has it ignored, and Python keeps that.
    for number, code in codes.items():
        loop.add_signal_handler(number, stop, code)
    try:
        return await work
    except asyncio.CancelledError:
        if exit_codes:
            return exit_codes[0]
        raise
