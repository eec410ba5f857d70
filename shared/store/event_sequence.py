"""Numbering, encoding and announcement of logged events (INTERFACES § 2, § 6)."""

from json.encoder import encode_basestring_ascii as quoted

from shared.store.port import LoggedEvent, NewEvent, OutboxEntry
from shared.transport.port import BrokerMessage


def build_logged_event(event: NewEvent, seq: int, spent: bytes) -> LoggedEvent:
    """Return the event as entry number `seq` (from 1) of its log, encoded as JSON in `data`; nothing is stored.

    `event.payload` must have passed `check_payload`. `spent` is the encoded JSON field
    `"spent":{"calls":…,"tokens":…,"usd":…}` without commas around it; it becomes the last field of the payload.
    """
    return LoggedEvent(seq, event.event_id, event.type, b'{"seq":%d%b%b}}' % (seq, encode_event_middle(event), spent))


def encode_event_middle(event: NewEvent) -> bytes:
    """Return the JSON bytes of a logged event between its number `seq` and its field `spent`.

    They hold event_id, event_type, timestamp and the payload without its last brace: all that is known before the event
    is written. They begin with a comma, and end with one unless the payload is empty. `event.payload` must have passed
    `check_payload`.
    """
    head = (
        f',"event_id":{quoted(event.event_id)},"event_type":{quoted(event.type)}'
        f',"timestamp":{quoted(event.timestamp)},"payload":'
    )
    payload = event.payload
    comma = b"" if payload[1:-1].isspace() or payload == b"{}" else b","
    return b"%b%b%b" % (head.encode(), payload[:-1], comma)


def check_payload(event: NewEvent) -> None:
    """Raise ValueError unless the event's payload begins with `{` and ends with `}`; the JSON between is not parsed."""
    if event.payload[:1] != b"{" or event.payload[-1:] != b"}":
        raise ValueError(f"the payload of {event.type} is not a JSON object: expected {{…}}")


def build_announcement(event: LoggedEvent, correlation_id: str, *, private: bool) -> OutboxEntry:
    """Return the outbox entry with the message that brings a logged event to subscribers; it is not stored yet.

    Its id and the message's id are the event's, its `due` is None (at once). The routing key is
    `<event type>.<correlation_id>`; the exchange is `private` if `private`, else `events`.
    """
    routing_key = f"{event.type}.{correlation_id}"
    exchange = "private" if private else "events"
    return OutboxEntry(
        event.event_id, correlation_id, BrokerMessage(exchange, routing_key, event.event_id, event.type, event.data)
    )
