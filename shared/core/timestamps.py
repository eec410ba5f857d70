"""Timestamps: milliseconds since 1970 in memory, ISO-8601 such as `2026-01-22T10:05:00.000Z` in JSON."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
MIN_INSTANT, MAX_INSTANT = -62_135_596_800_000, 253_402_300_799_999
"""Years 1 to 9999, the range of ISO-8601 years."""


def to_iso8601(instant: int) -> str:
    """Return `instant` (ms since 1970-01-01T00:00Z) as ISO-8601, UTC, such as `2026-01-22T10:05:00.000Z`.

    Raises:
        OverflowError: The instant is outside the years 1 to 9999.
    """
    return (EPOCH + instant * MILLISECOND).isoformat(timespec="milliseconds")[:-6] + "Z"


def parse_iso8601(text: str) -> int:
    """Return the instant that an ISO-8601 date and time denotes, in ms since 1970-01-01T00:00Z, rounded down.

    Raises:
        ValueError: The text is no ISO-8601 date and time, or has neither `Z` nor an offset such as `+08:00`.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} has no time zone; append Z or an offset")
    return (moment - EPOCH) // MILLISECOND


def _parse_text(value: object) -> object:
    return parse_iso8601(value) if isinstance(value, str) else value


Instant = Annotated[
    int,
    Field(ge=MIN_INSTANT, le=MAX_INSTANT),
    BeforeValidator(_parse_text),
    PlainSerializer(to_iso8601, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""Milliseconds since 1970-01-01T00:00Z; in JSON an ISO-8601 string (INTERFACES § 2)."""


def seconds_to_ms(amount: float) -> int:
    """Return `amount` (s) in whole milliseconds, rounded to the nearest."""
    return round(amount * 1000)
