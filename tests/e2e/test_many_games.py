"""Fifty games at once on two worker processes: every decision is made and delivered before its deadline."""

import statistics
import time
from collections.abc import Callable, Generator

import pytest

from gamehive.core.games.game import GameKey, games
from tests.e2e.distributed import distributed
from tests.e2e.game_services import ROLES, GameServices, game_workers, select, serving_games
from tests.e2e.server_game import ServerGame
from tests.support.callback_server import callback_server
from tests.support.compiled_engines import compile_engines

pytestmark = pytest.mark.requires("services")

GAMES, ALLOWED_MS, ROUNDS = 50, 30_000, 2
DUE_MS = ALLOWED_MS - 5000


@pytest.fixture
def running() -> Generator[GameServices]:
    compile_engines("gomoku", "nogo")
    with (
        distributed() as services,
        callback_server() as callback,
        serving_games(services, callback) as running,
    ):
        yield running


@pytest.mark.long
@pytest.mark.alone
def test_fifty_games_at_once_are_decided_before_their_deadlines(
    running: GameServices, record_property: Callable[[str, object], None]
) -> None:
    """Two moves of each game. The engines have not searched before, so that the first ones include their start."""
    keys: list[GameKey] = ["tictactoe", "misere", "gomoku8", "nogo7", "gomoku", "nogo"]
    boards = [ServerGame(keys[number % len(keys)], 500 + number, moves=((1, 1),)) for number in range(GAMES)]
    assert set(keys) == set(games())
    with game_workers(running, ROLES, ROLES, TOWOW_SIMULATED_LATENCY_MS="50"):
        for turn in range(1, ROUNDS + 1):
            began = time.monotonic()
            running.request_all(boards, ALLOWED_MS)
            deliveries = [running.callback.wait(board.number, turn, 60)[-1] for board in boards]
            seconds = max(each.at for each in deliveries) - began
            events = running.events(*boards)
            moves = [each for each in select(events, "move_played") if each["ply"] == 2 * turn]
            times = sorted(each["elapsed_ms"] / 1000 for each in moves)
            sources = sorted(each["source"] for each in moves)
            figure = (
                f"{GAMES} games at once, move {turn}: delivered within {seconds:.1f} s, "
                f"median {statistics.median(times):.1f} s, team {sources.count('llm')}, "
                f"engine {sources.count('engine')}, fallback {sources.count('fallback')}"
            )
            record_property("measured", figure)
            assert len(moves) == GAMES
            assert times[-1] * 1000 <= DUE_MS
            assert "fallback" not in sources
            for board, delivery in zip(boards, deliveries, strict=True):
                board.play(*delivery.point)
                board.play(*board.position.board.empty_points()[0])
        assert {each["outcome"] for each in select(running.events(*boards), "decision_settled")} == {"delivered"}
        assert all(len(running.callback.of(board.number)) == ROUNDS for board in boards)
