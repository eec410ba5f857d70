"""Load of the whole system, measured in the store."""

import asyncio

from gateway.context import GatewayContext
from shared.core.timestamps import seconds_to_ms
from shared.store.retry import retry_until_available


async def measure_load(context: GatewayContext) -> tuple[int, float]:
    """Measure the load of the whole system.

    Returns:
        The number of open correlations, and the seconds by which the oldest due outbox entry of `context.roles` is
        overdue (0.0 if none is).

    Raises:
        StoreUnavailable: If the store does not answer within 30 s.
        StoreMisconfigured: If the store rejects a call.
    """
    store = context.store
    count, due, now = await asyncio.gather(
        retry_until_available(store.count_open),
        retry_until_available(lambda: store.get_oldest_due(context.roles)),
        retry_until_available(store.now),
    )
    overdue_ms = 0 if due is None else max(0, now - due)
    return count, overdue_ms / seconds_to_ms(1)
