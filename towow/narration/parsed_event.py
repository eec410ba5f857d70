"""Event parsed for printing, with every text in it sanitized."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from negotiation.contracts.events import EVENTS, ChannelEvent
from shared.core.timestamps import parse_iso8601
from towow.narration.sanitize import sanitize_json, sanitize_text

EVENT_CLASSES: Mapping[str, type[ChannelEvent]] = {event.type: event for event in EVENTS}


@dataclass(frozen=True, slots=True)
class ParsedEvent:
    """Event of a log. `payload` is None if this version does not know its type or its fields."""

    seq: int
    type: str
    instant_ms: int
    channel_id: str
    payload: ChannelEvent | None


class _LoggedRow(BaseModel):
    seq: int
    event_type: str
    timestamp: str
    payload: dict[str, Any]


def parse_event(data: bytes) -> ParsedEvent:
    """Parse an event's JSON and sanitize its texts; `payload` is None if its type or its fields are unknown here.

    Args:
        data: JSON object with the keys `seq`, `event_type`, `timestamp` and `payload`; others are ignored.

    Raises:
        ValueError: It is not JSON, or no object with these keys, or a value is invalid.
    """
    row = _LoggedRow.model_validate(json.loads(data), strict=True)
    payload = {name: value for name, value in row.payload.items() if name != "spent"}
    return ParsedEvent(
        seq=row.seq,
        type=sanitize_text(row.event_type),
        instant_ms=parse_iso8601(row.timestamp),
        channel_id=sanitize_text(str(payload.get("channel_id", ""))),
        payload=_parse_payload(row.event_type, payload),
    )


def _parse_payload(event_type: str, payload: dict[str, Any]) -> ChannelEvent | None:
    event_class = EVENT_CLASSES.get(event_type)
    if event_class is None:
        return None
    try:
        return event_class.model_validate(sanitize_json(payload))
    except ValidationError:
        return None
