"""How a message gets its envelope and its queue: a deterministic id, its trace, the role it waits for (DESIGN § 3)."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.core.decision import Send
from shared.core.envelope import Envelope, build_traceparent, encode_envelope
from shared.core.ids import message_id
from shared.store.port import OutboxEntry
from shared.transport.port import BrokerMessage

Routes = Mapping[str, str]
"""The kind of an address → the role in whose queue its messages wait."""


@dataclass(frozen=True, slots=True)
class Causation:
    """What makes somebody send: which message or request, of which correlation, by whom, and when (ms)."""

    message_id: str
    correlation_id: str
    sender: str
    now: int


def build_outbox_entry(cause: Causation, place: int, send: Send, routes: Routes) -> OutboxEntry:
    """The send number `place` (from 0) of a cause, ready for the broker. Raises Refused when it is too large."""
    identifier = message_id(cause.message_id, place)
    message = Envelope(
        message_id=identifier,
        type=send.body.type,
        sender=cause.sender,
        recipient=str(send.to),
        correlation_id=cause.correlation_id,
        causation_id=cause.message_id,
        timestamp=cause.now,
        deadline=send.deadline,
        traceparent=build_traceparent(cause.correlation_id, identifier),
        body=send.body.model_dump(mode="json", by_alias=True),
    )
    return OutboxEntry(identifier, cause.correlation_id, build_command(message, routes[send.to.kind]))


def build_command(message: Envelope, role: str) -> BrokerMessage:
    """A message as a command for a role's queue."""
    return BrokerMessage("commands", role, message.message_id, message.type, encode_envelope(message))
