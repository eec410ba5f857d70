"""Where does the next page of a list begin? A cursor: where the page before ended, in url-safe base64.

Whoever carries it can read it. So it ends at a demand that its reader may see, or between two milliseconds.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from shared.core.api_error import ApiError, PlatformErrorCode

_POSITION = re.compile(rb"(0|[1-9][0-9]{0,14})\.([A-Za-z0-9_-]{0,64})")
_CURSOR = re.compile(r"[A-Za-z0-9_-]{1,128}")


def encode_cursor(opened: int, correlation_id: str) -> str:
    """The cursor behind what was opened at `opened` (ms since 1970) under this id, or, without one, in that ms."""
    return urlsafe_b64encode(f"{opened}.{correlation_id}".encode()).decode().rstrip("=")


def decode_cursor(text: str) -> tuple[int, str]:
    """The place a cursor stands for: (opened, id or ""). Raises ToWowError (E001) for what `cursor` never made."""
    match = _POSITION.fullmatch(_decode_base64(text))
    if match is None or encode_cursor(int(match[1]), match[2].decode()) != text:
        raise ApiError(PlatformErrorCode.E001, "before is no cursor of this list")
    return int(match[1]), match[2].decode()


class ReadPosition:
    """How far a list was read, as its reader may know it."""

    def __init__(self) -> None:
        self.resume_position: tuple[int, str] | None = None
        """What lies behind it was not read, and it names nothing hidden; None when there is no such place yet."""
        self._opened: int | None = None

    def advance(self, opened: int, correlation_id: str, *, shown: bool) -> None:
        """The next one was read, newest first."""
        if self._opened is not None and opened < self._opened:
            self.resume_position = (self._opened, "")
        if shown:
            self.resume_position = (opened, correlation_id)
        self._opened = opened


def _decode_base64(text: str) -> bytes:
    """What `text` encodes; nothing when it is no base64."""
    if not _CURSOR.fullmatch(text) or len(text) % 4 == 1:
        return b""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
