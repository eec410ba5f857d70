"""Admission control: rejects new requests while the system is overloaded (DESIGN § 3, Overload)."""

import asyncio

from gateway.context import GatewayContext
from gateway.system_load import measure_load
from shared.core.api_error import ApiError, PlatformErrorCode

LOAD_MAX_AGE_S = 1.0
"""Time for which a measurement of the load is used."""

MAX_OVERDUE_S = 30.0
"""Age of the oldest overdue outbox entry above which requests are rejected."""

RETRY_AFTER_S = 10
"""`Retry-After` of a rejected request."""


class AdmissionControl:
    """Admits requests while the number of open correlations and the backlog are below their limits."""

    def __init__(self, context: GatewayContext, unit: str) -> None:
        """Create the control; `unit` is the plural noun by which its refusals name what is admitted."""
        self._context = context
        self._unit = unit
        self._lock = asyncio.Lock()
        self._measured_at = -LOAD_MAX_AGE_S
        self._open_count = 0
        self._overdue_s = 0.0

    async def check(self, slots: int = 1) -> None:
        """Raise ApiError unless another request can be admitted now; if so, count `slots` correlations as open.

        They count until the load is measured again, at the first call after LOAD_MAX_AGE_S. There is no check that all
        `slots` are free: one free slot admits them.

        Args:
            slots: Number of correlations; 0 only checks whether one could be admitted.

        Raises:
            ApiError: E018, with Retry-After, if the limit of open correlations is reached, or if an outbox entry is
                more than MAX_OVERDUE_S overdue while the broker is connected.
            StoreUnavailable: If the store does not answer within 30 s.
            StoreMisconfigured: If the store rejects the call.
        """
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if now - self._measured_at >= LOAD_MAX_AGE_S:
                self._open_count, self._overdue_s = await measure_load(self._context)
                self._measured_at = now
        limit = self._context.settings.max_open_channels
        if self._open_count >= limit:
            raise ApiError(
                PlatformErrorCode.E018,
                f"the limit of {limit} open {self._unit} is reached; try again later",
                after=RETRY_AFTER_S,
            )
        # While the broker is down a backlog is no sign of overload: requests wait in the store until it is back.
        if self._overdue_s > MAX_OVERDUE_S and self._context.is_broker_connected():
            details = f"processing is {self._overdue_s:.0f} s behind; try again later"
            raise ApiError(PlatformErrorCode.E018, details, after=RETRY_AFTER_S)
        self._open_count += slots
