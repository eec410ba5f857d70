"""What every message body and event payload has in common: a type name; and how an actor sees a message."""

from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from shared.core.address import Address
from shared.core.frozen_model import FrozenModel
from shared.core.timestamps import Instant
from shared.core.usage import NO_USAGE, Usage


class Message(FrozenModel):
    """A message body. `type` (like `message_id` and `timestamp`) travels in the envelope only (TWC-22)."""

    type: ClassVar[str]

    def request_key(self) -> str:
        """What the asker will recognise its request by when a task answers `task_failed`."""
        return ""


class EventPayload(FrozenModel):
    """What an event says. `type` is its event type, `towow.offer.submitted` for instance."""

    type: ClassVar[str]


B = TypeVar("B", bound=Message, covariant=True)


@dataclass(frozen=True, slots=True)
class ReceivedMessage(Generic[B]):
    """A message as an actor sees it: the body, what the envelope says about it, what its correlation has paid."""

    body: B
    sender: Address
    recipient: Address
    message_id: str
    correlation_id: str
    deadline: int | None = None
    spent: Usage = NO_USAGE


class TimerFired(Message):
    """An entity's own timer is due (at `due`). `generation` tells it from the timers armed before and after."""

    type = "timer_fired"
    name: str
    generation: int
    due: Instant


class TaskFailed(Message):
    """A task could not be done for good: which message type it was, why, and the `ticket()` of the request."""

    type = "task_failed"
    task: str
    reason: str
    detail: str = ""
    of: str = ""
