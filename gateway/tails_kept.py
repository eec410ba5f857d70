"""The newest frames of one log, as they are sent: bounded in number and in size (DESIGN § 5)."""

from collections import deque
from itertools import islice

from gateway.tails_pages import joined

KEPT = 256
"""Frames; who is further behind reads pages of the log."""

KEPT_BYTES = 512 * 1024
"""The same in bytes: events may be large. One is always kept."""


class FrameBuffer:
    """Frames that follow each other without a gap."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._bytes = 0

    def add(self, frame: bytes) -> None:
        """The next one; the oldest are forgotten for it."""
        self._frames.append(frame)
        self._bytes += len(frame)
        while len(self._frames) > KEPT or (self._bytes > KEPT_BYTES and len(self._frames) > 1):
            self._bytes -= len(self._frames.popleft())

    def last(self, amount: int) -> tuple[bytes, int] | None:
        """The first few of the last `amount` (at least 1), joined, and how many they are; None when it is too many."""
        missing = len(self._frames) - amount
        if missing < 0:
            return None
        if amount == 1:
            return self._frames[-1], 1
        return joined(list(islice(self._frames, missing, None)), 0)
