"""Patch that makes pamqp tolerate malformed message properties: invalid UTF-8 and impossible timestamps.

Otherwise one such message closes the connection of each consumer in turn (poison message).
"""

from datetime import UTC, datetime

from pamqp import decode
from pamqp.common import FieldTable

MAX_SHORT_BYTES = 255
"""Maximum bytes of an AMQP short string: an id, a type, a routing key."""

UNREADABLE_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def patch_lenient_decoding() -> None:
    """Replace pamqp's decoders for the whole process: unreadable properties get defaults instead of raising.

    Invalid UTF-8 is replaced, a timestamp becomes 1970-01-01, a table becomes empty. Repeated calls have no effect.
    """
    decode.METHODS.update({"shortstr": _text, "timestamp": _instant, "table": _table})


def _text(value: bytes) -> tuple[int, str]:
    end = value[0] + 1
    try:
        return end, value[1:end].decode()
    except UnicodeDecodeError:
        # Replacement characters make it up to three times as long: too long to be sent on.
        readable = value[1:end].decode("utf-8", "replace").encode()
        return end, readable[:MAX_SHORT_BYTES].decode("utf-8", "ignore")


def _instant(value: bytes) -> tuple[int, datetime]:
    try:
        return decode.timestamp(value)
    except (ValueError, OverflowError, OSError):
        return 8, UNREADABLE_TIME


def _table(value: bytes) -> tuple[int, FieldTable]:
    try:
        return decode.field_table(value)
    except (ValueError, OverflowError, OSError, IndexError):
        return 4 + int.from_bytes(value[:4], "big"), {}
