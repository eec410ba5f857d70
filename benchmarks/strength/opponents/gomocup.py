"""Engines that speak the Gomocup protocol, such as rapfi, in a process of their own.

Rapfi is no part of this repository. It is built beside it from https://github.com/dhbloo/rapfi with
`cmake -S Rapfi -B out -DCMAKE_BUILD_TYPE=Release && cmake --build out`; TOWOW_RAPFI then names `out/pbrain-rapfi`.
Without a file of network weights it uses its classical evaluation.
"""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Sequence

from benchmarks.errors import MeasurementSkipped
from benchmarks.strength.opponents.line_process import LineProcess, program_environment
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition

RAPFI_VARIABLE = "TOWOW_RAPFI"
RESTARTS = 10
MEMORY_BYTES = 350 * 1024 * 1024


def find_rapfi() -> str:
    """Return the path of rapfi's program.

    Raises:
        MeasurementSkipped: The variable names none.
    """
    path = shutil.which(os.environ.get(RAPFI_VARIABLE, ""))
    if path is None:
        raise MeasurementSkipped(f"{RAPFI_VARIABLE} names no program")
    return path


class GomocupPlayer:
    """Engine behind a pipe. It is sent the whole board each time.

    Attributes:
        time_s: Seconds for a move.
    """

    def __init__(self, program: str, time_s: float) -> None:
        self.time_s = time_s
        self._process = LineProcess([program], timeout_s=30 + time_s)
        self._size = 0

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the engine's move.

        Raises:
            OSError: It answers with an error, not at all, or has ended.
        """
        if self._size != position.game.rows:
            self._size = position.game.rows
            self._process.send(f"START {self._size}")
            self._process.receive(lambda line: line == "OK")
            for setting, value in (("rule", 0), ("thread_num", 1), ("max_memory", MEMORY_BYTES)):
                self._process.send(f"INFO {setting} {value}")
            self._process.send(f"INFO timeout_turn {round(1000 * self.time_s)}")
            self._process.send("INFO timeout_match 0")
        else:
            self._restart()
        if moves:
            self._process.send("BOARD")
            for ply, move in enumerate(moves):
                # 1 is the engine's own stone; the last move is the opponent's.
                self._process.send(f"{move.x},{move.y},{2 - (len(moves) - ply + 1) % 2}")
            self._process.send("DONE")
        else:
            self._process.send("BEGIN")
        x, y = self._process.receive(lambda line: line.replace(",", "").isdigit()).split(",")
        return Point(int(x), int(y))

    def _restart(self) -> None:
        """Clear the board; repeat it, because rapfi ignores what it is told just after it has moved."""
        for _ in range(RESTARTS):
            time.sleep(0.01)
            self._process.send("RESTART")
            with contextlib.suppress(TimeoutError):
                self._process.receive(lambda line: line == "OK", 1.0)
                return
        raise ConnectionError("the engine ignores RESTART")

    def close(self) -> None:
        """End the engine's process."""
        self._process.close()


def rapfi_version(program: str) -> str:
    """Return what rapfi says of itself."""
    answer = subprocess.run(
        [program],
        input="ABOUT\nEND\n",
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env=program_environment(),
    ).stdout
    return next((line for line in answer.splitlines() if "version" in line), "unknown")
