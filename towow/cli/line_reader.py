"""Lines of standard input for a coroutine, whether a terminal, a pipe or a file."""

import asyncio
import os
import sys
from contextlib import suppress
from threading import Semaphore, Thread

MAX_LINE_BYTES = 4_096
"""Bytes of a longest line; what follows counts as the next one."""


class LineReader:
    """Reads standard input in a thread, as far as lines are asked for; create it in a running event loop.

    The thread reads the descriptor itself: one that waits inside `sys.stdin` at exit would abort the interpreter.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._wanted = Semaphore(0)
        self._has_ended = False
        Thread(target=self._read, name="standard-input", daemon=True).start()

    async def read_line(self) -> str | None:
        """Return the next line without its end; None when the input has ended. Undecodable bytes become �."""
        if self._has_ended:
            return None
        self._wanted.release()
        line = await self._lines.get()
        self._has_ended = line is None
        return line

    def _read(self) -> None:
        rest = b""
        while True:
            self._wanted.acquire()
            while b"\n" not in rest and len(rest) < MAX_LINE_BYTES:
                block = _read_block()
                if not block:
                    if rest:
                        self._add(rest)
                        self._wanted.acquire()
                    self._add(None)
                    return
                rest += block
            line, end, after = rest[:MAX_LINE_BYTES].partition(b"\n")
            rest = after + rest[MAX_LINE_BYTES:] if end else rest[MAX_LINE_BYTES:]
            self._add(line)

    def _add(self, line: bytes | None) -> None:
        text = None if line is None else line.decode(errors="replace").rstrip("\r")
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._lines.put_nowait, text)


def _read_block() -> bytes:
    try:
        return os.read(sys.stdin.fileno(), MAX_LINE_BYTES)
    except (OSError, ValueError, AttributeError):  # closed, or none at all
        return b""
