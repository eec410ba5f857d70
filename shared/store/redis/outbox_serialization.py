"""Serialization of outbox entries and dead letters.

An outbox entry is `<exchange> LF <head> LF <data>`, so that the commit function can insert exchange and data of an
event, which it numbers. The head is a JSON array, `data` the message's bytes as they are. A dead letter is `<head> LF
<data>`.
"""

import json
from collections.abc import Mapping
from json.encoder import encode_basestring_ascii as quoted

from shared.store.port import DeadLetter, NewEvent, OutboxEntry
from shared.transport.port import BrokerMessage


def pack_entry(entry: OutboxEntry) -> bytes:
    """Return an outbox entry as bytes, `<exchange> LF <head> LF <data>`; its id is not included.

    The head is the JSON array [correlation_id, routing_key, message_id, type, headers, due]; `due` is ms or null.
    """
    message = entry.message
    head = (
        f"{message.exchange}\n[{quoted(entry.correlation_id)},{quoted(message.routing_key)},{quoted(message.message_id)},"
        f"{quoted(message.type)},{_headers(message.headers)},{'null' if entry.due is None else entry.due}]\n"
    )
    return head.encode() + message.data


def pack_announcement_head(event: NewEvent, correlation_id: str) -> str:
    """Return the head of the outbox entry that announces an event: the complete JSON array as in `pack_entry`.

    It has no headers and `due` null. The commit function of Redis puts the exchange before it and the numbered event,
    as `event_sequence.build_announcement` does, after it.
    """
    routing_key = quoted(f"{event.type}.{correlation_id}")
    return f"[{quoted(correlation_id)},{routing_key},{quoted(event.event_id)},{quoted(event.type)},{{}},null]"


def unpack_entry(identifier: bytes, packed: bytes) -> OutboxEntry:
    """Return the outbox entry from the bytes that `pack_entry` made of it; `identifier` is its id."""
    exchange, head, data = packed.split(b"\n", 2)
    correlation_id, routing_key, message_id, kind, headers, due = json.loads(head)
    message = BrokerMessage(exchange.decode(), routing_key, message_id, kind, data, headers)  # pyright: ignore[reportArgumentType]
    return OutboxEntry(identifier.decode(), correlation_id, message, due)


def pack_dead_letter(dead_letter: DeadLetter) -> bytes:
    """Return a dead letter, its id included, as bytes: `<head> LF <data>`.

    The head is the JSON array [id, queue, reason, error, attempts, first_seen, exchange, routing_key, message_id, type,
    headers]; `data` is the message's body, unchanged.
    """
    message = dead_letter.message
    fields = [dead_letter.id, dead_letter.queue, dead_letter.reason, dead_letter.error]
    fields += [dead_letter.attempts, dead_letter.first_seen]
    message_fields = [message.exchange, message.routing_key, message.message_id, message.type, dict(message.headers)]
    return json.dumps(fields + message_fields).encode() + b"\n" + message.data


def unpack_dead_letter(packed: bytes) -> DeadLetter:
    """Return the dead letter from the bytes that `pack_dead_letter` made of it."""
    head, data = packed.split(b"\n", 1)
    identifier, queue, reason, error, attempts, first_seen, exchange, key, message_id, kind, headers = json.loads(head)
    message = BrokerMessage(exchange, key, message_id, kind, data, headers)
    return DeadLetter(identifier, queue, reason, error, attempts, first_seen, message)


def _headers(headers: Mapping[str, str]) -> str:
    return json.dumps(dict(headers)) if headers else "{}"
