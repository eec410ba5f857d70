"""Engine service: what is compiled when, and that a search loses no time by it."""

import asyncio
from collections.abc import Sequence
from contextlib import closing

import pytest

from gamehive.application import APPLICATION
from gamehive.core.games.game import Game, games
from gamehive.core.games.position import start_position
from gamehive.engines.pool import EnginePool
from gamehive.engines.search import SearchRequest
from gamehive.engines.service import EnginePoolService
from gamehive.settings import GameSettings
from shared.runtime.application import StoreConnection
from tests.support.compiled_engines import compile_engines
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

COMPILING_S = 0.3


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_engines("tictactoe")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The games of each call that compiles, which takes COMPILING_S here."""
    calls: list[tuple[str, ...]] = []
    really = EnginePool.compile

    async def compile_slowly(pool: EnginePool, chosen: Sequence[Game]) -> None:
        calls.append(tuple(game.key for game in chosen))
        await asyncio.sleep(COMPILING_S)
        await really(pool, [game for game in chosen if game.key == "tictactoe"])

    monkeypatch.setattr(EnginePool, "compile", compile_slowly)
    return calls


def request(game: str = "tictactoe") -> SearchRequest:
    return SearchRequest(start_position(games()[game]), 4, 0.2)


async def test_the_first_search_compiles_and_has_its_whole_time_then(compiled: list[tuple[str, ...]]) -> None:
    with closing(EnginePoolService(1)) as service:
        answers = await asyncio.gather(service.search(request()), service.search(request("misere")))
        assert [answer.completion for answer in answers] == ["solved", "solved"]
        await service.search(request())
        assert compiled == [("tictactoe",)]


async def test_a_service_compiles_one_engine_of_each_kind_by_default_and_only_once(
    compiled: list[tuple[str, ...]],
) -> None:
    with closing(EnginePoolService(1)) as service:
        await asyncio.gather(service.compile(), service.compile())
        assert compiled == [("misere",), ("gomoku8",), ("nogo7",)]


async def test_a_cancelled_search_leaves_the_next_one_to_compile(compiled: list[tuple[str, ...]]) -> None:
    with closing(EnginePoolService(1)) as service:
        search = asyncio.create_task(service.search(request()))
        await asyncio.sleep(COMPILING_S / 3)
        search.cancel()
        assert (await service.search(request())).completion == "solved"
        assert len(compiled) == 2


@pytest.mark.parametrize(("roles", "count"), [(("game_search",), 1), (("game_host", "gateway"), 0)])
async def test_a_worker_compiles_at_its_start_if_it_searches(
    roles: tuple[str, ...], count: int, compiled: list[tuple[str, ...]]
) -> None:
    class NoClient:
        async def call(self, *_: object) -> None:
            raise AssertionError

    settings = Settings()
    assert settings.section(GameSettings).game_engine_processes == 1
    connection = StoreConnection("redis://nobody", "towow", NoClient(), roles, build_logger("error"), settings)
    assert APPLICATION.resources is not None
    async with APPLICATION.resources.connect(connection):
        await asyncio.sleep(0.01)
        assert len(compiled) == count
