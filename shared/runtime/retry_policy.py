"""Retry policy: backoff, postponement, dead letters with a reason (INTERFACES § 2)."""

from collections.abc import Callable

from shared.core.decision import Send
from shared.core.envelope import Envelope, InvalidEnvelope, encode_envelope
from shared.core.ids import digest
from shared.core.message_base import Message, ReceivedMessage, TaskFailed, TimerFired
from shared.core.timestamps import seconds_to_ms, to_iso8601
from shared.runtime.outbox_relay import OutboxRelay
from shared.store.port import OutboxEntry, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.telemetry.metrics import Metrics
from shared.transport.port import BrokerMessage, Delivery

WakeSweep = Callable[[str, int], None]
"""Called with a role and the time (ms) of its new outbox entry, so that its sweep looks in time."""

MAX_ATTEMPTS = 5
BACKOFF_S = (1.0, 2.0, 4.0, 8.0)
"""Backoff before the second, third, fourth and fifth attempt."""

TIMER_RETRY_S = 60.0
"""Interval in which a timer is retried after its last attempt failed."""


class FailureHandler:
    """Schedules retries and dead letters of one worker."""

    def __init__(self, store: Store, relay: OutboxRelay, log: Log, metrics: Metrics, wake_sweep: WakeSweep) -> None:
        self._wake_sweep = wake_sweep
        self._store = store
        self._relay = relay
        self._log = log
        self._metrics = metrics

    def is_last_attempt(self, envelope: Envelope) -> bool:
        """Return whether `envelope.attempt` is MAX_ATTEMPTS (5) or more: after it the message is not retried."""
        return envelope.attempt >= MAX_ATTEMPTS

    def task_failed_reply(self, received: ReceivedMessage[Message], reason: str, detail: str = "") -> Send:
        """Return the `task_failed` reply of a task that gave up, addressed to the sender of `received`.

        It is not sent: the caller commits it.

        Args:
            received: Message that the task could not process; its `request_key()` becomes the field `of` of the reply.
            reason: "handler_failed", or "budget" if the token budget is spent.
            detail: Description of the error; cut to 500 characters.
        """
        body = TaskFailed(task=received.body.type, reason=reason, detail=detail[:500], of=received.body.request_key())
        return Send(received.sender, body)

    async def retry(self, envelope: Envelope, role: str, error: str) -> str:
        """Schedule the next attempt after a backoff (1, 2, 4, 8 s), or dead-letter the message after the fifth attempt.

        A timer is dead-lettered and still retried every TIMER_RETRY_S (60 s): without it its entity would never
        continue. Another program's message whose envelope would be too large is dead-lettered at once. The delivery
        stays unsettled: the caller acknowledges it afterwards.

        Args:
            envelope: Message whose attempt failed.
            role: Role whose queue receives the message again.
            error: Description of the failure, for the dead letter.

        Returns:
            The outcome for the metrics: "retried" (also a dead-lettered timer) or "dead".

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
        """
        if self.is_last_attempt(envelope):
            await self.dead_letter_copy(envelope, role, error)
            if envelope.type != TimerFired.type:
                return "dead"
            due = await retry_until_available(self._store.now) + seconds_to_ms(TIMER_RETRY_S)
            return "retried" if await self._schedule(envelope, role, due) else "dead"
        self._metrics.count_retry()
        due = await retry_until_available(self._store.now) + seconds_to_ms(BACKOFF_S[envelope.attempt - 1])
        next_attempt = envelope.model_copy(update={"attempt": envelope.attempt + 1})
        return "retried" if await self._schedule(next_attempt, role, due) else "dead"

    async def postpone(self, envelope: Envelope, role: str, due: int) -> str:
        """Schedule the message to be sent to the queue of `role` at `due`; this does not count as an attempt.

        The delivery stays unsettled: the caller acknowledges it afterwards. Another program's message whose envelope
        would be too large is dead-lettered instead.

        Args:
            envelope: Message to postpone.
            role: Role whose queue receives the message again.
            due: Instant (ms since the epoch); one that has passed means at once.

        Returns:
            The outcome for the metrics: "postponed" or "dead".

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
        """
        return "postponed" if await self._schedule(envelope, role, due) else "dead"

    async def dead_letter_copy(self, envelope: Envelope, role: str, error: str, reason: str = "handler_failed") -> None:
        """Send a copy of a message that failed for good to the dead-letter queue, and count and log it.

        The copy is stored in the outbox first: if the broker does not confirm it, the sweep publishes it. The delivery
        stays unsettled: the caller acknowledges it afterwards.

        Args:
            envelope: Message that failed.
            role: Role in whose queue it was.
            error: Description of the failure, cut to 1000 characters.
            reason: The header `x-reason`, such as "handler_failed" or "oversized" (INTERFACES § 2).

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
        """
        data = encode_envelope(envelope, unlimited=True)
        message = BrokerMessage("commands", role, envelope.message_id, envelope.type, data)
        await self._add_dead_letter(message, role, reason, error, envelope.attempt, envelope.correlation_id)

    async def dead_letter_delivery(self, delivery: Delivery, reason: str, error: str) -> None:
        """Send a copy of a delivery that cannot be decoded to the dead-letter queue, and count and log it.

        The copy is stored in the outbox first: if the broker does not confirm it, the sweep publishes it. The delivery
        stays unsettled: the caller acknowledges it afterwards.

        Args:
            delivery: Delivery without a valid envelope.
            reason: The header `x-reason`: "undecodable", "oversized", "unknown_type" or "unknown_schema_version".
            error: Description of the problem, cut to 1000 characters.

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
        """
        await self._add_dead_letter(delivery.message, delivery.queue, reason, error, 1, "")

    async def _add_dead_letter(
        self, message: BrokerMessage, queue: str, reason: str, error: str, attempts: int, correlation_id: str
    ) -> None:
        self._metrics.count_dead_letter(reason)
        self._log.error(
            "dead_letter", correlation=correlation_id, queue=queue, reason=reason, error=error, type=message.type
        )
        headers = {
            **message.headers,
            "x-reason": reason,
            "x-error": error[:1000],
            "x-queue": queue,
            "x-attempts": str(attempts),
            "x-first-seen": to_iso8601(await retry_until_available(self._store.now)),
        }
        dead = BrokerMessage("dead", queue, message.message_id, message.type, message.data, headers)
        # Ids of foreign programs may collide: two different messages of one id are two dead letters.
        entry = OutboxEntry(f"dead/{digest(message.message_id, message.data.hex())}", correlation_id, dead)
        await retry_until_available(lambda: self._store.schedule(queue, entry))
        await self._relay.send(queue, [entry])

    async def _schedule(self, envelope: Envelope, role: str, due: int) -> bool:
        """Schedule a message; return False if its envelope is too large and it was dead-lettered instead."""
        try:
            data = encode_envelope(envelope)
        except InvalidEnvelope as error:
            await self.dead_letter_copy(envelope, role, str(error), error.reason)
            return False
        message = BrokerMessage("commands", role, envelope.message_id, envelope.type, data)
        # The entry that brought this message may not be marked as published yet. If the clock was set back, it had
        # the same `due`: the time of writing keeps the two ids apart.
        now = await retry_until_available(self._store.now)
        identifier = f"{envelope.message_id}/{envelope.attempt}@{due}+{now}"
        entry = OutboxEntry(identifier, envelope.correlation_id, message, due)
        await retry_until_available(lambda: self._store.schedule(role, entry))
        self._wake_sweep(role, due)
        return True
