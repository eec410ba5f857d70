"""Clock port on the machine's clock."""

import time


class SystemClock:
    """Clock of this machine."""

    def now(self) -> int:
        """Return the machine's time in ms since 1970-01-01T00:00Z."""
        return time.time_ns() // 1_000_000
