"""Is there too much to do already? Then no more demands are accepted for a while (DESIGN § 3, Overload)."""

import asyncio

from gateway.context import GatewayContext
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.timestamps import seconds_to_ms
from shared.store.retry import retry_until_available

LOOK_EVERY = 1.0
"""Seconds for which a look at the store counts."""

BEHIND = 30.0
"""Seconds that the oldest entry may be overdue."""

LATER = 10
"""Seconds after which it is worth trying again."""


class AdmissionControl:
    """How much there is to do, as the store tells."""

    def __init__(self, house: GatewayContext) -> None:
        self._house = house
        self._looking = asyncio.Lock()
        self._looked_at = -LOOK_EVERY
        self._open = 0
        self._behind = 0.0

    async def check(self, places: int = 1) -> None:
        """Take a place for one more demand, or only see whether there is one (`places` 0).

        Raises ToWowError (E018) when there is none, and StoreLost.
        """
        async with self._looking:
            now = asyncio.get_running_loop().time()
            if now - self._looked_at >= LOOK_EVERY:
                self._open, self._behind = await self.look()
                self._looked_at = now
        most = self._house.settings.max_open_channels
        if self._open >= most:
            raise ApiError(PlatformErrorCode.E018, f"{most} demands are open", after=LATER)
        if self._behind > BEHIND and self._house.broker_up():  # without it nobody gets further, and all is kept
            raise ApiError(PlatformErrorCode.E018, f"work is {self._behind:.0f} s behind", after=LATER)
        self._open += places

    async def look(self) -> tuple[int, float]:
        """How many demands are open, and by how many seconds the oldest entry is overdue. Raises StoreLost."""
        store = self._house.store
        count, due, now = await asyncio.gather(
            retry_until_available(store.count_open),
            retry_until_available(lambda: store.get_oldest_due(self._house.roles)),
            retry_until_available(store.now),
        )
        late = 0 if due is None else max(0, now - due)
        return count, late / seconds_to_ms(1)
