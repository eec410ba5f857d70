"""Who may sign in, with which key, as whom: what TOWOW_API_KEYS says (INTERFACES § 7)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from shared.core.api_error import ApiError
from shared.core.user_id import validate_user_id

_KEY = re.compile(r"[A-Za-z0-9._~+/=-]{8,256}")
"""What fits behind `Bearer`, and is not guessed at once."""

_ENTRY_FORMAT = "an entry is KEY:USER:user or KEY:USER:admin"


class InvalidApiKeys(ValueError):
    """TOWOW_API_KEYS cannot be used. The message says which entry is wrong and how, without any key."""


@dataclass(frozen=True, slots=True)
class KeyOwner:
    """Whom a key stands for. It is never shown with its key."""

    key: str = field(repr=False)
    user_id: str
    admin: bool


def parse_api_keys(text: str) -> Sequence[KeyOwner]:
    """Everybody named in `KEY:USER:user|admin,…`; nobody when it is empty. Raises BadKeys."""
    entries = [entry.strip() for entry in text.split(",")]
    owners = [_parse_entry(number, entry) for number, entry in enumerate(entries, start=1) if entry]
    keys = [holder.key for holder in owners]
    for number, key in enumerate(keys, start=1):
        if key in keys[: number - 1]:
            raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: its key stands for somebody already")
    return owners


def _parse_entry(number: int, entry: str) -> KeyOwner:
    parts = entry.split(":")
    if len(parts) != 3:
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: {len(parts)} parts; {_ENTRY_FORMAT}")
    key, user_id, role = parts
    if not _KEY.fullmatch(key):
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: a key is 8–256 letters, digits and ._~+/=-")
    try:
        validate_user_id(user_id)
    except ApiError:
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: its user is not 1–128 printable characters") from None
    if role not in ("user", "admin"):
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: its role is neither user nor admin; {_ENTRY_FORMAT}")
    return KeyOwner(key, user_id, role == "admin")
