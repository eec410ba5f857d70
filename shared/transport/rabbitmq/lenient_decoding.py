"""What a stranger may write into a message's properties that the library cannot read: broken text, impossible instants.

The library gives up the connection over one; the broker then hands the message to the next, and that for ever.
"""

from datetime import UTC, datetime

from pamqp import decode
from pamqp.common import FieldTable

SHORT = 255
"""Bytes that a short text of AMQP has at most: an id, a type, a routing key."""

NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def patch_lenient_decoding() -> None:
    """From now on this process reads what it can of every message's properties, and leaves out the rest."""
    decode.METHODS.update({"shortstr": _text, "timestamp": _instant, "table": _table})


def _text(value: bytes) -> tuple[int, str]:
    end = value[0] + 1
    try:
        return end, value[1:end].decode()
    except UnicodeDecodeError:
        readable = (
            value[1:end].decode("utf-8", "replace").encode()
        )  # up to three times as long: nobody could send it on
        return end, readable[:SHORT].decode("utf-8", "ignore")


def _instant(value: bytes) -> tuple[int, datetime]:
    try:
        return decode.timestamp(value)
    except (ValueError, OverflowError, OSError):
        return 8, NEVER


def _table(value: bytes) -> tuple[int, FieldTable]:
    try:
        return decode.field_table(value)
    except (ValueError, OverflowError, OSError, IndexError):
        return 4 + int.from_bytes(value[:4], "big"), {}
