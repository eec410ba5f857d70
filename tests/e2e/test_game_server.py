"""A game server and the team over RabbitMQ and Redis: whole games, every end of a callback, and bad requests."""

from collections.abc import Generator
from random import Random
from typing import Any

import pytest

from gamehive.core.games.game import GameKey, games
from tests.e2e.distributed import distributed
from tests.e2e.game_services import GameServices, game_workers, select, serving_games
from tests.e2e.server_game import HUMAN, MODEL, ServerGame
from tests.services.rabbitmq import free_port
from tests.support.callback_server import Delivery, Reaction, callback_server
from tests.support.compiled_engines import compile_engines

pytestmark = pytest.mark.requires("services")


@pytest.fixture(scope="module")
def running() -> Generator[GameServices]:
    """A gateway, a worker process of each role, and a callback, shared by the tests of this file."""
    compile_engines("gomoku8", "nogo7")  # a machine's first search would take longer than its time
    with (
        distributed() as services,
        callback_server() as callback,
        serving_games(services, callback) as running,
        game_workers(running, TOWOW_GAME_CALLBACK_TIMEOUT="1"),
    ):
        yield running


def play_model(running: GameServices, game: ServerGame, number: int, *, as_json: bool) -> Delivery:
    """Have the model decide the next move and play it; the decision is checked, which is the `number`-th of the game."""
    before = game.position
    request_id = running.request(game, as_json=as_json)
    delivery = running.callback.wait(game.number, number)[-1]
    assert delivery.path == "/api/pk/receive/LMM/move/"
    assert delivery.content_type == "application/x-www-form-urlencoded"
    assert set(delivery.fields) == {"user_id", "x", "y", "model_name", "reason"}
    assert (delivery.fields["user_id"], delivery.fields["model_name"]) == (str(game.number), "towow")
    assert delivery.fields["reason"].strip()
    board = game.play(*delivery.point)  # raises unless the server allows it
    (played,) = (each for each in select(running.events(game), "move_played") if each["request_id"] == request_id)
    assert (played["x"], played["y"]) == delivery.point
    assert tuple(played["board"]) == board
    assert (played["ply"], played["side"], played["by"]) == (before.plies + 1, MODEL, "team")
    assert played["reason"] == delivery.fields["reason"]
    assert played["elapsed_ms"] < 25_000
    return delivery


def play_game(running: GameServices, key: GameKey, number: int, seed: int) -> ServerGame:
    """Play a whole game against a person who moves at random; requests are forms and JSON by turns."""
    draw = Random(seed)
    game = ServerGame(key, number, first=HUMAN if seed % 2 else MODEL)
    requests = 0
    while not game.is_over:
        if game.position.to_move == HUMAN:
            game.play(*draw.choice(game.position.board.empty_points()))
        else:
            requests += 1
            play_model(running, game, requests, as_json=requests % 2 == 0)
    assert len(running.callback.of(number)) == requests
    return game


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", ["tictactoe", "misere"])
def test_a_whole_small_game_is_played_and_never_lost(running: GameServices, key: GameKey, seed: int) -> None:
    number = 100 + 10 * seed + (key == "misere")
    game = play_game(running, key, number, seed)
    assert game.winner in (MODEL, None)
    assert_settled(running, game)


def test_a_whole_game_of_gomoku8_is_won_against_random_moves(running: GameServices) -> None:
    game = play_game(running, "gomoku8", 130, 3)
    assert game.winner == MODEL
    assert_settled(running, game)


@pytest.mark.long
def test_a_whole_game_of_nogo7_is_played_to_its_last_stone(running: GameServices) -> None:
    """The server has a game of NoGo played out: who has no safe move left still has to move."""
    game = play_game(running, "nogo7", 131, 4)
    assert game.winner == MODEL
    assert_settled(running, game)


def assert_settled(running: GameServices, game: ServerGame) -> None:
    """Every decision was delivered by one attempt; a game that the model's move has ended is closed."""
    events = running.wait_for("decision_settled", game, count=len(running.callback.of(game.number)))
    settled = select(events, "decision_settled")
    assert {(each["outcome"], each["attempts"]) for each in settled} == {("delivered", 1)}
    requests = [each["request_id"] for each in select(events, "decision_requested")]
    assert [each["request_id"] for each in settled] == requests
    assert len(set(requests)) == len(requests)
    if game.position.to_move == HUMAN:  # the model's move was the last one
        running.wait_for("ended", game)


