"""Clock port. Decisions never read it: they are passed the time."""

from typing import Protocol


class Clock(Protocol):
    """Source of the current time."""

    def now(self) -> int:
        """Return the current time in ms since 1970-01-01T00:00Z."""
        ...


class OffsetClock:
    """Clock that is ahead of another one by a constant time."""

    def __init__(self, clock: Clock, offset_ms: int) -> None:
        self._clock = clock
        self._offset_ms = offset_ms

    def now(self) -> int:
        """Return the other clock's time plus the offset."""
        return self._clock.now() + self._offset_ms
