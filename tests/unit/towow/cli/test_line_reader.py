"""Lines of standard input for a coroutine."""

import io
import os
from collections.abc import Iterator
from contextlib import suppress

import pytest

from towow.cli.line_reader import MAX_LINE_BYTES, LineReader


class Descriptor(io.StringIO):
    """Standard input with a descriptor."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def fileno(self) -> int:
        return self._number


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end of standard input to which a test writes."""
    reading, writing = os.pipe()
    monkeypatch.setattr("sys.stdin", Descriptor(reading))
    yield writing
    os.close(reading)


async def test_lines_come_one_by_one_without_their_ends(typed: int) -> None:
    os.write(typed, b"7 7\r\n\n8")
    reader = LineReader()
    assert [await reader.read_line() for _ in range(2)] == ["7 7", ""]
    os.write(typed, b" 9\nlast")
    os.close(typed)
    assert [await reader.read_line() for _ in range(4)] == ["8 9", "last", None, None]


async def test_bytes_that_are_no_text_are_replaced(typed: int) -> None:
    os.write(typed, b"\xff7 \xe4\xb8\xad\n")
    os.close(typed)
    assert await LineReader().read_line() == "�7 中"


async def test_an_endless_line_is_cut(typed: int) -> None:
    reader = LineReader()
    os.write(typed, b"a" * (MAX_LINE_BYTES + 5) + b"\n")
    os.close(typed)
    assert [len(await reader.read_line() or "") for _ in range(2)] == [MAX_LINE_BYTES, 5]
    assert await reader.read_line() is None


async def test_no_more_is_read_than_lines_are_asked_for(typed: int) -> None:
    """What is left stays in the pipe, which is full after 64 KiB."""
    os.set_blocking(typed, False)
    reader = LineReader()
    os.write(typed, b"1 1\n")
    assert await reader.read_line() == "1 1"
    written = 0
    with suppress(BlockingIOError):
        while written < 1 << 20:
            written += os.write(typed, b"2 2\n" * 1024)
    assert written < 1 << 18
    os.close(typed)


async def test_without_standard_input_there_is_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert await LineReader().read_line() is None