CALLBACKS: dict[str, tuple[list[Reaction], str, int]] = {
    "twice 500": ([500, 500, 200], "delivered", 3),
    "busy": ([429, 408, 503, 204], "delivered", 4),
    "always 500": ([500], "expired", 4),
    "silence": (["silence"], "expired", 3),
    "silence once": (["silence", 200], "delivered", 2),
    "not found": ([404], "rejected", 1),
    "redirect": ([302], "rejected", 1),
}
"""What a server answers, how the decision is settled, and after how many attempts within 7 s."""


def test_every_end_of_a_callback_settles_its_decision(running: GameServices) -> None:
    """An allowed time of 7 s: the decision is due after 3.5 s, its delivery after 7 s; the server gets the move again."""
    games = {name: ServerGame("tictactoe", 200 + place, moves=((1, 1),)) for place, name in enumerate(CALLBACKS)}
    for name, game in games.items():
        running.callback.reactions[game.number] = CALLBACKS[name][0]
    requests = running.request_all(games.values(), 7000)
    running.wait_for("decision_settled", *games.values(), limit_s=12)
    for (name, game), request_id in zip(games.items(), requests, strict=True):
        _, outcome, attempts = CALLBACKS[name]
        events = running.events(game)
        (settled,), (played,) = select(events, "decision_settled"), select(events, "move_played")
        assert (settled["request_id"], settled["outcome"]) == (request_id, outcome), name
        deliveries = running.callback.of(game.number)
        assert {each.point for each in deliveries} == {(played["x"], played["y"])}
        if outcome == "expired":  # the last attempt may have had too little time to arrive
            assert settled["attempts"] - len(deliveries) in (0, 1), name
            assert abs(len(deliveries) - attempts) <= 1, name
        else:
            assert (settled["attempts"], len(deliveries)) == (attempts, attempts), name


def test_a_callback_that_nobody_listens_at_settles_the_decision(running: GameServices) -> None:
    """A namespace of its own, because the URL is a setting of the worker."""
    with (
        distributed() as services,
        serving_games(services, running.callback) as lonely,
        game_workers(lonely, ("all",), TOWOW_GAME_CALLBACK_URL=f"http://127.0.0.1:{free_port()}"),
    ):
        game = ServerGame("tictactoe", 220, moves=((1, 1),))
        request_id = lonely.request(game, 5000)
        (settled,) = select(lonely.wait_for("decision_settled", game, limit_s=20), "decision_settled")
        assert (settled["request_id"], settled["outcome"], settled["detail"]) == (request_id, "expired", "ConnectError")
        assert settled["attempts"] >= 2


def test_a_move_that_is_still_being_delivered_is_dropped_by_the_next_request(running: GameServices) -> None:
    """The server has played the move, and yet answered 500: it must not get it once more after its next request."""
    game = ServerGame("tictactoe", 221, moves=((1, 1),))
    running.callback.reactions[game.number] = [500, 500, 200]
    first = running.request(game, 60_000)
    before = running.callback.wait(game.number)[0]
    game.play(*before.point)
    game.play(*game.position.board.empty_points()[0])
    running.callback.reactions[game.number] = [500, 200]
    second = running.request(game, 60_000)
    events = running.wait_for("decision_settled", game, count=2)
    outcomes = {each["request_id"]: each["outcome"] for each in select(events, "decision_settled")}
    assert outcomes == {first: "superseded", second: "delivered"}
    game.play(*running.callback.of(game.number)[-1].point)
    assert sum(each.point == before.point for each in running.callback.of(game.number)) == 1


def test_a_server_that_missed_a_move_gets_it_by_asking_again(running: GameServices) -> None:
    game = ServerGame("tictactoe", 222, moves=((1, 1),))
    running.callback.reactions[game.number] = [404, 200]
    request_id = running.request(game)
    running.wait_for("decision_settled", game)
    assert running.request(game) == request_id
    events = running.wait_for("decision_settled", game, count=2)
    assert [each["outcome"] for each in select(events, "decision_settled")] == ["rejected", "delivered"]
    first, second = running.callback.of(game.number)
    assert first.fields == second.fields
    assert len(select(events, "move_played")) == 1


