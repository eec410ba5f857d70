"""Command `towow play --team`: a person against the team, the team against an engine, and mistakes in the options."""

import subprocess
from typing import Any

import pytest

from tests.e2e.test_play_command import json_rows, play
from tests.support.cli_runner import CommandRunner
from tests.support.compiled_engines import compile_engines


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_engines("tictactoe")


def events(played: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [row for row in json_rows(played) if "event_type" in row]


def plies(played: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [row for row in json_rows(played) if "ply" in row]


def test_a_person_plays_against_the_team_and_takes_a_move_back(towow: CommandRunner) -> None:
    played = play(towow, "0 0\nundo\n1 1\nresign\n", "tictactoe", "--team", "--json")
    assert played.returncode == 0, played.stderr
    moves = plies(played)
    assert [(move["ply"], move["side"], move["by"]) for move in moves] == [
        (1, "first", "human"),
        (2, "second", "team"),
        (1, "first", "human"),
        (2, "second", "team"),
    ]
    assert (moves[2]["x"], moves[2]["y"]) == (1, 1)
    # The corner is answered by the centre, the centre by a corner: all else loses.
    assert (moves[1]["x"], moves[1]["y"]) == (1, 1)
    assert (moves[3]["x"], moves[3]["y"]) in {(0, 0), (0, 2), (2, 0), (2, 2)}
    assert all(move["reason"] and move["agent"] == "strategist" for move in moves if move["by"] == "team")
    assert {"undone": 2} in json_rows(played)
    types = [event["event_type"].rpartition(".")[2] for event in events(played)]
    assert (types[0], types[-1]) == ("started", "ended")
    assert {"tool_called", "agent_spoke", "rules_interpreted", "move_proposed"} <= set(types)
    assert [event["seq"] for event in events(played)] == list(range(1, len(types) + 1))
    assert json_rows(played)[-1] == {"result": "resigned", "winner": "second"}


def test_the_team_begins_when_the_person_is_second_and_says_what_it_thinks(towow: CommandRunner) -> None:
    played = play(towow, "undo\nresign\n", "井字棋", "--team", "--side", "second")
    assert played.returncode == 0, played.stderr
    assert "There is no move of yours to take back." in played.stderr
    assert "[info" not in played.stderr
    for words in (
        "井字棋  X 团队 – O 您",
        "规则分析专家",
        "由 RuleAnalysisHook 调用",
        "决定走",
        "1. X (",
        "X 获胜  认输",
    ):
        assert words in played.stdout, words


@pytest.mark.parametrize("game", ["tictactoe", "misere"])
def test_the_team_plays_a_whole_game_against_the_engine(towow: CommandRunner, game: str) -> None:
    played = play(towow, "", game, "--team", "--watch", "--json")
    assert played.returncode == 0, played.stderr
    moves = plies(played)
    assert [move["by"] for move in moves] == ["team", "engine"] * 4 + ["team"]
    assert json_rows(played)[-1] == {"result": "full_board", "winner": None}


def test_input_that_ends_before_the_game_is_a_failure(towow: CommandRunner) -> None:
    played = play(towow, "0 0\n", "tictactoe", "--team", "--json")
    assert played.returncode == 1
    assert json_rows(played)[-1] == {"result": "unfinished", "winner": None}


def test_a_line_that_is_no_move_is_wrong_usage(towow: CommandRunner) -> None:
    played = play(towow, "here\n", "tictactoe", "--team")
    assert played.returncode == 2
    assert "'here' is no move" in played.stderr


@pytest.mark.parametrize("seconds", ["3", "700"])
def test_a_decision_needs_time_that_the_team_can_use(towow: CommandRunner, seconds: str) -> None:
    told = towow.run("play", "tictactoe", "--team", "--time", seconds)
    assert told.code == 2
    assert f"--time {seconds}: a decision of the team takes" in told.err
