"""Process that is spoken to by lines of text, with a timeout."""

import contextlib
import os
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from queue import Empty, Queue
from threading import Thread

_SECRET = re.compile("KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)


def program_environment(**more: str) -> dict[str, str]:
    """Return the environment for a program that others wrote: this one without secrets, and more variables."""
    return {name: value for name, value in os.environ.items() if not _SECRET.search(name)} | more


class LineProcess:
    """Started program whose standard output is read line by line; its errors are discarded. It is told no secrets.

    Attributes:
        timeout_s: Seconds to wait for an answer.
    """

    def __init__(self, command: Sequence[str], timeout_s: float, environment: dict[str, str] | None = None) -> None:
        self.timeout_s = timeout_s
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=program_environment() if environment is None else environment,
        )
        self._lines: Queue[str | None] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def send(self, line: str) -> None:
        """Write a line.

        Raises:
            OSError: The process has ended.
        """
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def receive(self, is_answer: Callable[[str], bool], timeout_s: float | None = None) -> str:
        """Return the next line that is an answer; skip the others.

        Args:
            is_answer: Whether a line is one.
            timeout_s: Seconds to wait; None for those of the process.

        Raises:
            OSError: The process has ended, or the time is over.
        """
        seconds = self.timeout_s if timeout_s is None else timeout_s
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise TimeoutError(f"no answer within {seconds} s") from None
            if line is None:
                raise ConnectionError("the process has ended")
            if is_answer(line):
                return line

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        with contextlib.suppress(OSError):
            self._process.communicate(timeout=10)