CENTRE = ServerGame("tictactoe", 300, moves=((1, 1),)).fields()
LINE = ServerGame("tictactoe", 300, moves=((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))).fields()
LOST_LINE = ServerGame("misere", 300, moves=((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))).fields()
FULL = ServerGame(
    "tictactoe", 300, moves=((0, 0), (1, 1), (0, 1), (0, 2), (2, 0), (1, 0), (1, 2), (2, 2), (2, 1))
).fields()
TAKEN = ServerGame("nogo7", 300, moves=((0, 1), (0, 0), (1, 0))).fields()
FIVE = ServerGame("gomoku8", 300, moves=tuple((x, y) for y in range(5) for x in (0, 7) if (x, y) != (7, 4))).fields()

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "another stone": ({**CENTRE, "currentMap": "100\n000\n000"}, "currentMap"),
    "a stone too many": ({**CENTRE, "currentMap": "010\n010\n000"}, "currentMap"),
    "a stone of the other side": ({**CENTRE, "currentMap": "000\n020\n000"}, "currentMap"),
    "no history": ({**CENTRE, "historySteps": "游戏刚开始，暂无历史步骤"}, "currentMap"),
    "a row too few": ({**CENTRE, "currentMap": "000\n010"}, "currentMap"),
    "a column too many": ({**CENTRE, "currentMap": "0000\n0100\n0000"}, "currentMap"),
    "uneven rows": ({**CENTRE, "currentMap": "000\n01\n000"}, "currentMap"),
    "another sign": ({**CENTRE, "currentMap": "000\n030\n000"}, "currentMap"),
    "no board": ({**CENTRE, "currentMap": ""}, "currentMap"),
    "another size": ({**CENTRE, "gridSize": "15"}, "gridSize"),
    "no size": ({**CENTRE, "gridSize": "three"}, "gridSize"),
    "an unknown game": ({**CENTRE, "gameType": "象棋"}, "gameType"),
    "no game": ({**CENTRE, "gameType": ""}, "gameType"),
    "a move off the board": ({**CENTRE, "historySteps": "step1:玩家在(3,1)下棋"}, "historySteps"),
    "a move before the board": ({**CENTRE, "historySteps": "step1:玩家在(-1,1)下棋"}, "historySteps"),
    "a move on a stone": (
        {**CENTRE, "historySteps": "step1:玩家在(1,1)下棋\nstep2:AI在(1,1)下棋\nstep3:玩家在(0,0)下棋"},
        "historySteps",
    ),
    "two moves of one side": (
        {**CENTRE, "currentMap": "100\n010\n000", "historySteps": "step1:玩家在(1,1)下棋\nstep2:玩家在(0,0)下棋"},
        "currentMap|historySteps",
    ),
    "the person's turn": (
        {**CENTRE, "historySteps": "step1:AI在(1,1)下棋", "currentMap": "000\n020\n000"},
        "historySteps",
    ),
    "no move": ({**CENTRE, "historySteps": "e2-e4"}, "historySteps"),
    "a finished line": (LINE, "currentMap"),
    "a finished losing line": (LOST_LINE, "currentMap"),
    "a full board": (FULL, "currentMap"),
    "a taken liberty": (TAKEN, "currentMap"),
    "a finished five": (FIVE, "currentMap"),
    "no time": ({**CENTRE, "allowedTimeout": "0"}, "allowedTimeout"),
    "less than no time": ({**CENTRE, "allowedTimeout": "-600000"}, "allowedTimeout"),
    "a time in words": ({**CENTRE, "allowedTimeout": "soon"}, "allowedTimeout"),
    "a time that is no number": ({**CENTRE, "allowedTimeout": "NaN"}, "allowedTimeout"),
    "endless time": ({**CENTRE, "allowedTimeout": "Infinity"}, "allowedTimeout"),
    "an empty time": ({**CENTRE, "allowedTimeout": ""}, "allowedTimeout"),
    "another side": ({**CENTRE, "LLMFlag": "3"}, "LLMFlag"),
    "a game without a number": ({**CENTRE, "gameId": "x"}, "gameId"),
    "long rules": ({**CENTRE, "gameRule": "规" * 4001}, "gameRule"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_request_is_refused_with_the_field_in_both_languages(running: GameServices, name: str) -> None:
    fields, field = BAD[name]
    texts: set[str] = set()
    for language, as_json in (("", False), ("en", True)):
        answer = running.ask(fields, as_json=as_json, language=language)
        assert (answer.status_code, answer.json()["error_code"]) == (400, "E001"), answer.text
        assert answer.headers["content-language"] == (language or "zh")
        (detail,) = answer.json()["details"]
        assert detail["field"] in field.split("|")
        texts.add(detail["problem"])
    assert len(texts) == 2
    assert running.events(ServerGame("tictactoe", 300)) == []


def test_a_game_that_is_known_stays_the_same_game(running: GameServices) -> None:
    """A request about another game is refused, while the first one is decided and once it is; the game goes on."""
    game = ServerGame("tictactoe", 223, moves=((1, 1),))
    asked = [running.request(game)]
    others = (ServerGame("misere", 223, moves=((1, 1),)), ServerGame("gomoku8", 223, moves=((4, 4),)))
    for number in (1, 2):
        for other in others:
            for language in ("", "en"):
                answer = running.ask(other.fields(), language=language)
                assert (answer.status_code, answer.json()["error_code"]) == (400, "E001"), answer.text
                (detail,) = answer.json()["details"]
                assert detail["field"] == "gameType"
                assert ("tictactoe" if language else "井字棋") in detail["problem"]
        delivery = running.callback.wait(game.number, number)[-1]
        game.play(*delivery.point)
        if number == 1:
            game.play(*game.position.board.empty_points()[0])
            asked.append(running.request(game))
    requests = [each["request_id"] for each in select(running.events(game), "decision_requested")]
    assert requests == asked
    assert select(running.events(game), "decision_refused") == select(running.events(game), "board_replaced") == []


def test_a_server_that_goes_back_gets_the_move_that_it_asked_for_first(running: GameServices) -> None:
    """A request that another one has superseded is decided when it is made again."""
    game, other = (ServerGame("gomoku8", 224, moves=(point,)) for point in ((3, 3), (0, 0)))
    first, second = running.request(game), running.request(other)
    running.wait_for("decision_requested", game, count=2)
    assert running.request(game) == first
    events = running.wait_for("move_played", game, request_id=first)
    played = [each["request_id"] for each in select(events, "move_played")]
    assert played[-1] == first
    assert set(played) <= {first, second}


@pytest.mark.parametrize("key", ["misere", "gomoku8", "nogo7"])
def test_a_short_time_is_decided_by_the_engine_alone(running: GameServices, key: GameKey) -> None:
    """Rules may be empty or missing. Half of the time is kept for the delivery."""
    game = ServerGame(key, 310 + list(games()).index(key), moves=((1, 1),))
    fields = game.fields(5999)
    fields.pop("gameRule")
    assert running.ask(fields, as_json=True).status_code == 200
    delivery = running.callback.wait(game.number)[0]
    board = game.play(*delivery.point)
    (played,) = select(running.events(game), "move_played")
    assert (played["source"], tuple(played["board"])) == ("engine", board)
    assert played["elapsed_ms"] <= 3000


def test_time_for_nothing_ends_in_a_move_and_never_hangs(running: GameServices) -> None:
    """1 ms: the move is made, whoever it is by, and its delivery comes too late."""
    game = ServerGame("tictactoe", 320, moves=((1, 1),))
    running.request(game, 1)
    events = running.wait_for("decision_settled", game, limit_s=10)
    (played,), (settled,) = select(events, "move_played"), select(events, "decision_settled")
    assert played["source"] in ("engine", "fallback")
    assert settled["outcome"] == "expired"
    assert running.callback.of(game.number) == []


def test_a_game_that_the_team_has_ended_takes_no_other_request(running: GameServices) -> None:
    game = ServerGame("tictactoe", 321, first=MODEL, moves=((0, 0), (1, 0), (0, 1), (1, 1)))
    first = running.request(game)
    assert running.callback.wait(game.number)[0].point == (0, 2)
    running.wait_for("ended", game)
    assert running.request(game) == first  # a repetition
    other = ServerGame("tictactoe", 321, moves=((0, 0),))
    answer = running.ask(other.fields())
    assert (answer.status_code, answer.json()["error_code"]) == (409, "E014")
    assert len(running.callback.of(game.number)) == 1
