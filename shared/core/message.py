"""What every message body and event payload has in common: frozen, nothing unknown in it, and a type name."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from shared.core.address import Address
from shared.core.instant import Instant

T = TypeVar("T")


def _is_none(value: object) -> bool:
    return value is None


Maybe = Annotated[T | None, Field(exclude_if=_is_none)]
"""An optional field: when it has no value its key is absent, never null (INTERFACES § 6)."""


class Record(BaseModel):
    """A frozen piece of data that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Message(Record):
    """A message body. `type` (like `message_id` and `timestamp`) travels in the envelope only (TWC-22)."""

    type: ClassVar[str]

    def ticket(self) -> str:
        """What the asker will recognise its request by when a task answers `task_failed`."""
        return ""


class Payload(Record):
    """What an event says. `type` is its event type, `towow.offer.submitted` for instance."""

    type: ClassVar[str]


B = TypeVar("B", bound=Message, covariant=True)


@dataclass(frozen=True, slots=True)
class Received(Generic[B]):
    """A message as an actor sees it: the body and what the envelope says about it."""

    body: B
    sender: Address
    recipient: Address
    message_id: str
    correlation_id: str
    deadline: int | None = None


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
