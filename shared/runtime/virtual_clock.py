"""Event loop in virtual time: when no callback is ready, its clock jumps to the next timer.

`asyncio.sleep` and timeouts work unchanged, take no real time and fire at reproducible instants (DESIGN § 9). The loop
never waits for a socket: only for programs without IO.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class VirtualTimeDeadlock(RuntimeError):
    """Every task waits and no timer is scheduled."""


class VirtualStepsExceeded(RuntimeError):
    """The event loop took more steps than it may."""


class _JumpingSelector(selectors.SelectSelector):
    """Selector that adds the timeout to its clock instead of waiting for it."""

    def __init__(self, max_steps: int | None) -> None:
        super().__init__()
        self.elapsed = 0.0
        self._max_steps = max_steps
        self._steps = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the ready file objects; if there are none, advance the clock by `timeout` (s)."""
        self._count_step()
        ready = super().select(0)
        if not ready and timeout is None:
            raise VirtualTimeDeadlock("every task waits and no timer is scheduled")
        if not ready and timeout:
            self.elapsed += timeout
        return ready

    def _count_step(self) -> None:
        self._steps += 1
        if self._max_steps is not None and self._steps > self._max_steps:
            self._steps = 0  # cancelled tasks may take as many to end
            raise VirtualStepsExceeded(f"more than {self._max_steps} steps of the event loop, at {self.elapsed:.3f} s")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Event loop whose time starts at 0 s and passes only while everything waits."""

    def __init__(self, max_steps: int | None = None) -> None:
        """Create a loop that raises VirtualStepsExceeded after `max_steps` iterations; None for no limit."""
        self._jumping = _JumpingSelector(max_steps)
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the virtual seconds since the loop was created."""
        return self._jumping.elapsed

    def skip(self, seconds: float) -> None:
        """Advance the time at once, as a machine's sleep does.

        Timers that come due meanwhile run once, late, in the order of their instants, when the caller next waits. What
        sleeps in a loop does not make up for the rounds it missed. So hours in which nothing happens cost nothing.

        Raises:
            ValueError: `seconds` is negative.
        """
        if seconds < 0:
            raise ValueError(f"time cannot go back: {seconds} s")
        self._jumping.elapsed += seconds

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


def run_virtually(
    main: Callable[[VirtualClock], Coroutine[Any, Any, T]], start: int, max_steps: int | None = None
) -> T:
    """Run `main(clock)` in a new event loop whose virtual time begins at `start` (ms since 1970); return its result.

    The call blocks until `main` has ended; its sleeps and timeouts take no real time. Call it where no event loop runs.

    Args:
        main: Coroutine function to run.
        start: Instant at which virtual time begins (ms since 1970).
        max_steps: Iterations of the event loop after which the run ends with an error; None for no limit.

    Raises:
        VirtualTimeDeadlock: Every task waits and no timer is scheduled.
        VirtualStepsExceeded: The loop took more than `max_steps` iterations.
        Exception: `main` raised it.
    """
    with asyncio.Runner(loop_factory=partial(VirtualLoop, max_steps)) as runner:
        return runner.run(main(VirtualClock(runner.get_loop(), start)))
