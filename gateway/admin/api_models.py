"""Response models of the administration routes (INTERFACES § 7)."""

from typing import Literal, Self

from shared.core.envelope import InvalidEnvelope, decode_envelope
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.store.port import DeadLetter


class DeadLetterItem(FrozenModel):
    """A dead letter. Sender, recipient and demand are null if its message cannot be decoded."""

    id: str
    queue: str
    message_type: str
    reason: str
    error: str
    attempts: int
    first_seen: str
    sender: str | None
    recipient: str | None
    demand_id: str | None

    @classmethod
    def from_dead_letter(cls, letter: DeadLetter) -> Self:
        """Build the item of a stored dead letter; its message is decoded as far as possible."""
        try:
            envelope = decode_envelope(letter.message.data)
        except InvalidEnvelope:
            envelope = None
        return cls(
            id=letter.id,
            queue=letter.queue,
            message_type=envelope.type if envelope else letter.message.type,
            reason=letter.reason,
            error=letter.error,
            attempts=letter.attempts,
            first_seen=letter.first_seen,
            sender=envelope.sender if envelope else None,
            recipient=envelope.recipient if envelope else None,
            demand_id=envelope.correlation_id if envelope else None,
        )


class DeadLetterPage(FrozenModel):
    """Dead letters, oldest first. `total`: the number of all dead letters."""

    items: tuple[DeadLetterItem, ...]
    total: int


class ResendReceipt(FrozenModel):
    """Confirmation that a dead letter will be sent again."""

    id: str
    status: Literal["resent"] = "resent"


class BreakerState(FrozenModel):
    """The model's circuit breaker. `state` is absent if it has none; `until`: when an open one allows a probe."""

    model: ModelName
    state: Maybe[Literal["closed", "open", "half_open"]] = None
    failures: Maybe[int] = None
    until: Maybe[Instant] = None
