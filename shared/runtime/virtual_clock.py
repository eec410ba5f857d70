"""How time passes at once: an event loop whose clock jumps to the next timer when nothing is left to do.

Every `asyncio.sleep` and timeout of the whole system runs on it unchanged, so that 120 s of waiting take no time and
two runs happen at the same instants (DESIGN § 9). Only for programs without real IO: it never waits for a socket.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class VirtualTimeDeadlock(RuntimeError):
    """Every task waits, and no timer will ever wake one."""


class _JumpingSelector(selectors.SelectSelector):
    """Instead of waiting for `timeout` seconds, tells the loop's clock that they have passed."""

    def __init__(self) -> None:
        super().__init__()
        self.elapsed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready now; without anything the clock jumps."""
        ready = super().select(0)
        if not ready and timeout is None:
            raise VirtualTimeDeadlock("everything waits for something that will never come")
        if not ready and timeout:
            self.elapsed += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time, from second 0."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds since the loop was made, as they pass for whoever runs on it."""
        return self._jumping.elapsed

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Arguments], T], *args: *Arguments
    ) -> asyncio.Future[T]:
        """Run blocking work at once, in the loop's thread: real work takes no virtual time.

        A worker thread would need the loop to wait for it, and a loop without real waiting would let time jump ahead.
        """
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it belongs to the caller, as with any executor
            future.set_exception(error)
        return future


class VirtualClock:
    """The Clock port on a virtual loop: `start` (ms since 1970) plus what has passed."""

    def __init__(self, loop: asyncio.AbstractEventLoop, start: int) -> None:
        self._loop = loop
        self._start = start

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._start + round(self._loop.time() * 1000)


def run_virtually(main: Callable[[VirtualClock], Coroutine[Any, Any, T]], start: int) -> T:
    """Run `main(clock)` to its end in virtual time that begins at `start` (ms since 1970). Raises Stuck."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main(VirtualClock(runner.get_loop(), start)))
