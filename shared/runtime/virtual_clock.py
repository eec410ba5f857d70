"""Event loop in virtual time: when no callback is ready, its clock jumps to the next timer.

`asyncio.sleep` and timeouts work unchanged, take no real time and fire at reproducible instants (DESIGN § 9). The loop
never waits for a socket: only for programs without IO.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class VirtualTimeDeadlock(RuntimeError):
    """Every task waits and no timer is scheduled."""


class _JumpingSelector(selectors.SelectSelector):
    """Selector that adds the timeout to its clock instead of waiting for it."""

    def __init__(self) -> None:
        super().__init__()
        self.elapsed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the ready file objects; if there are none, advance the clock by `timeout` (s)."""
        ready = super().select(0)
        if not ready and timeout is None:
            raise VirtualTimeDeadlock("every task waits and no timer is scheduled")
        if not ready and timeout:
            self.elapsed += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """Event loop whose time starts at 0 s and passes only while everything waits."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the virtual seconds since the loop was created."""
        return self._jumping.elapsed

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Arguments], T], *args: *Arguments
    ) -> asyncio.Future[T]:
        """Call `func(*args)` at once in the loop's thread and return a done future with its result or exception.

        `executor` is ignored, and the call takes no virtual time. The loop cannot wait for a worker thread: its time
        would jump ahead meanwhile.
        """
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it belongs to the caller, as with any executor
            future.set_exception(error)
        return future


class VirtualClock:
    """Clock port on a virtual loop: `start` (ms since 1970) plus the loop's time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, start: int) -> None:
        self._loop = loop
        self._start = start

    def now(self) -> int:
        """Return the virtual time in ms since 1970-01-01T00:00Z."""
        return self._start + round(self._loop.time() * 1000)


def run_virtually(main: Callable[[VirtualClock], Coroutine[Any, Any, T]], start: int) -> T:
    """Run `main(clock)` in a new event loop whose virtual time begins at `start` (ms since 1970); return its result.

    The call blocks until `main` has ended; its sleeps and timeouts take no real time. Call it where no event loop runs.

    Raises:
        VirtualTimeDeadlock: Every task waits and no timer is scheduled.
        Exception: `main` raised it.
    """
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main(VirtualClock(runner.get_loop(), start)))
