"""Deterministic ids: equal causes give equal ids, so that a repetition is recognised (DESIGN § 3)."""

from base64 import b32encode
from hashlib import blake2b


def digest(*parts: object, length: int = 26) -> str:
    """Return a hash of `parts` as `length` lower-case base32 characters (a–z, 2–7); equal parts give the same text.

    Args:
        parts: Values that are hashed as `str(part)`, in this order: 1 and "1" are equal, ("a", "b") and ("ab",) are
            not.
        length: Number of characters, at most 32; a greater one gives 32.
    """
    joined = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return b32encode(blake2b(joined, digest_size=20).digest()).decode().lower()[:length]


def message_id(cause: str, ordinal: int) -> str:
    """Return the id of a message that a step sends: 26 lower-case base32 characters.

    It depends on the arguments only: a repeated step sends the same ids, by which receivers recognise the repetition.

    Args:
        cause: Id of the message that triggered the step, or idempotency key of the request that did.
        ordinal: Position among the messages of the step, from 0.
    """
    return digest(cause, ordinal)


def event_id(cause: str, ordinal: int) -> str:
    """Return the id of an event that a step appends: `evt-` and 16 lower-case base32 characters (TW-036).

    It depends on the arguments only; a repeated step gives the same ids.

    Args:
        cause: Id of the message that triggered the step, or idempotency key of the request that did.
        ordinal: Position among the events of the step, from 0.
    """
    return "evt-" + digest("event", cause, ordinal, length=16)


def timer_id(address: str, name: str, generation: int) -> str:
    """Return the id of a timer's outbox entry and of its `timer_fired` message: 26 lower-case base32 characters.

    It depends on the arguments only, so that the entry can be cancelled, and a timer that is published twice is
    recognised.

    Args:
        address: Address of the entity, as `kind/id`.
        name: Name of the timer (`Timer.name`).
        generation: Generation number of the timer (`Timer.generation`), unique within the entity.
    """
    return digest("timer", address, name, generation)
