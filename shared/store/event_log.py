"""How an event gets its number and its bytes, and how it is announced (INTERFACES § 2, § 6)."""

from json.encoder import encode_basestring_ascii as quoted

from shared.store.port import LoggedEvent, NewEvent, OutboxEntry
from shared.transport.port import BrokerMessage


def build_logged_event(event: NewEvent, seq: int, spent: bytes) -> LoggedEvent:
    """The event as entry `seq` of its log; `spent` becomes the last field of its payload."""
    return LoggedEvent(seq, event.event_id, event.type, b'{"seq":%d%b%b}}' % (seq, encode_event_middle(event), spent))


def encode_event_middle(event: NewEvent) -> bytes:
    """The bytes between an entry's seq and its spent: what is known of them before the event is written."""
    head = (
        f',"event_id":{quoted(event.event_id)},"event_type":{quoted(event.type)}'
        f',"timestamp":{quoted(event.timestamp)},"payload":'
    )
    payload = event.payload
    comma = b"" if payload[1:-1].isspace() or payload == b"{}" else b","
    return b"%b%b%b" % (head.encode(), payload[:-1], comma)


def check_payload(event: NewEvent) -> None:
    """Raises ValueError when the payload is no JSON object, as far as its first and last byte tell."""
    if event.payload[:1] != b"{" or event.payload[-1:] != b"}":
        raise ValueError(f"the payload of {event.type} is no JSON object")


def build_announcement(event: LoggedEvent, correlation_id: str, *, private: bool) -> OutboxEntry:
    """What the broker is handed, so that those who watch look into the log."""
    routing_key = f"{event.type}.{correlation_id}"
    exchange = "private" if private else "events"
    return OutboxEntry(
        event.event_id, correlation_id, BrokerMessage(exchange, routing_key, event.event_id, event.type, event.data)
    )
