"""What becomes of a message that cannot be handled: later again, or a dead letter with its reason (INTERFACES § 2)."""

from collections.abc import Callable

from shared.core.decision import Send
from shared.core.envelope import Envelope, encode_envelope
from shared.core.ids import digest
from shared.core.message import Message, ReceivedMessage, TaskFailed, TimerFired
from shared.core.timestamps import seconds_to_ms, to_iso8601
from shared.runtime.outbox_relay import OutboxRelay
from shared.store.port import OutboxEntry, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.port import BrokerMessage, Delivery

WakeSweep = Callable[[str, int], None]
"""Told which role has got something that is due later than now, and when (ms)."""

MAX_ATTEMPTS = 5
BACKOFF_S = (1.0, 2.0, 4.0, 8.0)
"""Seconds before the second, third, fourth and fifth attempt."""

TIMER_RETRY_S = 60.0
"""Seconds between two attempts at a timer that failed for good."""


class FailureHandler:
    """Retries, postponements and dead letters of one worker."""

    def __init__(self, store: Store, relay: OutboxRelay, log: Log, metrics: Metrics, due_later: WakeSweep) -> None:
        self._due_later = due_later
        self._store = store
        self._relay = relay
        self._log = log
        self._metrics = metrics

    def is_last_attempt(self, envelope: Envelope) -> bool:
        """Was this its last attempt?"""
        return envelope.attempt >= MAX_ATTEMPTS

    def task_failed_reply(self, received: ReceivedMessage[Message], reason: str, detail: str = "") -> Send:
        """What a task answers when it cannot: it always answers whoever asked."""
        body = TaskFailed(task=received.body.type, reason=reason, detail=detail[:500], of=received.body.request_key())
        return Send(received.sender, body)

    async def retry(self, envelope: Envelope, role: str, error: str) -> str:
        """Try a failed message again after a pause; after the fifth attempt it is a dead letter.

        A timer is filed too, but tried on every minute: without it its entity would wait for ever.
        """
        if self.is_last_attempt(envelope):
            await self.dead_letter_copy(envelope, role, error)
            if envelope.type != TimerFired.type:
                return "dead"
            await self._schedule(
                envelope, role, await retry_until_available(self._store.now) + seconds_to_ms(TIMER_RETRY_S)
            )
            return "retried"
        self._metrics.count_retry()
        due = await retry_until_available(self._store.now) + seconds_to_ms(BACKOFF_S[envelope.attempt - 1])
        await self._schedule(envelope.model_copy(update={"attempt": envelope.attempt + 1}), role, due)
        return "retried"

    async def postpone(self, envelope: Envelope, role: str, due: int) -> None:
        """Deliver it again at `due` (ms): not an attempt."""
        await self._schedule(envelope, role, due)

    async def dead_letter_copy(self, envelope: Envelope, role: str, error: str, reason: str = "handler_failed") -> None:
        """Leave a copy of a message that could not be handled for good among the dead letters."""
        parcel = BrokerMessage("commands", role, envelope.message_id, envelope.type, encode_envelope(envelope))
        await self._bury(parcel, role, reason, error, envelope.attempt, envelope.correlation_id)

    async def dead_letter_delivery(self, delivery: Delivery, reason: str, error: str) -> None:
        """Make a dead letter of a delivery that nobody can read. Its neighbours are not affected."""
        await self._bury(delivery.message, delivery.queue, reason, error, 1, "")

    async def _bury(
        self, parcel: BrokerMessage, queue: str, reason: str, error: str, attempts: int, demand: str
    ) -> None:
        self._metrics.count_dead_letter(reason)
        self._log.error("dead_letter", demand=demand, queue=queue, reason=reason, error=error, type=parcel.type)
        headers = {
            **parcel.headers,
            "x-reason": reason,
            "x-error": error[:1000],
            "x-queue": queue,
            "x-attempts": str(attempts),
            "x-first-seen": to_iso8601(await retry_until_available(self._store.now)),
        }
        dead = BrokerMessage("dead", queue, parcel.message_id, parcel.type, parcel.data, headers)
        # Strangers' ids are anything: two different messages of one id are two letters.
        mail = OutboxEntry(f"dead/{digest(parcel.message_id, parcel.data.hex())}", demand, dead)
        await retry_until_available(lambda: self._store.schedule(queue, mail))
        await self._relay.send(queue, [mail])

    async def _schedule(self, envelope: Envelope, role: str, due: int) -> None:
        parcel = BrokerMessage("commands", role, envelope.message_id, envelope.type, encode_envelope(envelope))
        # The sweep may still be about to forget the entry that brought this message. When the clock was set back,
        # that one had the same `due`: the instant of writing tells the two apart.
        written = await retry_until_available(self._store.now)
        identifier = f"{envelope.message_id}/{envelope.attempt}@{due}+{written}"
        mail = OutboxEntry(identifier, envelope.correlation_id, parcel, due)
        await retry_until_available(lambda: self._store.schedule(role, mail))
        self._due_later(role, due)
