"""Pool of processes that search: one each, with a deadline, and stopped when nobody waits for it."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing import Pipe, get_context
from multiprocessing.sharedctypes import RawArray
from typing import Any, ParamSpec, TypeVar

import numpy as np

from gamehive.core.games.game import Game
from gamehive.engines.deadline import search_in_time
from gamehive.engines.engine_factory import create_engine, engine_kind
from gamehive.engines.level import LEVEL_LIMITS
from gamehive.engines.search import STOP_CANCELLED, STOP_NONE, Engine, SearchAnswer, SearchRequest, SearchStop

P = ParamSpec("P")
T = TypeVar("T")

SHORTEST_SEARCH_S = 0.01
"""Seconds that a search gets at least, even if all its time was spent waiting for a process."""


class EngineUnavailable(Exception):
    """A process ended twice during one search, for example for want of memory, or the pool is closed."""


class _EngineProcess:
    """One process, started with its first task and replaced when it ends."""

    def __init__(self) -> None:
        # The process shares this byte with the pool, so that a search is stopped without a message.
        self._stop = RawArray("B", 1)
        self._is_closed = False
        self._start()

    async def compile(self, games: Sequence[Game]) -> None:
        """Start the process and compile its engines for some games."""
        await self._call(_compile_engines, tuple(games))

    async def search(self, request: SearchRequest, deadline: float) -> SearchAnswer:
        """Search until a deadline of the monotonic clock; only one search at a time."""
        self._stop[0] = STOP_NONE
        return await self._call(_search, request, deadline)

    def stop_search(self) -> None:
        """Have the search return within some milliseconds."""
        self._stop[0] = STOP_CANCELLED

    def close(self) -> None:
        """End the process, whatever it does."""
        self._is_closed = True
        self._lifeline.close()
        self._executor.shutdown(wait=True, cancel_futures=True)

    async def _call(self, function: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        executor = self._executor
        if self._is_closed:
            raise EngineUnavailable("the pool of engines is closed")
        try:
            with _interrupts_blocked():
                future = executor.submit(function, *args, **options)
            return await asyncio.wrap_future(future)
        except BrokenProcessPool as error:
            if self._is_closed:
                raise EngineUnavailable("the pool of engines was closed") from error
            if self._executor is executor:
                self._lifeline.close()
                executor.shutdown(wait=False)
                self._start()
            raise

    def _start(self) -> None:
        # The process ends when this end is closed: by `close`, or because the pool's own process ended.
        other_end, self._lifeline = Pipe(duplex=False)
        # Spawned, not forked: this process has threads and connections that a copy must not have.
        self._executor = ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=_initialize, initargs=(self._stop, other_end)
        )


class EnginePool:
    """Processes that search for moves.

    Use it in one event loop. A process that ends is replaced, and its search is repeated once in the time that is left.
    """

    def __init__(self, workers: int = 1) -> None:
        """Start no process yet; each starts with its first search.

        Args:
            workers: Number of processes, and so of searches at a time; further ones wait.
        """
        self._processes = [_EngineProcess() for _ in range(workers)]
        self._idle: asyncio.Queue[_EngineProcess] = asyncio.Queue()
        for process in self._processes:
            self._idle.put_nowait(process)

    async def compile(self, games: Sequence[Game]) -> None:
        """Start all processes and compile their engines for some games.

        It takes up to a minute the first time on a machine, and about a second then. Without it the first search of a
        process takes that much longer than its time.

        Raises:
            EngineUnavailable: A process ended, or the pool was closed.
            ValueError: No engine plays one of the games.
        """
        first, *others = self._processes
        try:
            # The first one fills the cache on disk for the others.
            await first.compile(games)
            await asyncio.gather(*(process.compile(games) for process in others))
        except BrokenProcessPool as error:
            raise EngineUnavailable("an engine's process ended while it compiled") from error

    async def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the engine's move; its time counts from this call on, waiting for a free process included.

        A cancelled call returns at once; the search stops within some milliseconds and then frees its process.

        Raises:
            EngineUnavailable: The process ended, and that of the repetition too, or the pool was closed.
            ValueError: The game is over, or no engine plays it.
        """
        engine_kind(request.position.game)
        seconds = LEVEL_LIMITS[request.level].time_s if request.time_s is None else request.time_s
        deadline = time.monotonic() + seconds
        process = await self._idle.get()
        search = asyncio.ensure_future(_search_or_repeat(process, request, deadline))
        search.add_done_callback(lambda _: self._idle.put_nowait(process))
        try:
            return await asyncio.shield(search)
        except asyncio.CancelledError:
            process.stop_search()
            # Nobody waits for its result any more, so nobody else retrieves its exception.
            search.add_done_callback(lambda done: None if done.cancelled() else done.exception())
            raise

    def close(self) -> None:
        """End all processes and what they do."""
        for process in self._processes:
            process.close()


async def _search_or_repeat(process: _EngineProcess, request: SearchRequest, deadline: float) -> SearchAnswer:
    try:
        return await process.search(request, deadline)
    except BrokenProcessPool:
        pass
    try:
        return await process.search(request, deadline)
    except BrokenProcessPool as error:
        raise EngineUnavailable("the engine's process ended twice during one search") from error


@contextmanager
def _interrupts_blocked() -> Generator[None]:
    """Have a process that starts in this block never see Ctrl-C, which a terminal sends to the whole group.

    The parent decides when its processes end.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_stop: SearchStop = np.zeros(1, dtype=np.uint8)
_engines: dict[str, Engine] = {}


def _initialize(stop: Any, lifeline: Any) -> None:
    global _stop
    _stop = np.frombuffer(stop, dtype=np.uint8)
    threading.Thread(target=_exit_with_pool, args=(lifeline,), daemon=True).start()


def _exit_with_pool(lifeline: Any) -> None:
    """End this process when the other end is closed, also in the middle of a compilation."""
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(0)


def _engine(game: Game) -> Engine:
    kind = engine_kind(game)
    if kind not in _engines:
        _engines[kind] = create_engine(game)
        _engines[kind].compile()
    return _engines[kind]


def _compile_engines(games: tuple[Game, ...]) -> None:
    for game in games:
        _engine(game)


def _search(request: SearchRequest, deadline: float) -> SearchAnswer:
    """Search until a deadline of the monotonic clock, which all processes of a machine share."""
    engine = _engine(request.position.game)
    seconds = max(SHORTEST_SEARCH_S, deadline - time.monotonic())
    return search_in_time(engine, replace(request, time_s=seconds), _stop)
