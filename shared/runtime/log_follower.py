"""How somebody watches: the log is read, a published event is only the hint to read on (DESIGN § 5)."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

from shared.store.port import LoggedEvent, Store
from shared.store.retry import retry_until_available
from shared.transport.port import Delivery, Transport

POLL_INTERVAL_S = 5.0
"""Seconds after which the log is read even without a hint: the last hint may be lost."""


async def follow_log(
    store: Store, transport: Transport, correlation_id: str, *, last_event_type: str, after: int = 0
) -> AsyncIterator[LoggedEvent]:
    """Every event with seq > `after`, in order, each once, up to the one of type `last`.

    Private or not: whoever calls this has seen to it that the reader may see it.
    """
    hint = asyncio.Event()

    async def hinted(delivery: Delivery) -> None:
        hint.set()
        await delivery.ack()

    consumer = await transport.subscribe(f"#.{correlation_id}", hinted, private=True)
    try:
        while True:
            hint.clear()
            events = await retry_until_available(partial(store.read_log, correlation_id, after))
            for event in events:
                yield event
                after = event.seq
                if event.type == last_event_type:
                    return
            if not events:
                await _wait(hint)
    finally:
        await consumer.stop()


async def _wait(hint: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(POLL_INTERVAL_S):
            await hint.wait()
    except TimeoutError:
        return
