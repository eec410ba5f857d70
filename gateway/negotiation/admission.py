"""Is there too much to do already? Then no more demands are accepted for a while (DESIGN § 3, Overload)."""

import asyncio

from gateway.context import GatewayContext
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.timestamps import seconds_to_ms
from shared.store.retry import retry_until_available

LOAD_MAX_AGE_S = 1.0
"""Seconds for which a look at the store counts."""

MAX_OVERDUE_S = 30.0
"""Seconds that the oldest entry may be overdue."""

RETRY_AFTER_S = 10
"""Seconds after which it is worth trying again."""


class AdmissionControl:
    """How much there is to do, as the store tells."""

    def __init__(self, context: GatewayContext) -> None:
        self._context = context
        self._lock = asyncio.Lock()
        self._measured_at = -LOAD_MAX_AGE_S
        self._open_count = 0
        self._overdue_s = 0.0

    async def check(self, slots: int = 1) -> None:
        """Take a place for one more demand, or only see whether there is one (`places` 0).

        Raises ToWowError (E018) when there is none, and StoreLost.
        """
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if now - self._measured_at >= LOAD_MAX_AGE_S:
                self._open_count, self._overdue_s = await self.measure_load()
                self._measured_at = now
        limit = self._context.settings.max_open_channels
        if self._open_count >= limit:
            raise ApiError(PlatformErrorCode.E018, f"{limit} demands are open", after=RETRY_AFTER_S)
        if (
            self._overdue_s > MAX_OVERDUE_S and self._context.is_broker_connected()
        ):  # without it nobody gets further, and all is kept
            raise ApiError(PlatformErrorCode.E018, f"work is {self._overdue_s:.0f} s behind", after=RETRY_AFTER_S)
        self._open_count += slots

    async def measure_load(self) -> tuple[int, float]:
        """How many demands are open, and by how many seconds the oldest entry is overdue. Raises StoreLost."""
        store = self._context.store
        count, due, now = await asyncio.gather(
            retry_until_available(store.count_open),
            retry_until_available(lambda: store.get_oldest_due(self._context.roles)),
            retry_until_available(store.now),
        )
        overdue_ms = 0 if due is None else max(0, now - due)
        return count, overdue_ms / seconds_to_ms(1)
