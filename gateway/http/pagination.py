"""Pagination cursors: the position at which a page of a list ended, in URL-safe base64.

Clients can decode a cursor. It therefore names an item that the client may see, or a point between two milliseconds.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from shared.core.api_error import ApiError, PlatformErrorCode

_POSITION = re.compile(rb"(0|[1-9][0-9]{0,14})\.([A-Za-z0-9_-]{0,64})")
_CURSOR = re.compile(r"[A-Za-z0-9_-]{1,128}")


def encode_cursor(opened: int, correlation_id: str) -> str:
    """Return the opaque cursor of the page after an item, for `decode_cursor`.

    Args:
        opened: Time at which the item was opened (ms since the epoch).
        correlation_id: Id of the item; "" stands for all items opened in that millisecond, which the page then skips.
    """
    return urlsafe_b64encode(f"{opened}.{correlation_id}".encode()).decode().rstrip("=")


def decode_cursor(text: str) -> tuple[int, str]:
    """Return the position (`opened` in ms since the epoch, correlation id or "") that a cursor encodes.

    Whether an item with this id exists is not checked.

    Raises:
        ApiError: E001 if `encode_cursor` cannot have made it.
    """
    match = _POSITION.fullmatch(_decode_base64(text))
    if match is None or encode_cursor(int(match[1]), match[2].decode()) != text:
        raise ApiError(PlatformErrorCode.E001, "before must be the cursor that an earlier page returned as next")
    return int(match[1]), match[2].decode()


class ReadPosition:
    """Tracks how far a list has been read, in terms that may be shown to the client."""

    def __init__(self) -> None:
        self.resume_position: tuple[int, str] | None = None
        """Position from which to continue, without naming a hidden item; None if there is none yet."""
        self._opened: int | None = None

    def advance(self, opened: int, correlation_id: str, *, shown: bool) -> None:
        """Record that the next item of the list was read, and update `resume_position`. Items are passed newest first.

        The position of a shown item becomes `resume_position`. A hidden item that is older than the previous item moves
        it behind all items of the previous one's millisecond; any other hidden item leaves it as it is.

        Args:
            opened: Time at which the item was opened (ms since the epoch).
            correlation_id: Id of the item.
            shown: Whether the client may see the item; a hidden item's id never becomes a position.
        """
        if self._opened is not None and opened < self._opened:
            self.resume_position = (self._opened, "")
        if shown:
            self.resume_position = (opened, correlation_id)
        self._opened = opened


def _decode_base64(text: str) -> bytes:
    """Decode URL-safe base64 without padding; empty if `text` is malformed."""
    if not _CURSOR.fullmatch(text) or len(text) % 4 == 1:
        return b""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
