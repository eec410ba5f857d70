"""Command `towow play`: its JSON lines, its moves and mistakes at a terminal, and its ends."""

import json
import os
import pty
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_runner import PATIENCE, TOWOW, CommandRunner
from tests.support.compiled_engines import compile_engines


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_engines("gomoku", "nogo")


def play(towow: CommandRunner, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command with lines of standard input."""
    return subprocess.run(
        [*TOWOW, "play", *arguments],
        input=typed,
        env=towow.environment({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def json_rows(played: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in played.stdout.splitlines()]


def test_a_person_plays_by_lines_of_input(towow: CommandRunner) -> None:
    played = play(towow, "0 0\nresign\n", "misere", "--json", "--level", "4")
    assert (played.returncode, played.stderr) == (0, "")
    first, second, last = json_rows(played)
    assert (first["by"], first["x"], first["y"], first["value"]) == ("human", 0, 0, None)
    assert (second["by"], second["side"], second["value"]) == ("engine", "second", 1.0)
    assert last == {"result": "resigned", "winner": "second"}


def test_the_engine_begins_when_the_person_is_second(towow: CommandRunner) -> None:
    played = play(towow, "resign", "井字棋", "--side", "second", "--json")
    first, last = json_rows(played)
    assert (first["side"], first["by"]) == ("first", "engine")
    assert last == {"result": "resigned", "winner": "first"}


@pytest.mark.parametrize("game", ["gomoku", "nogo7"])
def test_engines_play_a_whole_game(towow: CommandRunner, game: str) -> None:
    played = play(towow, "", game, "--watch", "--json", "--level", "1", "--time", "0.02")
    assert played.returncode == 0, played.stderr
    *moves, last = json_rows(played)
    searched = "depth" if game == "gomoku" else "playouts"
    assert all(move[searched] is not None and move["by"] == "engine" for move in moves)
    assert last["result"] in ({"line", "full_board"} if game == "gomoku" else {"no_safe_move"})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "unknown game 'chess'; known: gomoku, gomoku8, nogo, nogo7, tictactoe, misere"),
        (("gomoku", "--level", "5"), "'--level': Input should be less than or equal to 4"),
        (("gomoku", "--side", "third"), "'third' is not one of 'first', 'second'"),
        (("gomoku", "--time", "0"), "'--time': Input should be greater than or equal to 0.01"),
        ((), "Missing argument 'GAME'"),
    ],
)
def test_wrong_usage_is_told(towow: CommandRunner, arguments: tuple[str, ...], message: str) -> None:
    told = towow.run("play", *arguments)
    assert told.code == 2
    assert message in told.err


class Terminal:
    """A terminal with the command in it."""

    def __init__(self, towow: CommandRunner, *arguments: str) -> None:
        self._ours, its = pty.openpty()
        self.process = subprocess.Popen(
            [*TOWOW, "play", *arguments],
            stdin=its,
            stdout=its,
            stderr=its,
            env=towow.environment({"TERM": "xterm"}),
            start_new_session=True,
        )
        os.close(its)
        self.shown = ""

    def read_until(self, words: str) -> str:
        """Return what is shown up to some words, from where the last call ended."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.shown:
            assert time.monotonic() < deadline, self.shown
            self.shown += os.read(self._ours, 4096).decode().replace("\r\n", "\n")
        before, _, self.shown = self.shown.partition(words)
        return before + words

    def type(self, line: str) -> None:
        os.write(self._ours, (line + "\n").encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def terminal(towow: CommandRunner) -> Iterator[Terminal]:
    terminal = Terminal(towow, "misere", "--level", "4", "--side", "second")
    yield terminal
    terminal.close()


PROMPT = "Your move (O), row and column:"


def test_a_terminal_shows_the_board_and_asks(terminal: Terminal) -> None:
    shown = terminal.read_until(PROMPT)
    assert "1. X 1 1 · drawn with best play" in shown
    assert "     0  1  2\n  0  ·  ·  ·\n  1  · [X] ·\n  2  ·  ·  ·\n" in shown


def test_moves_are_typed_at_a_terminal(terminal: Terminal) -> None:
    terminal.read_until(PROMPT)
    terminal.type("7 7")
    assert "7 7 is off the board: rows are 0 to 2, columns 0 to 2." in terminal.read_until(PROMPT)
    terminal.type("0 1")
    assert "2. O 0 1" in terminal.read_until("3. X")


def interrupt(process: subprocess.Popen[bytes]) -> tuple[int, bytes, float]:
    """Send Ctrl-C to the whole group, as a terminal does; return exit code, standard error and seconds."""
    os.killpg(process.pid, signal.SIGINT)
    started = time.monotonic()
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err, time.monotonic() - started


def start_play(towow: CommandRunner, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*TOWOW, "play", *arguments],
        env=towow.environment(environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def test_ctrl_c_ends_a_game_during_a_search(towow: CommandRunner) -> None:
    with start_play(towow, "nogo", "--watch", "--time", "1", "--json") as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        code, err, seconds = interrupt(process)
        assert (code, b"Traceback" in err) == (130, False)
        assert seconds < 3


def test_ctrl_c_ends_a_compilation(towow: CommandRunner, tmp_path: Path) -> None:
    with start_play(towow, "gomoku", NUMBA_CACHE_DIR=str(tmp_path)) as process:
        assert process.stderr is not None
        assert b"compiled" in process.stderr.readline()
        code, err, seconds = interrupt(process)
        assert (code, err) == (130, b"")
        assert seconds < 3


@pytest.mark.parametrize("after_s", [0.8, 1.4])
def test_ctrl_c_at_the_start_prints_no_traceback(towow: CommandRunner, after_s: float) -> None:
    with start_play(towow, "tictactoe") as process:
        time.sleep(after_s)
        code, err, _ = interrupt(process)
        # Before the command has begun, the interpreter itself or typer ends it.
        assert code in (130, 1, -signal.SIGINT)
        assert b"SpawnProcess" not in err
