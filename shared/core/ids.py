"""Deterministic ids: equal causes give equal ids, so that a repetition is recognised (DESIGN § 3)."""

from base64 import b32encode
from hashlib import blake2b


def digest(*parts: object, length: int = 26) -> str:
    """Return `length` lower-case base32 characters (at most 32) that depend on all parts and their order."""
    joined = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return b32encode(blake2b(joined, digest_size=20).digest()).decode().lower()[:length]


def message_id(cause: str, ordinal: int) -> str:
    """Return the id of send number `ordinal` (from 0) of the step that the message `cause` triggered."""
    return digest(cause, ordinal)


def event_id(cause: str, ordinal: int) -> str:
    """Return the id of event number `ordinal` (from 0) of that step (TW-036: `evt-…`)."""
    return "evt-" + digest("event", cause, ordinal, length=16)


def timer_id(address: str, name: str, generation: int) -> str:
    """Return the id of a timer's message; a timer that is claimed twice gives one message."""
    return digest("timer", address, name, generation)
