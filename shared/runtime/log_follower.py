"""Log follower: reads an event log to its end; published events only signal when to read on (DESIGN § 5)."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

from shared.store.port import LoggedEvent, Store
from shared.store.retry import retry_until_available
from shared.transport.port import Delivery, Transport

POLL_INTERVAL_S = 5.0
"""Interval of reads without a signal: the last event's notification may be lost."""


async def follow_log(
    store: Store, transport: Transport, correlation_id: str, *, last_event_type: str, after: int = 0
) -> AsyncIterator[LoggedEvent]:
    """Yield the events of a correlation's log in order, each once, and end after one of type `last_event_type`.

    Between events it waits without a time limit, and reads again on each notification and every POLL_INTERVAL_S (5 s).
    It never ends if the correlation is unknown, or if `after` is at or beyond the last event. It subscribes when the
    first event is asked for; close the generator to end the subscription early. It yields private events, too: check
    first that the reader may see them.

    Args:
        store: Store with the log.
        transport: Broker that announces new events.
        correlation_id: Correlation to follow.
        last_event_type: Event type that ends the log; its event is the last that is yielded.
        after: Yield only events with a greater sequence number (`seq`); 0 yields all.

    Raises:
        StoreUnavailable: The store did not answer for 30 s.
        BrokerUnavailable: The subscription failed because the connection is lost.
        BrokerMisconfigured: This login may not subscribe.
    """
    hint = asyncio.Event()

    async def on_event(delivery: Delivery) -> None:
        hint.set()
        await delivery.ack()

    consumer = await transport.subscribe(f"#.{correlation_id}", on_event, private=True)
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
                await _wait_for_hint(hint)
    finally:
        await consumer.stop()


async def _wait_for_hint(hint: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(POLL_INTERVAL_S):
            await hint.wait()
    except TimeoutError:
        return
