"""Game at the terminal: moves and commands that are typed, mistakes, and the JSON of every move."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from gamehive.core.games.board import Point, parse_board
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition
from gamehive.engines.deadline import search_in_time
from gamehive.engines.exact.engine import ExactEngine
from gamehive.engines.search import SearchAnswer, SearchRequest
from towow.cli import board_game
from towow.cli.board_game import GamePlayer, PlayerMove, TerminalPlayer, play_game
from towow.cli.exit import CommandError
from towow.cli.game_output import GamePrinter, JsonGamePrinter

MOVE_KEYS = ["ply", "side", "x", "y", "by", "ms", "value", "depth", "line"]


BEFORE, AFTER = ("110", "020", "002"), ("110", "020", "020")
"""Positions in which (0, 2) completes a line of the first player."""


class PerfectPlayer:
    """The exact engine in this process."""

    async def choose(self, position: GamePosition) -> PlayerMove:
        answer = await self.search(position)
        return PlayerMove(answer.point, "engine", answer)

    async def search(self, position: GamePosition) -> SearchAnswer:
        return search_in_time(ExactEngine(), SearchRequest(position))


class TypedLines:
    """Lines of input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    async def read_line(self) -> str | None:
        return next(self._lines, None)


async def play(game: str, typed: Iterable[str], printer: GamePrinter, human: int = 1) -> int:
    """Play the typed lines against the engine."""
    engine: GamePlayer = PerfectPlayer()
    players: dict[int, GamePlayer] = {1: engine, 2: engine}
    players[human] = TerminalPlayer(TypedLines(typed), printer, PerfectPlayer())
    return await play_game(games()[game], players, printer)


def json_rows(captured: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in captured.readouterr().out.splitlines()]


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The input counts as a terminal."""
    monkeypatch.setattr(board_game, "is_terminal", lambda: True)


async def test_json_has_a_line_for_every_move_and_one_for_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    engine = PerfectPlayer()
    assert await play_game(games()["tictactoe"], {1: engine, 2: engine}, JsonGamePrinter()) == 0
    *moves, last = json_rows(capsys)
    assert [move["ply"] for move in moves] == list(range(1, 10))
    assert [move["side"] for move in moves] == ["first", "second"] * 4 + ["first"]
    assert all(list(move) == MOVE_KEYS and move["by"] == "engine" for move in moves)
    assert all(move["line"][0] == [move["x"], move["y"]] for move in moves)
    assert {move["value"] for move in moves} == {0.5}
    assert last == {"result": "full_board", "winner": None}


async def test_a_person_plays_and_resigns(capsys: pytest.CaptureFixture[str]) -> None:
    assert await play("misere", ["0 0", "resign"], JsonGamePrinter()) == 0
    first, second, last = json_rows(capsys)
    assert (first["by"], first["x"], first["y"], first["value"]) == ("human", 0, 0, None)
    assert (second["by"], second["side"], second["value"]) == ("engine", "second", 1.0)
    assert last == {"result": "resigned", "winner": "second"}


async def test_moves_are_taken_back_with_the_reply(capsys: pytest.CaptureFixture[str]) -> None:
    await play("tictactoe", ["undo", "1,1", "undo", "0 0", "resign"], JsonGamePrinter())
    rows = json_rows(capsys)
    assert [(row.get("ply"), row.get("undone"), row.get("x")) for row in rows[:5]] == [
        (None, 0, None),
        (1, None, 1),
        (2, None, rows[2]["x"]),
        (None, 2, None),
        (1, None, 0),
    ]


async def test_input_that_ends_early_leaves_the_game_unfinished(capsys: pytest.CaptureFixture[str]) -> None:
    assert await play("tictactoe", ["1 1"], JsonGamePrinter()) == 1
    assert json_rows(capsys)[-1] == {"result": "unfinished", "winner": None}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3 0", "3 0 is off the board: rows are 0 to 2, columns 0 to 2."),
        ("-1 0", "'-1 0' is no move."),
        ("1 1 1", "'1 1 1' is no move."),
        ("e4", 'Type a row and a column, for example "1 1"'),
        ("１ ２", "is no move."),
        ("9999999999999999 1", "is no move."),
        ("", "'' is no move."),
    ],
)
async def test_a_line_that_holds_no_move_ends_a_game_without_a_terminal(line: str, message: str) -> None:
    with pytest.raises(CommandError) as raised:
        await play("tictactoe", [line], JsonGamePrinter())
    assert message in str(raised.value)
    assert raised.value.code == 2


async def test_control_characters_in_a_line_are_not_printed() -> None:
    with pytest.raises(CommandError) as raised:
        await play("tictactoe", ["\x1b[31m"], JsonGamePrinter())
    assert "\x1b" not in str(raised.value)


async def test_a_stone_on_a_stone_is_refused() -> None:
    with pytest.raises(CommandError, match="There is a stone at 1 1 already"):
        await play("tictactoe", ["1 1", "1 1"], JsonGamePrinter())


@pytest.mark.usefixtures("at_a_terminal")
async def test_mistakes_at_a_terminal_are_explained_and_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    await play("misere", ["e4", "7 7", "help", "hint", "undo", "board", "resign"], GamePrinter(), human=2)
    shown, notes = capsys.readouterr()
    assert "1. X 1 1 · drawn with best play" in shown
    assert "     0  1  2\n  0  ·  ·  ·\n  1  · [X] ·\n  2  ·  ·  ·\n" in shown
    for reply in (
        "'e4' is no move.",
        "7 7 is off the board",
        "take back your last move",
        "Hint: O ",
        "no move of yours",
    ):
        assert reply in notes
    assert notes.count("Your move (O), row and column:") == 7
    assert shown.endswith("O resigns; X wins.\n")


@pytest.mark.usefixtures("at_a_terminal")
async def test_a_move_that_loses_at_once_is_asked_for_twice(capsys: pytest.CaptureFixture[str]) -> None:
    typed = [point for point in ("0 0", "0 1", "0 2", "1 0", "2 0", "1 2", "2 1", "2 2", "1 1") for _ in range(2)] * 2
    await play("misere", typed, GamePrinter())
    shown, notes = capsys.readouterr()
    assert "loses at once. Type it again to play it." in notes
    assert "wins: a line." in shown


@pytest.mark.usefixtures("at_a_terminal")
async def test_a_loss_that_was_warned_of_is_warned_of_again_in_another_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = (GamePosition(games()["misere"], parse_board(rows), 1) for rows in (BEFORE, AFTER))
    player = TerminalPlayer(TypedLines(["0 2", "undo", "0 2", "0 2"]), GamePrinter(), PerfectPlayer())
    assert await player.choose(first) == "undo"
    assert await player.choose(second) == PlayerMove(Point(0, 2), "human")
    assert capsys.readouterr().err.count("loses at once") == 2


async def test_a_move_that_loses_at_once_is_played_when_no_person_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    """Every game of one side that only ever takes the first empty point is lost by its own line."""
    moves: list[str] = []
    for _ in range(9):
        try:
            code = await play("misere", moves, JsonGamePrinter())
        except CommandError:
            code = 1
        rows = json_rows(capsys)
        if code == 0:
            assert rows[-1] == {"result": "line", "winner": "second"}
            return
        taken = {(row["x"], row["y"]) for row in rows if "ply" in row}
        moves.append(next(f"{x} {y}" for x in range(3) for y in range(3) if (x, y) not in taken))
    raise AssertionError(moves)
