"""What an event says, read from its bytes, with every text in it safe to print."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from negotiation.contracts.events import EVENTS, ChannelEvent
from shared.core.timestamps import parse
from towow.narration.sanitize import clean, cleaned

KNOWN: Mapping[str, type[ChannelEvent]] = {event.type: event for event in EVENTS}


@dataclass(frozen=True, slots=True)
class ParsedEvent:
    """One event. `says` is None when this version does not know its type or its fields."""

    seq: int
    type: str
    instant: int
    channel_id: str
    says: ChannelEvent | None


def read_event(data: bytes) -> ParsedEvent:
    """Read the five keys of INTERFACES § 2. Raises ValueError when they are not there."""
    row: dict[str, Any] = json.loads(data)
    payload: dict[str, Any] = {name: value for name, value in row["payload"].items() if name != "spent"}
    return ParsedEvent(
        seq=row["seq"],
        type=clean(row["event_type"]),
        instant=parse(row["timestamp"]),
        channel_id=clean(str(payload.get("channel_id", ""))),
        says=_says(row["event_type"], payload),
    )


def _says(event_type: str, payload: dict[str, Any]) -> ChannelEvent | None:
    known = KNOWN.get(event_type)
    if known is None:
        return None
    try:
        return known.model_validate(cleaned(payload))
    except ValidationError:
        return None
