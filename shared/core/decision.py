"""What one step decided, as data: the new state, what to send, what happened, which timer runs."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from shared.core.address import Address
from shared.core.frozen_model import FrozenModel
from shared.core.message import EventPayload, Message
from shared.core.timestamps import Instant

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Send:
    """One message to send once the step is committed. After `deadline` (ms) nobody starts work on it."""

    to: Address
    body: Message
    deadline: int | None = None


class Timer(FrozenModel):
    """The one timer of an entity: what it waits for, until when, and a number that no other timer of it had."""

    name: str
    due: Instant
    generation: int


@dataclass(frozen=True, slots=True)
class Decision(Generic[S]):
    """The outcome of `decide`. `timer` is the only one armed afterwards; None disarms.

    `closes` ends the whole correlation: nothing is delivered, logged or timed for it any more.
    """

    state: S
    sends: tuple[Send, ...] = ()
    events: tuple[EventPayload, ...] = ()
    timer: Timer | None = None
    closes: bool = False
