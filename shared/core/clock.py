"""What time it is: the port. `decide` never asks it, it is told."""

from typing import Protocol


class Clock(Protocol):
    """A source of the current instant."""

    def now(self) -> int:
        """Milliseconds since 1970-01-01T00:00Z."""
        ...
