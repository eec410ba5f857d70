"""What time it really is."""

import time


class SystemClock:
    """The Clock port on the machine's clock."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000
