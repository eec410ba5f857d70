"""The command line as tests use it: real processes in a private folder, without anything of this shell's environment.

Processes are forked from one that has imported the product (tests.support.preloaded_process says what that changes). A
new interpreter is for tests of the start itself, of memory, of what gets loaded, and of equal output of two runs; and
tests/e2e/test_preloaded_process.py runs every command in one.
"""

import copy
import fcntl
import json
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self

from tests.support.preloaded_process import PreloadedProcess, start_environment

DEMAND = "我想在北京办一场AI主题聚会，需要场地和嘉宾"
TOWOW = (sys.executable, "-m", "towow.cli.main")
PIPE_SIZE = 1 << 20
PATIENCE = 30.0
"""Seconds that any command may take on a busy machine."""


@dataclass(frozen=True, slots=True)
class CompletedCommand:
    """A command that ended."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Standard output as JSON, a line each."""
        return [json.loads(line) for line in self.out.splitlines()]


class CommandRunner:
    """Runs `towow` with a runtime folder of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        """`environment`: what every command sees besides."""
        self.folder = folder
        self._process_type: type[subprocess.Popen[bytes]] = PreloadedProcess
        self._environment = start_environment() | {
            "XDG_RUNTIME_DIR": str(folder),
            "TOWOW_SIMULATED_LATENCY_MS": "0",
            # Nobody listens there: whoever means an endpoint of ours says so.
            "ANTHROPIC_BASE_URL": "http://127.0.0.1:9",
            **environment,
        }

    def with_new_interpreter(self) -> Self:
        """Return a copy whose commands are started, not forked."""
        runner = copy.copy(self)
        runner._process_type = subprocess.Popen
        return runner

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """What a command sees."""
        return {**self._environment, **given}

    def run(self, *arguments: str, **environment: str) -> CompletedCommand:
        """Run a command to its end."""
        process = self._process_type(
            [*TOWOW, *arguments],
            env=self.environment(environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with process:
            try:
                out, err = process.communicate(timeout=PATIENCE)
            except BaseException:
                process.kill()
                raise
        return CompletedCommand(process.returncode, out.decode(), err.decode())

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start a command whose output is read as it comes; it stops at PIPE_SIZE bytes that nobody reads."""
        process = self._process_type(
            [*TOWOW, *arguments],
            env=self.environment(environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        for pipe in (process.stdout, process.stderr):
            assert pipe is not None
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
        return process

    @contextmanager
    def serving(self, *arguments: str, **environment: str) -> Generator[subprocess.Popen[bytes]]:
        """A running system that other commands reach."""
        process = self.start("demo", "--port", "0", *(arguments or ("--idle",)), **environment)
        try:
            wait_for_result(process, b"ready ")
            yield process
        finally:
            process.kill()
            close(process)


def wait_for(process: subprocess.Popen[bytes], said: bytes) -> bytes:
    """Read standard error until a line begins with `said`."""
    return _wait_for(process, process.stderr, said)


def wait_for_result(process: subprocess.Popen[bytes], said: bytes) -> bytes:
    """The same of standard output."""
    return _wait_for(process, process.stdout, said)


def _wait_for(process: subprocess.Popen[bytes], pipe: IO[bytes] | None, said: bytes) -> bytes:
    assert pipe is not None
    for line in pipe:
        if line.startswith(said):
            return line
    raise AssertionError(f"it ended with {process.wait()} and never said {said!r}")


def close(process: subprocess.Popen[bytes]) -> None:
    """Let go of a process that ended or was killed."""
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def close_stdout_early(process: subprocess.Popen[bytes], lines: int) -> CompletedCommand:
    """Read some lines of standard output and no more."""
    assert process.stdout is not None
    assert process.stderr is not None
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read().decode()
    process.wait(timeout=PATIENCE)
    close(process)
    return CompletedCommand(process.returncode, "", err)


def stop(process: subprocess.Popen[bytes], number: signal.Signals) -> tuple[CompletedCommand, float]:
    """Send a signal and wait: how it ended, and after how many seconds."""
    begun = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    return CompletedCommand(process.returncode, out.decode(), err.decode()), time.monotonic() - begun


def types(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The event types, without `towow.`."""
    return [str(row["event_type"]).removeprefix("towow.") for row in rows]
