"""How an instant is written: milliseconds since 1970 inside, `2026-01-22T10:05:00.000Z` outside."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
FIRST, LAST = -62_135_596_800_000, 253_402_300_799_999
"""The years 1 to 9999: what can be written."""


def to_iso8601(instant: int) -> str:
    """`instant` (ms since 1970, UTC) as ISO-8601 with milliseconds and `Z`."""
    return (EPOCH + instant * MILLISECOND).isoformat(timespec="milliseconds")[:-6] + "Z"


def parse_iso8601(text: str) -> int:
    """The reverse of `iso`. Raises ValueError when `text` is no instant with a zone."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} has no time zone")
    return (moment - EPOCH) // MILLISECOND


def _read(value: object) -> object:
    return parse_iso8601(value) if isinstance(value, str) else value


Instant = Annotated[
    int,
    Field(ge=FIRST, le=LAST),
    BeforeValidator(_read),
    PlainSerializer(to_iso8601, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""Milliseconds since 1970-01-01T00:00Z. In JSON an ISO-8601 string (INTERFACES § 2)."""


def seconds_to_ms(amount: float) -> int:
    """`amount` seconds in milliseconds, the unit of every instant."""
    return round(amount * 1000)
