"""Parser of TOWOW_API_KEYS: the API keys with their users and roles (INTERFACES § 7)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from shared.core.api_error import ApiError
from shared.core.user_id import validate_user_id

_KEY = re.compile(r"[A-Za-z0-9._~+/=-]{8,256}")
"""Characters allowed after `Bearer`."""

SAFE_KEY_CHARACTERS = 16
"""Shorter keys are likely to be words that somebody chose; requests with wrong keys are too fast to protect them."""

_ENTRY_FORMAT = "expected KEY:USER:user or KEY:USER:admin"


class InvalidApiKeys(ValueError):
    """TOWOW_API_KEYS is malformed. The message names the entry by its number and contains no key."""


@dataclass(frozen=True, slots=True)
class KeyOwner:
    """User and role of an API key; the key is left out of its repr."""

    key: str = field(repr=False)
    user_id: str
    admin: bool


def parse_api_keys(text: str) -> Sequence[KeyOwner]:
    """Parse the value of TOWOW_API_KEYS: entries `KEY:USER:user` or `KEY:USER:admin`, separated by commas.

    A key has 8 to 256 letters, digits or `._~+/=-`, a user id 1 to 128 printable characters. White space around an
    entry is removed, and empty entries are skipped.

    Returns:
        One owner per entry, in the given order; empty if `text` is empty.

    Raises:
        InvalidApiKeys: If an entry is malformed or two entries have the same key. The message contains no key.
    """
    entries = [entry.strip() for entry in text.split(",")]
    owners = [_parse_entry(number, entry) for number, entry in enumerate(entries, start=1) if entry]
    keys = [owner.key for owner in owners]
    for number, key in enumerate(keys, start=1):
        if key in keys[: number - 1]:
            raise InvalidApiKeys(
                f"TOWOW_API_KEYS, entry {number}: its key is used by an earlier entry; every key must be unique"
            )
    return owners


def _parse_entry(number: int, entry: str) -> KeyOwner:
    parts = entry.split(":")
    if len(parts) != 3:
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: it has {len(parts)} parts; {_ENTRY_FORMAT}")
    key, user_id, role = parts
    if not _KEY.fullmatch(key):
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: its key must be 8–256 letters, digits or ._~+/=-")
    try:
        validate_user_id(user_id)
    except ApiError:
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: its user must be 1–128 printable characters") from None
    if role not in ("user", "admin"):
        raise InvalidApiKeys(f"TOWOW_API_KEYS, entry {number}: its role must be user or admin; {_ENTRY_FORMAT}")
    return KeyOwner(key, user_id, role == "admin")
