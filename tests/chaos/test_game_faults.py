"""One decision, once and in time, through killed and paused workers, newer requests, and outages of broker and store."""

import signal
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager

import pytest

from tests.e2e.distributed import distributed
from tests.e2e.game_services import Event, GameServices, game_workers, select, serving_games
from tests.e2e.server_game import ServerGame
from tests.services.rabbitmq import PrivateRabbit
from tests.services.redis import PrivateServer
from tests.support.callback_server import callback_server
from tests.support.cli_runner import stop
from tests.support.compiled_engines import compile_engines

pytestmark = pytest.mark.requires("services")

SLOW = {"TOWOW_SIMULATED_LATENCY_MS": "200"}
"""Each model turn takes a while, a decision some seconds."""


@contextmanager
def serving(broker: str | None = None, store: str | None = None) -> Generator[GameServices]:
    """Run a gateway and a callback in a namespace of its own."""
    with (
        distributed(broker, store) as services,
        callback_server() as callback,
        serving_games(services, callback) as running,
    ):
        yield running


@pytest.fixture
def running() -> Generator[GameServices]:
    with serving() as running:
        yield running


def new_games(count: int) -> list[ServerGame]:
    """Return games in which the person has begun in the centre or beside it."""
    return [ServerGame("tictactoe", 400 + number, moves=((1, number % 3),)) for number in range(count)]


