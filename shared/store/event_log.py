"""Numbering, encoding and announcement of logged events (INTERFACES § 2, § 6)."""

from json.encoder import encode_basestring_ascii as quoted

from shared.store.port import LoggedEvent, NewEvent, OutboxEntry
from shared.transport.port import BrokerMessage


def build_logged_event(event: NewEvent, seq: int, spent: bytes) -> LoggedEvent:
    """Return the event as entry `seq` of its log; `spent` (a JSON field) becomes the last field of its payload."""
    return LoggedEvent(seq, event.event_id, event.type, b'{"seq":%d%b%b}}' % (seq, encode_event_middle(event), spent))


def encode_event_middle(event: NewEvent) -> bytes:
    """Encode the part of an entry between `seq` and `spent`, all that is known before the event is written."""
    head = (
        f',"event_id":{quoted(event.event_id)},"event_type":{quoted(event.type)}'
        f',"timestamp":{quoted(event.timestamp)},"payload":'
    )
    payload = event.payload
    comma = b"" if payload[1:-1].isspace() or payload == b"{}" else b","
    return b"%b%b%b" % (head.encode(), payload[:-1], comma)


def check_payload(event: NewEvent) -> None:
    """Raise ValueError when the payload is not a JSON object, judged by its first and last byte."""
    if event.payload[:1] != b"{" or event.payload[-1:] != b"}":
        raise ValueError(f"the payload of {event.type} is not a JSON object: expected {{…}}")


def build_announcement(event: LoggedEvent, correlation_id: str, *, private: bool) -> OutboxEntry:
    """Build the message that tells subscribers that the log has a new event."""
    routing_key = f"{event.type}.{correlation_id}"
    exchange = "private" if private else "events"
    return OutboxEntry(
        event.event_id, correlation_id, BrokerMessage(exchange, routing_key, event.event_id, event.type, event.data)
    )
