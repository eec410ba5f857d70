"""Deterministic ids: equal causes give equal ids, so that a repetition is recognised (DESIGN § 3)."""

from base64 import b32encode
from hashlib import blake2b


def digest(*parts: object, length: int = 26) -> str:
    """Return a hash of `parts` as `length` lower-case base32 characters; equal parts give the same text.

    Args:
        parts: Values that are hashed as text, in this order.
        length: Number of characters, at most 32.
    """
    joined = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return b32encode(blake2b(joined, digest_size=20).digest()).decode().lower()[:length]


def message_id(cause: str, ordinal: int) -> str:
    """Return the id of a message that a step sends; a repetition of the step gives the same id.

    Args:
        cause: Id of the message that triggered the step.
        ordinal: Position among the messages of the step, from 0.
    """
    return digest(cause, ordinal)


def event_id(cause: str, ordinal: int) -> str:
    """Return the id of an event that a step appends, `evt-` and 16 characters (TW-036).

    Args:
        cause: Id of the message that triggered the step.
        ordinal: Position among the events of the step, from 0.
    """
    return "evt-" + digest("event", cause, ordinal, length=16)


def timer_id(address: str, name: str, generation: int) -> str:
    """Return the id of the `timer_fired` message of a timer; a timer that is claimed twice gives the same id.

    Args:
        address: Address of the entity, as `kind/id`.
        name: Name of the timer.
        generation: Generation number of the timer, unique within the entity.
    """
    return digest("timer", address, name, generation)
