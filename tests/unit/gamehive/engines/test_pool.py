"""Pool of engine processes: deadline, cancel, a process that dies, and the end of the pool."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest

from gamehive.core.games.board import Point
from gamehive.core.games.game import Game, games
from gamehive.core.games.position import GamePosition, play_move, start_position
from gamehive.engines.pool import EnginePool, EngineUnavailable
from gamehive.engines.search import SearchRequest
from tests.support.compiled_engines import compile_engines
from tests.support.process_state import ends_within

NOGO = games()["nogo"]
LONG_S = 30.0


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_engines("nogo")


@asynccontextmanager
async def running_pool(workers: int = 1, game: Game = NOGO) -> AsyncGenerator[EnginePool]:
    pool = EnginePool(workers)
    try:
        await pool.compile([game])
        yield pool
    finally:
        pool.close()


def request(time_s: float, game: Game = NOGO) -> SearchRequest:
    return SearchRequest(start_position(game), 4, time_s)


@pytest.mark.alone
async def test_the_deadline_counts_from_the_call_also_while_it_waits_for_a_process() -> None:
    async with running_pool() as pool:
        started = time.monotonic()
        first, second = await asyncio.gather(pool.search(request(0.4)), pool.search(request(0.5)))
        assert 0.45 < time.monotonic() - started < 0.85
        assert (first.completion, second.completion) == ("deadline", "deadline")
        assert first.elapsed_s > 0.35
        assert second.elapsed_s < 0.3


@pytest.mark.alone
async def test_a_cancelled_search_frees_its_process() -> None:
    async with running_pool() as pool:
        search = asyncio.create_task(pool.search(request(LONG_S)))
        await asyncio.sleep(0.3)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search
        started = time.monotonic()
        assert (await pool.search(request(0.1))).completion == "deadline"
        assert time.monotonic() - started < 1.0


async def test_a_search_that_waits_for_a_process_can_be_cancelled() -> None:
    async with running_pool() as pool:
        first = asyncio.create_task(pool.search(request(0.5)))
        second = asyncio.create_task(pool.search(request(LONG_S)))
        await asyncio.sleep(0.1)
        second.cancel()
        assert (await first).completion == "deadline"
        assert (await asyncio.wait_for(pool.search(request(0.1)), 1.0)).completion == "deadline"


async def test_a_search_whose_process_was_killed_is_repeated_in_the_time_left() -> None:
    async with running_pool() as pool:
        (process,) = active_children()
        started = time.monotonic()
        search = asyncio.create_task(pool.search(request(6.0)))
        await asyncio.sleep(3.0)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        assert (await search).completion == "deadline"
        # Three seconds, then the start of a process, then what is left; a whole search more would end after nine.
        assert time.monotonic() - started < 8.5


async def test_a_search_whose_process_is_killed_twice_fails() -> None:
    async with running_pool() as pool:
        search = asyncio.create_task(pool.search(request(LONG_S)))
        killed: set[int] = set()
        while not search.done():
            for process in active_children():
                if process.pid is not None and process.pid not in killed:
                    killed.add(process.pid)
                    os.kill(process.pid, signal.SIGKILL)
            await asyncio.sleep(0.05)
        with pytest.raises(EngineUnavailable, match="ended twice"):
            await search
        assert len(killed) == 2
        assert (await pool.search(request(5.0))).point in start_position(NOGO).board.empty_points()


async def test_a_search_that_is_cancelled_twice_keeps_its_process_until_it_has_stopped() -> None:
    async with running_pool() as pool:
        search = asyncio.create_task(pool.search(request(LONG_S)))
        await asyncio.sleep(0.3)
        search.cancel()
        await asyncio.sleep(0)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search
        answer = await pool.search(request(1.0))
        assert answer.completion == "deadline"
        assert answer.elapsed_s > 0.5


async def test_closing_ends_a_search_and_those_that_wait_with_an_error() -> None:
    pool = EnginePool()
    await pool.compile([NOGO])
    searches = [asyncio.create_task(pool.search(request(LONG_S))) for _ in range(2)]
    await asyncio.sleep(0.3)
    pool.close()
    for search in searches:
        with pytest.raises(EngineUnavailable, match="closed"):
            await asyncio.wait_for(search, 5.0)
    with pytest.raises(EngineUnavailable, match="closed"):
        await pool.search(request(0.1))


async def test_closing_does_not_wait_for_a_compilation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))  # nothing is compiled there yet
    pool = EnginePool()
    compilation = asyncio.create_task(pool.compile([games()["gomoku"]]))
    await asyncio.sleep(2.0)
    assert not compilation.done()
    started = time.monotonic()
    pool.close()
    assert time.monotonic() - started < 2.0
    with pytest.raises(EngineUnavailable, match="closed"):
        await compilation


async def test_two_processes_search_at_the_same_time() -> None:
    async with running_pool(2) as pool:
        answers = await asyncio.gather(*(pool.search(request(1.0)) for _ in range(2)))
        # One process would leave the second search no time.
        assert min(answer.elapsed_s for answer in answers) > 0.5


async def test_a_game_that_no_engine_plays_is_refused() -> None:
    checkers = Game("four", (), 4, 4, "line", 4, 1)
    pool = EnginePool()
    try:
        with pytest.raises(ValueError, match="no engine plays four"):
            await pool.search(request(0.1, checkers))
    finally:
        pool.close()


async def test_a_game_that_is_over_is_refused_and_the_process_goes_on() -> None:
    position: GamePosition = start_position(games()["tictactoe"])
    for point in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
        position = play_move(position, Point(*point))
    async with running_pool(game=games()["tictactoe"]) as pool:
        with pytest.raises(ValueError, match="over"):
            await pool.search(SearchRequest(position))
        assert await pool.search(request(0.1, games()["tictactoe"]))


_CHILD = """
import asyncio
from gamehive.core.games.game import games
from gamehive.core.games.position import start_position
from gamehive.engines.pool import EnginePool, EngineUnavailable
from gamehive.engines.search import SearchRequest
from tests.support.compiled_engines import compile_engines
from tests.support.process_state import ends_within
from multiprocessing import active_children

async def main():
    pool = EnginePool()
    await pool.compile([games()["tictactoe"]])
    print(active_children()[0].pid, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture
def owner(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that owns a pool and prints the id of the pool's process."""
    script = tmp_path / "owner.py"
    script.write_text(_CHILD)
    environment = os.environ | {"PYTHONPATH": str(Path.cwd())}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as process:
        yield process
        process.kill()


def test_the_processes_end_with_a_killed_owner(owner: "subprocess.Popen[str]") -> None:
    assert owner.stdout is not None
    child = int(owner.stdout.readline())
    owner.kill()
    assert ends_within(child, 5)
