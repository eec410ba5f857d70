"""Availability of one server, reported once per change however many calls notice it (DESIGN § 3)."""

import asyncio
from collections.abc import Callable

AvailabilityListener = Callable[[str | None], None]
"""Called with the reason when the server becomes unavailable, and with None when it is available again."""

RECOVERY_PERIOD_S = 3.0
"""Time without a failure after which the server counts as available again: a server whose memory is full still answers
readers, and rejected writers retry every 2 s.
"""


class AvailabilityReporter:
    """Availability of one server, judged by the results of its calls."""

    def __init__(self, on_change: AvailabilityListener | None) -> None:
        """Report changes to the listener `on_change`; None reports nothing."""
        self._on_change = on_change
        self._failed_at: float | None = None
        self._rejection_reported = False

    def report_failure(self, error: Exception, *, rejected: bool = False) -> None:
        """Record a failed call; call the listener with the text of `error` if the server was available until now.

        It was available if no failure is recorded, or `report_success` has reported the recovery since. `rejected`: the
        server answered, but rejects calls until an operator acts. The first rejection is reported even when the server
        was unavailable before: a server whose password is changed is often restarted first. Raises RuntimeError without
        a running event loop.
        """
        is_news = self._failed_at is None or (rejected and not self._rejection_reported)
        self._rejection_reported = self._rejection_reported or rejected
        if is_news and self._on_change:
            self._on_change(str(error))
        self._failed_at = asyncio.get_running_loop().time()

    def report_success(self) -> None:
        """Record an answered call; call the listener with None once the last failure is RECOVERY_PERIOD_S or more ago.

        The period is in seconds. Without a failure since the last recovery, nothing happens.
        """
        if self._failed_at is None or asyncio.get_running_loop().time() - self._failed_at < RECOVERY_PERIOD_S:
            return
        self._failed_at = None
        self._rejection_reported = False
        if self._on_change:
            self._on_change(None)
