"""Transactional outbox relay: publishes committed entries, marks them as published, sweeps those that are due.

An entry that is not marked is claimed again later: publishing is at least once, and receivers recognise repetitions.
"""

import asyncio
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from shared.core.api_error import PlatformErrorCode
from shared.runtime.dead_letters import build_dead_letter
from shared.store.port import OutboxEntry, Store, StoreUnavailable
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.port import PublishFailed, Transport, Unroutable

BATCH_INTERVAL_S = 0.02
"""Interval in which confirmed entries are collected for one store call."""


class OutboxAcknowledger:
    """Marks confirmed entries as published, in the background and in batches."""

    def __init__(self, store: Store, log: Log) -> None:
        self._store = store
        self._log = log
        self._entries: dict[str, list[OutboxEntry]] = {}
        self._task: asyncio.Task[None] | None = None
        self._flush_requested = asyncio.Event()

    def add(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Add entries of `role` that the broker has confirmed to the batch that a background task marks as published.

        The task writes the batch to the store after about BATCH_INTERVAL_S (20 ms), or at `flush`. A failure is only
        logged: the sweep publishes those entries again.
        """
        self._entries.setdefault(role, []).extend(entries)
        if self._task is None or self._task.done():
            self._flush_requested.clear()
            self._task = asyncio.create_task(self._run())

    async def flush(self) -> None:
        """Mark all added entries as published without waiting for the batch interval; return once that is done.

        It raises nothing: entries that could not be marked are logged, and the sweep publishes them again. Return at
        once when there are none.
        """
        if self._task is not None:
            self._flush_requested.set()
            await asyncio.wait({self._task})

    async def mark_published(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Mark confirmed entries of `role` as published with one store call; return once the store has answered.

        It raises nothing: a failure is logged and not retried, and the sweep publishes the entries again.
        """
        try:
            await self._store.mark_published(role, entries)
        except StoreUnavailable as error:
            self._log.warning("not_forgotten", role=role, error=str(error))
        except Exception as error:  # noqa: BLE001 - the entry is published again; later ones must still be marked
            self._log.error("not_forgotten", role=role, exc_info=error)

    async def _run(self) -> None:
        while self._entries:
            await self._wait_for_batch()
            entries, self._entries = self._entries, {}
            await asyncio.gather(*(self.mark_published(role, batch) for role, batch in entries.items()))

    async def _wait_for_batch(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(BATCH_INTERVAL_S):
                await self._flush_requested.wait()


SWEEP_BATCH_SIZE = 200
"""Entries claimed in one store call."""


class OutboxRelay:
    """Publishes entries with confirms; no entry is in flight twice within one process.

    An entry that cannot be encoded is dead-lettered: retrying it would never succeed.
    """

    def __init__(self, store: Store, transport: Transport, log: Log, metrics: Metrics) -> None:
        self._store = store
        self._transport = transport
        self._log = log
        self._metrics = metrics
        self._acknowledger = OutboxAcknowledger(store, log)
        self._in_flight: set[str] = set()

    async def send(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Publish just committed entries of `role`; the confirmed ones are marked as published in the background.

        Return once each entry is confirmed or its publishing has failed. Entries that are not confirmed stay in the
        outbox, and the sweep publishes them. An entry that this relay is publishing already is skipped. An entry that
        cannot be encoded is dead-lettered.

        Raises:
            StoreUnavailable: An entry that cannot be encoded could not be dead-lettered.
        """
        if confirmed := await self._publish_all(entries):
            self._acknowledger.add(role, confirmed)

    async def send_claimed(self, role: str, entries: Sequence[OutboxEntry]) -> None:
        """Publish entries of `role` that the sweep claimed; mark the confirmed ones as published before returning.

        Marked later, the next claim would return them again. In all else it is like `send`.

        Raises:
            StoreUnavailable: An entry that cannot be encoded could not be dead-lettered.
        """
        if confirmed := await self._publish_all(entries):
            await self._acknowledger.mark_published(role, confirmed)

    async def flush(self) -> None:
        """Mark the entries that were confirmed so far as published in the store; return once that is done.

        It raises nothing: entries that could not be marked are logged, and the sweep publishes them again.
        """
        await self._acknowledger.flush()

    async def _publish_all(self, entries: Sequence[OutboxEntry]) -> Sequence[OutboxEntry]:
        """Publish concurrently; return the confirmed entries."""
        if len(entries) == 1:
            return entries if await self._publish(entries[0]) else ()
        results = await asyncio.gather(*map(self._publish, entries))
        return [entry for entry, confirmed in zip(entries, results, strict=True) if confirmed]

    async def _publish(self, entry: OutboxEntry) -> bool:
        if entry.id in self._in_flight:
            return False
        self._in_flight.add(entry.id)
        try:
            await self._transport.publish(entry.message)
        except PublishFailed as error:
            self._report_unpublished(entry, error)
            return False
        except Unroutable as error:
            self._log.warning("unroutable", message_id=entry.message.message_id, error=str(error))
            return False
        except ValueError as error:
            await self._dead_letter(entry, str(error))
        finally:
            self._in_flight.discard(entry.id)
        return True

    def _report_unpublished(self, entry: OutboxEntry, error: PublishFailed) -> None:
        """Log the failure; that of an event has the code E009. The entry stays due, so that it is published later."""
        message = entry.message
        fields = {"message_id": message.message_id, "error": str(error)}
        if message.exchange in ("commands", "dead"):
            self._log.info("not_published", **fields)
            return
        self._metrics.count_error(PlatformErrorCode.E009)
        self._log.warning(
            "not_published", error_code=PlatformErrorCode.E009.name, correlation=entry.correlation_id, **fields
        )

    async def _dead_letter(self, entry: OutboxEntry, error: str) -> None:
        """File an entry that cannot be encoded; an event needs no filing, it is in its log."""
        message = entry.message
        self._log.error("not_publishable", correlation=entry.correlation_id, message_id=entry.id, error=error)
        if message.exchange in ("commands", "dead"):
            headers = {"x-reason": "unroutable", "x-error": error, "x-queue": message.routing_key}
            dead_letter = build_dead_letter(replace(message, exchange="commands", headers=headers))
            await retry_until_available(lambda: self._store.add_dead_letter(dead_letter))


class OutboxSweep:
    """Periodic publisher of one role's due entries: timers, retries, and what its committer could not send."""

    def __init__(self, role: str, store: Store, relay: OutboxRelay, log: Log, interval_s: float) -> None:
        """Create a sweep; `run` starts it.

        Args:
            role: Role whose outbox is swept.
            store: Store with the outbox.
            relay: Publisher of the due entries.
            log: Structured logger.
            interval_s: Longest pause in seconds between two looks into the outbox, and so the longest delay of a due
                entry that another process wrote.
        """
        self._role = role
        self._store = store
        self._relay = relay
        self._log = log
        self._interval_s = interval_s
        self._wake = asyncio.Event()
        self._next_sweep = math.inf

    def wake(self, due: int) -> None:
        """Make `run` look into the outbox at once if it sleeps until after `due`.

        Call it for each entry that this process adds to the outbox of the role.

        Args:
            due: Due time of the new entry (ms since the epoch).
        """
        if due < self._next_sweep:
            self._wake.set()

    async def run(self) -> None:
        """Publish due entries of the role until cancelled; log each failure and retry after the interval.

        It looks into the outbox at the next due time, at `wake`, and at least every 2 s (or `max_delay_s`, if that is
        less). It raises only CancelledError.
        """
        while True:
            try:
                await self._sweep()
            except StoreUnavailable as error:
                self._log.debug("sweep_waits", role=self._role, error=str(error))
                await asyncio.sleep(self._interval_s)
            except Exception as error:  # noqa: BLE001 - any failure: due entries must not be stuck
                self._log.warning("sweep_waits", role=self._role, exc_info=error)
                await asyncio.sleep(self._interval_s)

    async def _sweep(self) -> None:
        self._wake.clear()
        self._next_sweep = math.inf
        due = await retry_until_available(lambda: self._store.get_next_due(self._role))
        now = await retry_until_available(self._store.now)
        next_sweep = now + self._interval_s * 1000 if due is None else min(due, now + self._interval_s * 1000)
        if next_sweep > now:
            self._next_sweep = next_sweep
            await self._sleep((next_sweep - now) / 1000)
            return
        entries = await retry_until_available(lambda: self._store.claim_due(self._role, SWEEP_BATCH_SIZE))
        await self._relay.send_claimed(self._role, entries)

    async def _sleep(self, timeout_s: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._wake.wait()
