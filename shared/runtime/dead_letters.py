"""What becomes of dead letters: filed where one can list them, given a second chance, sent again (DESIGN § 3)."""

from dataclasses import replace

from shared.core.envelope import InvalidEnvelope, decode_envelope, encode_envelope
from shared.core.ids import digest
from shared.runtime.outbox_entry import Routes
from shared.store.port import DeadLetter, OutboxEntry, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from shared.transport.port import BrokerMessage

REDRIVEN = "x-redriven"
RESENT = "x-resent"


class DeadLetters:
    """The dead letters of a system."""

    def __init__(self, store: Store, routes: Routes, log: Log) -> None:
        self._store = store
        self._routes = routes
        self._log = log

    async def add(self, parcel: BrokerMessage) -> None:
        """File what arrived in the queue of dead letters.

        A message that came back too often may be one that others, delivered beside it, killed the worker of: when its
        step was never committed it is delivered once more, and when it was there is nothing left to do.
        """
        if parcel.headers.get("x-reason") == "killed_worker" and await self._settled(parcel):
            return
        await retry_until_available(lambda: self._store.add_dead_letter(build_dead_letter(parcel)))

    async def resend(self, identifier: str) -> DeadLetter | None:
        """Send a filed letter again, as if for the first time; None when there is none of that id.

        Kept to be sent before it is removed: a crash in between sends it twice, which its receiver recognises.
        """
        letter = await retry_until_available(lambda: self._store.get_dead_letter(identifier))
        if letter is not None:
            await self._send(letter.message, letter.queue, f"resent/{letter.id}", {})
            await retry_until_available(lambda: self._store.pop_dead_letter(identifier))
        return letter

    async def _settled(self, parcel: BrokerMessage) -> bool:
        """Whether the letter of a killed worker needs nobody's eyes."""
        if REDRIVEN in parcel.headers:
            return False
        try:
            envelope = decode_envelope(parcel.data)
        except InvalidEnvelope:
            return False
        begun = await retry_until_available(
            lambda: self._store.precheck(correlation_id=envelope.correlation_id, message_id=envelope.message_id)
        )
        if not begun.seen and not begun.closed:
            self._log.warning("redriven", demand=envelope.correlation_id, message_id=envelope.message_id)
            queue = parcel.headers.get("x-queue", "")
            await self._send(parcel, queue, f"redriven/{parcel.message_id}", {REDRIVEN: "1"})
        return True

    async def _send(self, parcel: BrokerMessage, queue: str, identifier: str, headers: dict[str, str]) -> None:
        """Keep it for those who may send in its sender's name; what cannot be read is its own queue's affair.

        Of today, and at its first attempt: a message older than what is remembered of it would not be read.
        """
        now = await retry_until_available(self._store.now)
        role, correlation_id = queue, ""
        sent = replace(parcel, exchange="commands", routing_key=queue, headers={**headers, RESENT: str(now)})
        try:
            envelope = decode_envelope(parcel.data)
            fresh = encode_envelope(envelope.model_copy(update={"timestamp": now, "attempt": 1}))
        except InvalidEnvelope:
            pass  # its bytes go as they are
        else:
            role, correlation_id = self._role_of(envelope.sender, queue), envelope.correlation_id
            sent = BrokerMessage("commands", queue, envelope.message_id, envelope.type, fresh, headers)
        await retry_until_available(
            lambda: self._store.schedule(role, OutboxEntry(f"{identifier}@{now}", correlation_id, sent))
        )

    def _role_of(self, sender: str, queue: str) -> str:
        """Whose sweep sends it. For a sender from outside, who may not be at work, its receivers do."""
        return self._routes.get(sender.partition("/")[0], queue)


def build_dead_letter(parcel: BrokerMessage) -> DeadLetter:
    """A dead letter as it is filed, read from its headers (INTERFACES § 2)."""
    about = parcel.headers
    attempts = about.get("x-attempts", "1")
    return DeadLetter(
        id=digest("dead", parcel.message_id, about.get("x-reason", ""), _which(parcel), length=16),
        queue=about.get("x-queue", ""),
        reason=about.get("x-reason", "handler_failed"),
        error=about.get("x-error", ""),
        attempts=int(attempts) if attempts.isascii() and attempts.isdecimal() and len(attempts) < 10 else 1,
        first_seen=about.get("x-first-seen", ""),
        message=parcel,
    )


def _which(parcel: BrokerMessage) -> str:
    """What tells letters of one message id apart: strangers' ids are anything, and a resent one that fails is new.

    The same message given up twice, a timer that is tried every minute for instance, is one letter.
    """
    return digest(parcel.headers.get(RESENT, ""), parcel.data.hex())