def assert_decided_once(
    running: GameServices,
    games: Sequence[ServerGame],
    requests: Sequence[str],
    allowed_ms: int,
    *,
    deliveries: int = 1,
    limit_s: float = 30,
) -> list[Event]:
    """Wait until all decisions are settled, and check that each was made once, in time, and delivered; return the moves.

    The callback may get a move again, `deliveries` times in all, if its worker was interrupted.
    """
    running.wait_for("decision_settled", *games, outcome="delivered", limit_s=limit_s)
    time.sleep(0.5)  # whatever comes late
    moves: list[Event] = []
    for game, request_id in zip(games, requests, strict=True):
        events = running.events(game)
        (played,) = select(events, "move_played")
        (settled,) = (each for each in select(events, "decision_settled") if each["outcome"] != "superseded")
        assert (played["request_id"], settled["request_id"], settled["outcome"]) == (
            request_id,
            request_id,
            "delivered",
        )
        # The timer of the deadline may be noticed late, but not as late as the server's own limit.
        assert played["elapsed_ms"] <= allowed_ms - min(5000, allowed_ms // 2) + 2000
        received = running.callback.of(game.number)
        assert {each.point for each in received} == {(played["x"], played["y"])}
        assert len(received) <= deliveries
        assert tuple(played["board"]) == game.play(played["x"], played["y"])
        moves.append(played)
    return moves


def test_a_host_that_is_killed_in_a_decision_is_replaced(running: GameServices) -> None:
    with ExitStack() as stack:
        stack.enter_context(game_workers(running, ("game_agent",), ("game_search",), ("game_callback",), **SLOW))
        (first,) = stack.enter_context(game_workers(running, ("game_host",), **SLOW))
        games = new_games(3)
        requests = running.request_all(games, 20_000)
        running.wait_for("agent_spoke", *games)
        first.kill()
        assert select(running.events(*games), "move_played") == []
        stack.enter_context(game_workers(running, ("game_host",), **SLOW))
        moves = assert_decided_once(running, games, requests, 20_000)
        assert {each["source"] for each in moves} == {"llm"}


def test_an_agent_that_is_killed_in_its_turn_is_replaced(running: GameServices) -> None:
    with ExitStack() as stack:
        stack.enter_context(game_workers(running, ("game_host",), ("game_search",), ("game_callback",)))
        (first,) = stack.enter_context(game_workers(running, ("game_agent",), TOWOW_SIMULATED_LATENCY_MS="10000"))
        games = new_games(2)
        requests = running.request_all(games, 20_000)
        running.wait_for("tool_called", *games)
        time.sleep(0.5)  # it is in its turn
        first.kill()
        stack.enter_context(game_workers(running, ("game_agent",)))
        moves = assert_decided_once(running, games, requests, 20_000)
        assert {each["source"] for each in moves} == {"llm"}
        spoken = [
            (each["game_id"], each["loop"], each["turn"]) for each in select(running.events(*games), "agent_spoke")
        ]
        assert len(spoken) == len(set(spoken))


@pytest.mark.long
def test_a_search_worker_that_is_killed_in_its_search_is_replaced(running: GameServices) -> None:
    compile_engines("gomoku8")
    slow = {"TOWOW_GAME_ENGINE_TIME": "3"}
    with ExitStack() as stack:
        stack.enter_context(game_workers(running, ("game_host",), ("game_agent",), ("game_callback",), **slow))
        (first,) = stack.enter_context(game_workers(running, ("game_search",), **slow))
        game = ServerGame("gomoku8", 420, moves=((3, 3), (4, 4), (2, 5)))
        request_id = running.request(game, 40_000)
        time.sleep(1)
        assert select(running.events(game), "board_analysed") == []  # the engine still searches
        first.kill()
        stack.enter_context(game_workers(running, ("game_search",), **slow))
        assert_decided_once(running, [game], [request_id], 40_000)
        assert select(running.events(game), "board_analysed")[0]["source"] == "engine"


def test_only_the_newest_request_of_a_game_is_decided(running: GameServices) -> None:
    """The turn for the first request is answered after the second one has come."""
    with ExitStack() as stack:
        stack.enter_context(game_workers(running, TOWOW_SIMULATED_LATENCY_MS="300"))
        games = new_games(2)
        firsts = running.request_all(games, 40_000)
        running.wait_for("tool_called", *games)
        for game in games:
            game.play(0, 0)
            game.play(2, 2)
        seconds = running.request_all(games, 40_000)
        assert_decided_once(running, games, seconds, 40_000)
        settled = select(running.events(*games), "decision_settled")
        assert {each["request_id"] for each in settled if each["outcome"] == "superseded"} == set(firsts)


def test_a_callback_worker_that_is_killed_delivers_at_most_once_more(running: GameServices) -> None:
    with ExitStack() as stack:
        stack.enter_context(game_workers(running, ("game_host",), ("game_search",), ("game_agent",)))
        (first,) = stack.enter_context(game_workers(running, ("game_callback",)))
        (game,) = new_games(1)
        running.callback.reactions[game.number] = ["silence", 200]
        request_id = running.request(game, 20_000)
        running.callback.wait(game.number)
        first.kill()
        stack.enter_context(game_workers(running, ("game_callback",)))
        assert_decided_once(running, [game], [request_id], 20_000, deliveries=2)


PAUSE_S = 40


@pytest.mark.long
def test_of_two_hosts_one_may_pause_for_40_s(
    running: GameServices, record_property: Callable[[str, object], None]
) -> None:
    """The broker hands on what the paused one held after some 30 s; what it still does when it goes on, changes nothing."""
    with ExitStack() as stack:
        stack.enter_context(game_workers(running, ("game_agent",), ("game_search",), ("game_callback",), **SLOW))
        first, second = stack.enter_context(game_workers(running, ("game_host",), ("game_host",), **SLOW))
        games = new_games(6)
        requests = running.request_all(games, 90_000)
        running.wait_for("agent_spoke", *games)
        first.send_signal(signal.SIGSTOP)
        time.sleep(PAUSE_S)
        first.send_signal(signal.SIGCONT)
        moves = assert_decided_once(running, games, requests, 90_000, limit_s=60)
        times = ", ".join(f"{each['elapsed_ms'] / 1000:.1f}" for each in moves)
        record_property("measured", f"decisions with one of two hosts paused {PAUSE_S} s, after s: {times}")
        for host in (first, second):
            ended, _ = stop(host, signal.SIGTERM)
            assert ended.code == 0, ended.err


@pytest.mark.long
@pytest.mark.parametrize("service", ["broker", "store"])
def test_a_decision_survives_a_restart_of_broker_or_store(
    service: str, rabbit: PrivateRabbit, durable: PrivateServer, record_property: Callable[[str, object], None]
) -> None:
    with serving(rabbit.url, durable.url) as running, game_workers(running, **SLOW):
        games = new_games(4)
        requests = running.request_all(games, 60_000)
        running.wait_for("agent_spoke", *games)
        gone = time.monotonic()
        if service == "broker":
            rabbit.stop()
            rabbit.start()
        else:
            durable.kill()
            time.sleep(1)
            durable.start()
        away = time.monotonic() - gone
        moves = assert_decided_once(running, games, requests, 60_000, deliveries=2, limit_s=60)
        last = max(each["elapsed_ms"] for each in moves) / 1000
        record_property("measured", f"{service} away {away:.1f} s in 4 decisions, the last one made after {last:.1f} s")
