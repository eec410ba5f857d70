"""How mail and dead letters become bytes in the store and are read again.

Mail is `<exchange> LF <head> LF <data>`, so that a commit can put an event's exchange and data in (the server
numbers events); head and dead letters are JSON, data are the parcel's bytes as they are.
"""

import json
from collections.abc import Mapping
from json.encoder import encode_basestring_ascii as quoted

from shared.store.port import DeadLetter, NewEvent, OutboxEntry
from shared.transport.port import BrokerMessage


def pack_entry(mail: OutboxEntry) -> bytes:
    """The bytes of mail; its id is kept beside them."""
    parcel = mail.message
    head = (
        f"{parcel.exchange}\n[{quoted(mail.correlation_id)},{quoted(parcel.routing_key)},{quoted(parcel.message_id)},"
        f"{quoted(parcel.type)},{_headers(parcel.headers)},{'null' if mail.due is None else mail.due}]\n"
    )
    return head.encode() + parcel.data


def pack_announcement_head(event: NewEvent, correlation_id: str) -> str:
    """The head of an event's announcement (shared/store/event_log.py)."""
    routing_key = quoted(f"{event.type}.{correlation_id}")
    return f"[{quoted(correlation_id)},{routing_key},{quoted(event.event_id)},{quoted(event.type)},{{}},null]"


def unpack_entry(identifier: bytes, packed: bytes) -> OutboxEntry:
    """The mail `identifier`."""
    exchange, head, data = packed.split(b"\n", 2)
    correlation_id, routing_key, message_id, kind, headers, due = json.loads(head)
    parcel = BrokerMessage(exchange.decode(), routing_key, message_id, kind, data, headers)  # pyright: ignore[reportArgumentType]
    return OutboxEntry(identifier.decode(), correlation_id, parcel, due)


def pack_dead_letter(letter: DeadLetter) -> bytes:
    """The bytes of a dead letter."""
    parcel = letter.message
    told = [letter.id, letter.queue, letter.reason, letter.error, letter.attempts, letter.first_seen]
    carried = [parcel.exchange, parcel.routing_key, parcel.message_id, parcel.type, dict(parcel.headers)]
    return json.dumps(told + carried).encode() + b"\n" + parcel.data


def unpack_dead_letter(packed: bytes) -> DeadLetter:
    """The dead letter."""
    head, data = packed.split(b"\n", 1)
    identifier, queue, reason, error, attempts, first_seen, exchange, key, message_id, kind, headers = json.loads(head)
    parcel = BrokerMessage(exchange, key, message_id, kind, data, headers)
    return DeadLetter(identifier, queue, reason, error, attempts, first_seen, parcel)


def _headers(headers: Mapping[str, str]) -> str:
    return json.dumps(dict(headers)) if headers else "{}"
