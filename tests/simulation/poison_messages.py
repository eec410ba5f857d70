"""What strangers put into our queues, and under which reason it must be found among the dead letters (FAULTS § 2, F16)."""

from collections.abc import Callable, Sequence

from negotiation.contracts.messages import CancelDemand
from shared.core.envelope import MAX_ENVELOPE_BYTES, Envelope, encode_envelope
from shared.transport.port import BrokerMessage
from towow.bootstrap.applications import ROUTES

Poison = tuple[str, BrokerMessage]


def undecodable(number: int) -> Poison:
    """No message at all."""
    return "undecodable", BrokerMessage("commands", ROUTES["skills"], f"poison-{number}", "poison", b'{"\x00": [[[')


def oversized(number: int) -> Poison:
    """More than anybody reads."""
    data = b" " * (MAX_ENVELOPE_BYTES + 1)
    return "oversized", BrokerMessage("commands", ROUTES["coordinator"], f"poison-{number}", "poison", data)


def unknown_type(number: int) -> Poison:
    """A message of ours to somebody who never gets such."""
    return "unknown_type", _to("user_agent", number, "cancel_demand")


def unknown_version(number: int) -> Poison:
    """A message from the future."""
    return "unknown_schema_version", _to("channel", number, "cancel_demand", version=99)


def misrouted(number: int) -> Poison:
    """A proper message to a channel that nobody opened: tried again, then given up."""
    return "handler_failed", _to("channel", number, "cancel_demand")


POISON: Sequence[Callable[[int], Poison]] = (undecodable, oversized, unknown_type, unknown_version, misrouted)


def _to(kind: str, number: int, message_type: str, version: int = 1) -> BrokerMessage:
    body = CancelDemand(demand_id=f"d-stranger-{number}", channel_id="collab-stranger", cancelled_by="stranger")
    envelope = Envelope(
        schema_version=version,
        message_id=f"poison-{number}",
        type=message_type,
        sender=f"gateway/d-stranger-{number}",
        recipient=f"{kind}/collab-stranger-{number}",
        correlation_id=f"d-stranger-{number}",
        timestamp=1_769_076_000_000,
        body=body.model_dump(mode="json"),
    )
    return BrokerMessage("commands", ROUTES[kind], envelope.message_id, message_type, encode_envelope(envelope))
