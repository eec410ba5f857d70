"""Gomoku of Debian's package bsdgames on its 19×19 board.

Its background mode `-b`, made for referees, reads moves and writes none of its own (2.17-29). So its terminal mode is
used, in a pseudo-terminal: it reads the game so far from a file, is told the last move, and saves the game again.
"""

import os
import pty
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.errors import MeasurementSkipped
from benchmarks.strength.match_player import LateMove
from benchmarks.strength.opponents.line_process import program_environment
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition

SIZE = 19
COLUMNS = "ABCDEFGHJKLMNOPQRST"
PROGRAM = "/usr/games/gomoku"
MOVE_LIMIT_S = 30.0
"""Longest time of a move. Most take far less than a second, a few would take minutes."""


def find_bsdgames() -> str:
    """Return the path of the program.

    Raises:
        MeasurementSkipped: It is not installed.
    """
    path = shutil.which("gomoku", path="/usr/games") or shutil.which(PROGRAM)
    if path is None:
        raise MeasurementSkipped("Debian's package bsdgames is not installed")
    return path


def write_move(point: Point) -> str:
    """Return a move in the program's notation: a letter for the column, and rows counted from below."""
    return f"{COLUMNS[point.y]}{SIZE - point.x}"


def parse_move(text: str) -> Point:
    """Return the point of a move in the program's notation.

    Raises:
        ValueError: It is none, for example because the program resigned.
    """
    if not text or text[0] not in COLUMNS:
        raise ValueError(f"{text!r} is no move")
    return Point(SIZE - int(text[1:]), COLUMNS.index(text[0]))


class BsdgamesPlayer:
    """The program, started anew for each move. It knows no levels and breaks ties by the clock."""

    def __init__(self) -> None:
        self._program = find_bsdgames()

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the program's move.

        Raises:
            LateMove: It does not move in time.
            OSError: It has ended.
            ValueError: It makes no move.
        """
        with tempfile.TemporaryDirectory() as folder:
            return self._play(Path(folder), moves)

    def _play(self, folder: Path, moves: Sequence[Point]) -> Point:
        before, after = folder / "a", folder / "b"
        before.write_text("".join(f"{write_move(move)}\n" for move in moves[:-1]))
        # After a file the person is to move, so the last move is typed; on the empty board the program may begin.
        arguments = [str(before)] if len(moves) > 1 else []
        child, terminal = pty.fork()
        if child == 0:
            os.execve(self._program, [self._program, *arguments], program_environment(TERM="vt100"))
        try:
            _read_until(terminal, lambda shown: b"black or white" in shown or b"move?" in shown)
            # Typed ahead: once the program has moved, or the game is over, it reads on.
            typed = [] if arguments else ["black" if moves else "white"]
            typed += [*([write_move(moves[-1])] if moves else []), "save", str(after)]
            os.write(terminal, "".join(f"{line}\n" for line in typed).encode())
            _read_until(terminal, lambda _: after.exists() and after.read_text().endswith("\n"))
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(terminal)
        played = after.read_text().split()
        if len(played) != len(moves) + 1:
            raise ValueError("the program made no move")
        return parse_move(played[-1])

    def close(self) -> None:
        """Release nothing."""


def _read_until(terminal: int, is_over: Callable[[bytes], bool]) -> None:
    """Read what the program shows until a condition on all of it holds."""
    end = time.monotonic() + MOVE_LIMIT_S
    shown = b""
    while not is_over(shown):
        if time.monotonic() > end:
            raise LateMove
        if select.select([terminal], [], [], 0.02)[0]:
            shown += os.read(terminal, 65_536)
