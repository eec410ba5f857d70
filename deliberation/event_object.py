"""Flat object of an event, as streams and the command line give it to clients (DL-135…140)."""

import json
from typing import Any, cast


def event_object(data: bytes) -> dict[str, Any]:
    """Return a log entry as one flat object: `type`, `session_id`, `seq`, `ts`, then the fields of its payload.

    `type` is the last word of the event type.

    Args:
        data: JSON object with the keys `seq`, `event_type`, `timestamp` and `payload`; others are ignored.

    Raises:
        ValueError: If it is not JSON.
        KeyError: If a key is missing.
    """
    entry = cast("dict[str, Any]", json.loads(data))
    payload: dict[str, Any] = entry["payload"]
    return {
        "type": entry["event_type"].rpartition(".")[2],
        "session_id": payload["session_id"],
        "seq": entry["seq"],
        "ts": entry["timestamp"],
        **payload,
    }


def encode_event_object(data: bytes) -> bytes:
    """Return the flat object of a log entry as JSON in one line, without spaces.

    Raises:
        ValueError: If it is not JSON.
        KeyError: If a key is missing.
    """
    return json.dumps(event_object(data), ensure_ascii=False, separators=(",", ":")).encode()
