"""Repeated searches are answered from memory, if the earlier one had about as much time."""

import pytest

from gamehive.core.games.game import games
from gamehive.core.games.position import start_position
from gamehive.engines.in_process import InProcessEngines
from gamehive.engines.search import SearchAnswer, SearchRequest
from gamehive.engines.search_cache import SearchCache


class CountingEngines:
    """Engines that count what they are asked."""

    def __init__(self) -> None:
        self.engines = InProcessEngines()
        self.asked = 0

    async def search(self, request: SearchRequest) -> SearchAnswer:
        self.asked += 1
        return await self.engines.search(request)


@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [(0.2, 0.2, 1), (0.2, 0.24, 1), (0.2, 0.3, 2), (0.2, 0.1, 1), (None, None, 1), (None, 0.2, 2), (0.2, None, 2)],
)
async def test_a_repeated_search_is_answered_from_memory(first: float | None, second: float | None, asked: int) -> None:
    engines = CountingEngines()
    cache = SearchCache(engines)
    position = start_position(games()["tictactoe"])
    answers = [await cache.search(SearchRequest(position, time_s=time_s)) for time_s in (first, second)]
    assert engines.asked == asked
    assert answers[0].point == answers[1].point


async def test_another_side_or_level_is_searched_anew() -> None:
    engines = CountingEngines()
    cache = SearchCache(engines)
    rules = games()["tictactoe"]
    for request in (
        SearchRequest(start_position(rules), 4, 0.2),
        SearchRequest(start_position(rules, 2), 4, 0.2),
        SearchRequest(start_position(rules), 1, 0.2),
        SearchRequest(start_position(games()["misere"]), 4, 0.2),
    ):
        await cache.search(request)
    assert engines.asked == 4
