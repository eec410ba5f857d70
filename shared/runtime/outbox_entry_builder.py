"""Construction of outbox entries: envelope with a deterministic id and trace, addressed to a role (DESIGN § 3)."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.core.decision import Send
from shared.core.envelope import Envelope, encode_envelope
from shared.core.ids import message_id
from shared.core.trace import TraceContext
from shared.store.port import OutboxEntry
from shared.transport.port import BrokerMessage

Routes = Mapping[str, str]
"""Role (queue name) by address kind."""


@dataclass(frozen=True, slots=True)
class Causation:
    """Origin of outgoing messages: triggering message or request, correlation, sender, time (ms), span of the step."""

    message_id: str
    correlation_id: str
    sender: str
    now: int
    trace: TraceContext


def build_outbox_entry(cause: Causation, ordinal: int, send: Send, routes: Routes) -> OutboxEntry:
    """Return the outbox entry of a message to send, without a due time (publish at once); it is not stored yet.

    Args:
        cause: Message or request that triggered the send.
        ordinal: Position among the sends of the cause, from 0; the entry's id is derived from it and the cause's id.
        send: Message, its recipient and its deadline.
        routes: Role by address kind.

    Raises:
        InvalidEnvelope: The message is larger than an envelope may be ("oversized").
        KeyError: The recipient's kind has no route.
    """
    identifier = message_id(cause.message_id, ordinal)
    envelope = Envelope(
        message_id=identifier,
        type=send.body.type,
        sender=cause.sender,
        recipient=str(send.to),
        correlation_id=cause.correlation_id,
        causation_id=cause.message_id,
        timestamp=cause.now,
        deadline=send.deadline,
        traceparent=(send.trace or cause.trace).traceparent,
        body=send.body.model_dump(mode="json", by_alias=True),
    )
    return OutboxEntry(identifier, cause.correlation_id, build_command(envelope, routes[send.to.kind]))


def build_command(envelope: Envelope, role: str) -> BrokerMessage:
    """Return an envelope as a broker message for the queue of `role`; it is not published yet.

    Raises:
        InvalidEnvelope: The encoded envelope is too large ("oversized").
    """
    return BrokerMessage("commands", role, envelope.message_id, envelope.type, encode_envelope(envelope))
