"""Log of refused requests that a flood of them cannot fill: one line per reason and interval."""

import time
from collections.abc import Callable
from typing import Any

from shared.telemetry.log import Log

LOG_INTERVAL_S = 10.0
"""Shortest time between two lines of one reason."""


class RateLimitedLog:
    """Log of what clients caused and can repeat as often as they like."""

    def __init__(
        self, log: Log, interval_s: float = LOG_INTERVAL_S, monotonic_s: Callable[[], float] = time.monotonic
    ) -> None:
        """Create a log that writes to `log`, per event at most one line in `interval_s` seconds of `monotonic_s`."""
        self._log = log
        self._interval_s = interval_s
        self._monotonic_s = monotonic_s
        self._last_lines: dict[str, float] = {}
        self._suppressed: dict[str, int] = {}

    def warning(self, event: str, **fields: Any) -> None:
        """Write a line with level "warning", unless one of the same event was written less than the interval ago.

        Args:
            event: Name of the event; one of a fixed set, since each is remembered.
            fields: Fields of the line. It also has `suppressed`, the number of lines of this event that were left out
                since the previous one.
        """
        now = self._monotonic_s()
        last = self._last_lines.get(event)
        if last is not None and now - last < self._interval_s:
            self._suppressed[event] = self._suppressed.get(event, 0) + 1
            return
        self._last_lines[event] = now
        self._log.warning(event, **fields, suppressed=self._suppressed.pop(event, 0))
