"""Requests of a game server: fields, deadline, ids, and what the rules say against them."""

from typing import Any

import pytest

from gamehive.decision_request import ServerRequest, build_decision_request
from shared.core.api_error import ApiError
from shared.core.ids import digest

NOW = 1_769_076_000_000
FIELDS: dict[str, Any] = {
    "gameId": "17",
    "userId": "4",
    "currentMap": "000\n010\n000\n",
    "LLMFlag": "2",
    "gameType": "井字棋",
    "gameRule": "",
    "historySteps": "step1:玩家在(1,1)下棋",
    "gridSize": "3",
    "allowedTimeout": "600000",
}


def built(**changes: Any) -> ServerRequest:
    return build_decision_request({**FIELDS, **changes}, now=NOW, language="zh", model="simulated")


def empty(size: int) -> str:
    return "\n".join(["0" * size] * size)


def board(size: int, *stones: tuple[int, int, int]) -> str:
    rows = [["0"] * size for _ in range(size)]
    for x, y, side in stones:
        rows[x][y] = str(side)
    return "\n".join(map("".join, rows))


def played(size: int, *points: tuple[int, int]) -> dict[str, str]:
    """A game in which the person begins."""
    lines = (f"step{n}:{('AI', '玩家')[n % 2]}在({x},{y})下棋" for n, (x, y) in enumerate(points, 1))
    stones = ((x, y, 2 - n % 2) for n, (x, y) in enumerate(points, 1))
    return {"historySteps": "\n".join(lines), "currentMap": board(size, *stones)}


def faults(**changes: Any) -> list[tuple[str, str]]:
    with pytest.raises(ApiError) as caught:
        built(**changes)
    assert caught.value.code.name == "E001"
    return [(problem.field, problem.problem) for problem in caught.value.problems]


def test_a_request_is_built_as_event_and_message() -> None:
    found = built()
    request = found.message.request
    assert found.game_id == f"g-{digest('lmm', 17, 4)}"
    assert (request.game, request.board, request.side, request.user_id) == ("tictactoe", ("000", "010", "000"), 2, 4)
    assert [(move.x, move.y, move.side, move.by) for move in request.history] == [(1, 1, 1, "opponent")]
    assert (request.allowed_ms, request.received_at, request.deadline) == (600_000, NOW, NOW + 595_000)
    assert not found.message.by_engine
    event = found.event
    assert (event.game_id, event.referee, event.seats, event.first_side) == (
        found.game_id,
        "server",
        ("opponent", "team"),
        1,
    )


def test_json_numbers_are_as_good_as_text() -> None:
    assert built(gameId=17, userId=4, gridSize=3, LLMFlag=2, allowedTimeout=600_000, gameRule=None) == built()


def test_the_same_request_has_the_same_id_and_another_board_another() -> None:
    assert built().request_id == built(allowedTimeout="9000").request_id
    assert built().request_id != built(gameId="18").request_id
    assert built().request_id != built(**played(3, (0, 0))).request_id


def test_another_game_or_side_on_the_same_board_is_another_request() -> None:
    first = {"currentMap": board(3), "historySteps": "游戏刚开始，暂无历史步骤。"}
    ids = {built(gameType=name, LLMFlag=side, **first).request_id for name in ("井字棋", "反井字棋") for side in "12"}
    assert len(ids) == 4
    assert ids >= {built(gameType="misere", LLMFlag=1, **first).request_id}


@pytest.mark.parametrize(
    ("allowed", "reserve", "by_engine"),
    [
        ("600000", 5000, False),
        (10_000, 5000, False),
        ("9999", 4999, False),
        ("6000", 3000, False),
        ("5999", 2999, True),
        (1, 0, True),
        (0.5, 0, True),
        ("100.75", 50, True),
    ],
)
def test_the_reserve_is_five_seconds_or_half(allowed: Any, reserve: int, by_engine: bool) -> None:
    request = built(allowedTimeout=allowed).message
    assert request.request.deadline == NOW + request.request.allowed_ms - reserve
    assert request.by_engine is by_engine


def test_a_huge_allowed_time_counts_as_a_day() -> None:
    assert built(allowedTimeout=10**18).message.request.allowed_ms == 86_400_000


@pytest.mark.parametrize(
    "allowed", ["0", "-1", 0, -5.0, "", "soon", "NaN", float("nan"), float("inf"), True, [1], "1e9"]
)
def test_an_allowed_time_that_is_no_positive_number_is_refused(allowed: Any) -> None:
    assert [name for name, _ in faults(allowedTimeout=allowed)] == ["allowedTimeout"]


