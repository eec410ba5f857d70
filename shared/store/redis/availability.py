"""When is the server lost, does it refuse, when is it back? Each is told once, however many meet it (DESIGN § 3)."""

import asyncio
from collections.abc import Callable

AvailabilityListener = Callable[[str | None], None]
"""Told what is wrong when the server is lost, and None when it is back."""

RECOVERY_PERIOD_S = 3.0
"""Seconds without a failure after which it counts as back: a full server still answers who only reads, and whoever was
refused tries again every 2 s.
"""


class AvailabilityReporter:
    """What the calls to one server say of it."""

    def __init__(self, on_change: AvailabilityListener | None) -> None:
        """Without `on_change` nobody is told."""
        self._on_change = on_change
        self._failed_at: float | None = None
        self._refusal_told = False

    def report_failure(self, error: Exception, *, refused: bool = False) -> None:
        """A call was not answered, or refused for now. `refused`: until somebody acts.

        That is told even of a server already lost: whoever changes a password often restarts it first.
        """
        news = self._failed_at is None or (refused and not self._refusal_told)
        self._refusal_told = self._refusal_told or refused
        if news and self._on_change:
            self._on_change(str(error))
        self._failed_at = asyncio.get_running_loop().time()

    def report_success(self) -> None:
        """A call was answered."""
        if self._failed_at is None or asyncio.get_running_loop().time() - self._failed_at < RECOVERY_PERIOD_S:
            return
        self._failed_at = None
        self._refusal_told = False
        if self._on_change:
            self._on_change(None)
