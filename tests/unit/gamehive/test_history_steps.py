"""The history of a game server's request: both lines, tolerated punctuation, wrong lines."""

import pytest

from gamehive.history_steps import NO_STEPS, InvalidHistory, parse_history_steps

TWO = "step1:玩家在(1,1)下棋\n step2:AI在(0,2)下棋"


@pytest.mark.parametrize(
    "text",
    [
        TWO,
        TWO.replace("\n ", "\r\n"),
        "\n" + TWO + "\n\n",
        "step1：玩家在（1，1）下棋\nstep2：AI在（0，2）下棋",
        "Step 1 : 玩家 在 ( 1 , 1 ) 下棋。\nSTEP2:ai在(0,2)下棋;",
        "ｓｔｅｐ１：玩家在（１，１）下棋\nstep2:AI在(0, 2)下棋",
    ],
)
def test_moves_are_read_in_order(text: str) -> None:
    moves = parse_history_steps(text, 2)
    assert [(move.x, move.y, move.side, move.by) for move in moves] == [(1, 1, 1, "opponent"), (0, 2, 2, "team")]


def test_the_team_may_have_either_side() -> None:
    assert [move.side for move in parse_history_steps(TWO, 1)] == [2, 1]


@pytest.mark.parametrize("text", ["", " \n", NO_STEPS, "游戏刚开始,暂无历史步骤。\n"])
def test_no_move_was_made(text: str) -> None:
    assert parse_history_steps(text, 2) == ()


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("step2:玩家在(1,1)下棋", "number", 1),
        ("step0:玩家在(1,1)下棋", "number", 1),
        ("step1:玩家在(1,1)下棋\nstep1:AI在(0,2)下棋", "number", 2),
        ("step1:玩家在(1,1)下棋\nstep3:AI在(0,2)下棋", "number", 2),
        ("step1:对手在(1,1)下棋", "unreadable", 1),
        ("step1:玩家在(1)下棋", "unreadable", 1),
        ("step1:玩家在(a,b)下棋", "unreadable", 1),
        ("step1:玩家在(1,1)下棋 step2:AI在(0,2)下棋", "unreadable", 1),
        ("step一:玩家在(1,1)下棋", "unreadable", 1),
        ("hello", "unreadable", 1),
        (TWO + "\n?", "unreadable", 3),
    ],
)
def test_a_wrong_line_is_named(text: str, problem: str, line: int) -> None:
    with pytest.raises(InvalidHistory) as caught:
        parse_history_steps(text, 2)
    assert (caught.value.problem, caught.value.line) == (problem, line)


def test_a_negative_coordinate_is_read_for_the_rules_to_judge() -> None:
    assert parse_history_steps("step1:玩家在(-1,99)下棋", 2)[0].x == -1
