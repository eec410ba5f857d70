"""Worker processes as an operator has them: started, watched by what they write, killed, frozen, stopped."""

import asyncio
import json
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.support.cli_runner import TOWOW
from tests.support.preloaded_process import start_environment

START_LIMIT = 30.0
STOP_LIMIT = 15.0
"""Seconds. A worker gives what it has in hand 10 s, its default `stop_timeout`."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something a worker logged, and when (s since 1970, of this machine's clock)."""

    at: float
    event: str
    fields: Mapping[str, Any]


class WorkerProcess:
    """A running `towow worker ROLE…` whose output goes to files; really started, because its start is a part of recovery."""

    def __init__(self, roles: Sequence[str], environment: Mapping[str, str], folder: Path, number: int) -> None:
        self.roles = tuple(roles)
        self.name = f"{number} {'+'.join(roles)}"
        self._out, self._err = folder / f"{number}.out", folder / f"{number}.err"
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self._process = subprocess.Popen(
                [*TOWOW, "worker", *roles],
                env={**start_environment(), **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    @property
    def code(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._process.poll()

    async def ready(self) -> None:
        """Return once it consumes. Raises AssertionError when it ends instead, or takes too long."""
        until = time.monotonic() + START_LIMIT
        while not self._out.read_text().startswith("ready worker"):
            assert self.code is None, f"{self.name} ended with {self.code}:\n{self.said}"
            assert time.monotonic() < until, f"{self.name} is not ready:\n{self.said}"
            await asyncio.sleep(0.02)

    async def stop(self) -> int:
        """SIGTERM, and wait for its exit code."""
        if self.code is None:
            self.signal(signal.SIGTERM)
        until = time.monotonic() + STOP_LIMIT
        while (code := self.code) is None:
            assert time.monotonic() < until, f"{self.name} does not stop:\n{self.said}"
            await asyncio.sleep(0.02)
        return code

    def kill(self) -> None:
        """SIGKILL; a process that ended is no error."""
        self._process.kill()
        self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    @property
    def said(self) -> str:
        """Its standard error."""
        return self._err.read_text(errors="replace")

    def lines(self, event: str | None = None) -> list[LogLine]:
        """What it logged, without what is no log line; of one event, if one is named."""
        return [line for line in map(_line, self.said.splitlines()) if line and event in (None, line.event)]

    def strange(self) -> list[str]:
        """What it wrote that is no log line: a traceback, a warning of the interpreter."""
        return [text for text in self.said.splitlines() if _line(text) is None]

    def steps(self, *types: str) -> list[LogLine]:
        """The steps it committed, of these message types if any are named."""
        return [line for line in self.lines("step") if not types or line.fields["type"] in types]

    def first_step(self, after: float) -> float | None:
        """When it committed its first step after an instant; None when it has not."""
        return next((step.at for step in self.steps() if step.at > after), None)


def _line(text: str) -> LogLine | None:
    try:
        fields = json.loads(text)
        return LogLine(datetime.fromisoformat(fields["timestamp"]).timestamp(), fields["event"], fields)
    except (ValueError, TypeError, KeyError):
        return None
