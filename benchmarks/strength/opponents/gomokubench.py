"""Alpha-beta engine of the package gomokubench, in a process of its own; the package is never installed."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.errors import MeasurementSkipped
from benchmarks.strength.opponents.line_process import LineProcess, program_environment
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition

VERSION = "0.1.10"
WHEEL = f"gomokubench-{VERSION}-py3-none-any.whl"
SHA256 = "cfd0f61a6d8f6e13188fe73f852268aedbcfa4036c48a3aaaef71a206564fc96"
FOLDER = Path("build/gomokubench")
PROGRAM = Path(__file__).with_name("gomokubench_process.py")


def download_wheel(folder: Path = FOLDER) -> Path:
    """Return the wheel of the pinned version, downloaded if it is not there yet.

    Raises:
        MeasurementSkipped: It cannot be downloaded, or is another file than the pinned one.
    """
    wheel = folder / WHEEL
    if not wheel.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--only-binary=:all:"]
        try:
            subprocess.run(
                [*command, "--dest", str(folder), f"gomokubench=={VERSION}"],
                env=program_environment(),
                capture_output=True,
                timeout=120,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise MeasurementSkipped(f"gomokubench {VERSION} cannot be downloaded: {error}") from error
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != SHA256:
        raise MeasurementSkipped(f"{wheel} is not the pinned release of gomokubench")
    return wheel


class GomokubenchPlayer:
    """The engine that the package's benchmark plays, by its level: depth 1, 2 or 3 and 4, 10 or 12 first moves."""

    def __init__(self, level: str) -> None:
        wheel = download_wheel().resolve()
        environment = program_environment(PYTHONPATH=str(wheel))
        self._process = LineProcess([sys.executable, str(PROGRAM), level], timeout_s=600, environment=environment)

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        """Return the engine's move.

        Raises:
            OSError: The process has ended or does not answer.
        """
        self._process.send(json.dumps({"size": position.game.rows, "moves": moves, "seed": seed % (1 << 32)}))
        x, y = json.loads(self._process.receive(lambda line: line.startswith("[")))
        return Point(x, y)

    def close(self) -> None:
        """End the process."""
        self._process.close()
