"""Dead letters: filing in the store, one redelivery after a killed worker, resending on request (DESIGN § 3)."""

from dataclasses import replace

from shared.core.envelope import InvalidEnvelope, decode_envelope, encode_envelope
from shared.core.ids import digest
from shared.runtime.outbox_entry_builder import Routes
from shared.store.port import DeadLetter, OutboxEntry, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.transport.port import BrokerMessage

REDRIVEN = "x-redriven"
"""Header of a message that was redelivered after its worker was killed."""

RESENT = "x-resent"
"""Header with the time (ms) of the last resend, of a message whose bytes cannot be decoded."""

UNDECODABLE = "undecodable"
"""Reason of a message whose bytes cannot be decoded, or whose publisher may not send in its sender's name."""


class DeadLetters:
    """Filing and resending of a system's dead letters."""

    def __init__(self, store: Store, routes: Routes, log: Log) -> None:
        self._store = store
        self._routes = routes
        self._log = log

    async def add(self, message: BrokerMessage) -> None:
        """File a message from the dead-letter queue as a dead letter in the store; no effect if it is filed already.

        A message with the reason `killed_worker` may be innocent: another one, processed beside it, may have killed the
        worker. The first time it is not filed, unless it cannot be decoded: it is dropped if it was processed before or
        its correlation is closed, else it is scheduled to be sent to its queue once more.

        Raises:
            StoreUnavailable: The store did not answer for 30 s; call again.
        """
        if message.headers.get("x-reason") == "killed_worker" and await self._redrive_unless_processed(message):
            return
        await retry_until_available(lambda: self._store.add_dead_letter(build_dead_letter(message)))

    async def resend(self, identifier: str) -> DeadLetter | None:
        """Schedule a dead letter to be sent to its queue again, remove it and return it; None for an unknown id.

        The message keeps its id, and gets the present time as timestamp and attempt 1; bytes that cannot be decoded
        stay as they are. A sweep publishes it, after this call. It is scheduled before it is removed: a crash in
        between may send it twice, which the receiver recognises by the id.

        Args:
            identifier: Id of the dead letter (`DeadLetter.id`), not of the message.

        Raises:
            StoreUnavailable: The store did not answer for 30 s; call again.
        """
        dead_letter = await retry_until_available(lambda: self._store.get_dead_letter(identifier))
        if dead_letter is not None:
            await self._send(dead_letter.message, dead_letter.queue, f"resent/{dead_letter.id}", {})
            await retry_until_available(lambda: self._store.pop_dead_letter(identifier))
        return dead_letter

    async def delete(self, identifier: str) -> DeadLetter | None:
        """Remove a dead letter for good and return it; None for an unknown id.

        Args:
            identifier: Id of the dead letter (`DeadLetter.id`), not of the message.

        Raises:
            StoreUnavailable: The store did not answer for 30 s; call again.
        """
        return await retry_until_available(lambda: self._store.pop_dead_letter(identifier))

    async def _redrive_unless_processed(self, message: BrokerMessage) -> bool:
        """Return whether a killed worker's message needs no filing: it was processed, or is redelivered now."""
        if REDRIVEN in message.headers:
            return False
        try:
            envelope = decode_envelope(message.data)
        except InvalidEnvelope:
            return False
        precheck = await retry_until_available(
            lambda: self._store.precheck(correlation_id=envelope.correlation_id, message_id=envelope.message_id)
        )
        if not precheck.seen and not precheck.closed:
            self._log.warning("redriven", correlation=envelope.correlation_id, message_id=envelope.message_id)
            queue = message.headers.get("x-queue", "")
            await self._send(message, queue, f"redriven/{message.message_id}", {REDRIVEN: "1"})
        return True

    async def _send(self, message: BrokerMessage, queue: str, identifier: str, headers: dict[str, str]) -> None:
        """Schedule the message with today's timestamp and as attempt 1; undecodable bytes are sent as they are.

        The sender's role publishes it, since only its login may. Older than the deduplication window it would be
        rejected.
        """
        now = await retry_until_available(self._store.now)
        role, correlation_id = queue, ""
        message_to_send = replace(
            message, exchange="commands", routing_key=queue, headers={**headers, RESENT: str(now)}
        )
        try:
            envelope = decode_envelope(message.data)
            data = encode_envelope(envelope.model_copy(update={"timestamp": now, "attempt": 1}))
        except InvalidEnvelope:
            pass  # the bytes are sent unchanged
        else:
            role, correlation_id = self._sender_role(envelope.sender, queue), envelope.correlation_id
            message_to_send = BrokerMessage("commands", queue, envelope.message_id, envelope.type, data, headers)
        await retry_until_available(
            lambda: self._store.schedule(role, OutboxEntry(f"{identifier}@{now}", correlation_id, message_to_send))
        )

    def _sender_role(self, sender: str, queue: str) -> str:
        """Return the role whose sweep publishes it; for a sender outside the system, the receiving queue's role."""
        return self._routes.get(sender.partition("/")[0], queue)


def is_resendable(dead_letter: DeadLetter) -> bool:
    """Return whether it makes sense to send a dead letter again.

    Not if it is `undecodable`: its bytes are no message, or its publisher may not speak for its sender. Sent again, the
    former would fail again, and the latter would be obeyed.
    """
    return dead_letter.reason != UNDECODABLE


def build_dead_letter(message: BrokerMessage) -> DeadLetter:
    """Return the dead letter that a message's headers describe (INTERFACES § 2); it is not stored.

    Missing or invalid headers get defaults: `x-reason` "handler_failed", `x-attempts` 1; `x-queue`, `x-error` and
    `x-first-seen` "". Equal messages give equal ids.
    """
    headers = message.headers
    attempts = headers.get("x-attempts", "1")
    return DeadLetter(
        id=digest("dead", message.message_id, headers.get("x-reason", ""), _content_digest(message), length=16),
        queue=headers.get("x-queue", ""),
        reason=headers.get("x-reason", "handler_failed"),
        error=headers.get("x-error", ""),
        attempts=int(attempts) if attempts.isascii() and attempts.isdecimal() and len(attempts) < 10 else 1,
        first_seen=headers.get("x-first-seen", ""),
        message=message,
    )


def _content_digest(message: BrokerMessage) -> str:
    """Return a digest that tells dead letters of one message id apart: foreign ids collide, a resent message is new.

    The same message dead-lettered twice, for example a timer that is retried every minute, is one dead letter.
    """
    return digest(message.headers.get(RESENT, ""), message.data.hex())
