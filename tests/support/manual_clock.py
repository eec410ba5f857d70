"""Clock that a test sets by hand."""

from dataclasses import dataclass


@dataclass
class ManualClock:
    """Clock port whose time is `at`, in ms since 1970-01-01 (UTC)."""

    at: int = 1_769_076_000_000

    def now(self) -> int:
        """Return `at`."""
        return self.at
