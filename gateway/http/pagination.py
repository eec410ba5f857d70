"""Where does the next page of a list begin? A cursor: where the page before ended, in url-safe base64.

Whoever carries it can read it. So it ends at a demand that its reader may see, or between two milliseconds.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from negotiation.contracts.error_codes import ApiError, ErrorCode

_PLACE = re.compile(rb"(0|[1-9][0-9]{0,14})\.([A-Za-z0-9_-]{0,64})")
_CURSOR = re.compile(r"[A-Za-z0-9_-]{1,128}")


def encode_cursor(opened: int, correlation_id: str) -> str:
    """The cursor behind what was opened at `opened` (ms since 1970) under this id, or, without one, in that ms."""
    return urlsafe_b64encode(f"{opened}.{correlation_id}".encode()).decode().rstrip("=")


def decode_cursor(text: str) -> tuple[int, str]:
    """The place a cursor stands for: (opened, id or ""). Raises ToWowError (E001) for what `cursor` never made."""
    found = _PLACE.fullmatch(_decoded(text))
    if found is None or encode_cursor(int(found[1]), found[2].decode()) != text:
        raise ApiError(ErrorCode.E001, "before is no cursor of this list")
    return int(found[1]), found[2].decode()


class ReadPosition:
    """How far a list was read, as its reader may know it."""

    def __init__(self) -> None:
        self.told: tuple[int, str] | None = None
        """What lies behind it was not read, and it names nothing hidden; None when there is no such place yet."""
        self._opened: int | None = None

    def read(self, opened: int, correlation_id: str, *, shown: bool) -> None:
        """The next one was read, newest first."""
        if self._opened is not None and opened < self._opened:
            self.told = (self._opened, "")
        if shown:
            self.told = (opened, correlation_id)
        self._opened = opened


def _decoded(text: str) -> bytes:
    """What `text` encodes; nothing when it is no base64."""
    if not _CURSOR.fullmatch(text) or len(text) % 4 == 1:
        return b""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
