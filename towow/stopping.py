"""How a command that waits is run: an event loop that ends at once, and quietly, on Ctrl-C and SIGTERM."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from towow.refusal import INTERRUPTED


def run(main: Callable[[], Coroutine[Any, Any, int]], *, terminated: int = INTERRUPTED) -> int:
    """Run to the end and return its exit code: 130 after Ctrl-C (SIGINT), `terminated` after SIGTERM."""
    return asyncio.run(_until_stopped(main, {signal.SIGINT: INTERRUPTED, signal.SIGTERM: terminated}))


async def _until_stopped(main: Callable[[], Coroutine[Any, Any, int]], codes: Mapping[signal.Signals, int]) -> int:
    work = asyncio.ensure_future(main())
    told: list[int] = []

    def stop(code: int) -> None:
        told.append(code)
        work.cancel()

    # SIGINT explicitly: a shell that starts us in the background has it ignored, and Python would leave it so.
    for number, code in codes.items():
        asyncio.get_running_loop().add_signal_handler(number, stop, code)
    try:
        return await work
    except asyncio.CancelledError:
        if told:
            return told[0]
        raise
