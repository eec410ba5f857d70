"""Clock port. Decisions never read it: they are passed the time."""

from typing import Protocol


class Clock(Protocol):
    """Source of the current time."""

    def now(self) -> int:
        """Return the current time in ms since 1970-01-01T00:00Z."""
        ...