@pytest.mark.parametrize(
    ("game", "size", "key"),
    [
        ("五子棋", 15, "gomoku"),
        ("8*8五子棋", 8, "gomoku8"),
        ("8×8五子棋", 8, "gomoku8"),
        ("不围棋", 9, "nogo"),
        ("不围棋", 7, "nogo7"),
        ("反井字棋", 3, "misere"),
    ],
)
def test_the_grid_size_decides_between_the_two_nogo_boards(game: str, size: int, key: str) -> None:
    found = built(gameType=game, gridSize=str(size), currentMap=empty(size), historySteps="游戏刚开始，暂无历史步骤")
    assert found.message.request.game == found.event.game == key
    assert found.event.first_side == 2  # whoever is asked for the first move begins


@pytest.mark.parametrize("name", sorted({*FIELDS} - {"gameRule"}))
def test_a_missing_field_is_named(name: str) -> None:
    assert name in [field for field, _ in faults(**{name: None})]


def test_an_empty_or_missing_rule_is_our_own() -> None:
    assert built(gameRule=None).message.request.game_rule == built(gameRule="").message.request.game_rule == ""


WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown game": ({"gameType": "象棋"}, "gameType", "五子棋"),
    "size of another game": ({"gridSize": "15"}, "gridSize", "3×3"),
    "size that is no number": ({"gridSize": "three"}, "gridSize", "整数"),
    "id that is no number": ({"gameId": "x"}, "gameId", "整数"),
    "id beyond 64 bits": ({"userId": str(2**63)}, "userId", "整数"),
    "flag": ({"LLMFlag": "3"}, "LLMFlag", "1"),
    "flag that is true": ({"LLMFlag": True}, "LLMFlag", "1"),
    "rule that is no text": ({"gameRule": 5}, "gameRule", "文本"),
    "long rule": ({"gameRule": "x" * 4001}, "gameRule", "4001"),
    "board of another size": ({"currentMap": empty(4)}, "currentMap", "4×4"),
    "board with other signs": ({"currentMap": "0x0\n010\n000"}, "currentMap", "0、1、2"),
    "ragged board": ({"currentMap": "00\n010\n000"}, "currentMap", "长度"),
    "empty board": ({"currentMap": ""}, "currentMap", "0、1、2"),
    "board that contradicts its history": ({"currentMap": board(3, (0, 0, 1))}, "currentMap", "(0,0)"),
    "board without its history": ({"historySteps": ""}, "currentMap", "(1,1)"),
    "stones off balance": ({"currentMap": board(3, (0, 0, 1), (1, 1, 1))}, "currentMap", "2 子"),
    "move off the board": ({"historySteps": "step1:玩家在(3,1)下棋"}, "historySteps", "(3,1)"),
    "negative move": ({"historySteps": "step1:玩家在(-1,1)下棋"}, "historySteps", "(-1,1)"),
    "move on a stone": ({"historySteps": FIELDS["historySteps"] + "\nstep2:AI在(1,1)下棋"}, "historySteps", "已有棋子"),
    "two moves in a row": (
        {"historySteps": FIELDS["historySteps"] + "\nstep2:玩家在(0,0)下棋"},
        "historySteps",
        "连续",
    ),
    "unreadable step": ({"historySteps": "1. e4"}, "historySteps", "第 1 行"),
    "wrong number": ({"historySteps": "step2:玩家在(1,1)下棋"}, "historySteps", "step1"),
    "not the model's turn": ({"LLMFlag": "1", "historySteps": "step1:AI在(1,1)下棋"}, "historySteps", "1 方刚刚落子"),
    "finished game": (played(3, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2)), "currentMap", "第 5 步"),
    "move after the end": (
        played(3, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (2, 2), (2, 1)),
        "historySteps",
        "第 5 步",
    ),
    "NUL": ({"historySteps": "\x00"}, "historySteps", "NUL"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str) -> None:
    changes, field, words = WRONG[name]
    found = faults(**changes)
    assert [each for each, _ in found] == [field]
    assert words in found[0][1]


def test_all_wrong_fields_are_named_at_once() -> None:
    assert [name for name, _ in faults(gameId="", LLMFlag="", allowedTimeout="0")] == [
        "gameId",
        "LLMFlag",
        "allowedTimeout",
    ]


def test_texts_are_in_the_asked_language() -> None:
    with pytest.raises(ApiError) as caught:
        build_decision_request({**FIELDS, "gridSize": "5"}, now=NOW, language="en", model="simulated")
    assert caught.value.problems[0].problem == "this game is played on 3x3 points"


def test_a_full_board_is_a_finished_game() -> None:
    points = ((0, 0), (1, 1), (2, 2), (0, 1), (2, 1), (2, 0), (0, 2), (1, 2), (1, 0))
    assert faults(**played(3, *points)) == [("currentMap", "对局已在第 9 步结束")]
