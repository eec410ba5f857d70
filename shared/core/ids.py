"""Which id a thing gets: always the same one for the same cause, so that a repeat is recognised (DESIGN § 3)."""

from base64 import b32encode
from hashlib import blake2b


def digest(*parts: object, length: int = 26) -> str:
    """`length` lower-case base32 characters that depend on every part and on their order."""
    joined = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return b32encode(blake2b(joined, digest_size=20).digest()).decode().lower()[:length]


def message_id(cause: str, ordinal: int) -> str:
    """The id of the send number `ordinal` (from 0) of the step that the message `cause` made."""
    return digest(cause, ordinal)


def event_id(cause: str, ordinal: int) -> str:
    """The id of the event number `ordinal` (from 0) of that step (TW-036: `evt-…`)."""
    return "evt-" + digest("event", cause, ordinal, length=16)


def timer_id(address: str, name: str, generation: int) -> str:
    """The id of a timer's message: the same timer, claimed twice, is one message."""
    return digest("timer", address, name, generation)
