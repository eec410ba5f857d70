"""Base classes of message bodies and event payloads, and the messages every actor may receive."""

from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from shared.core.address import Address
from shared.core.frozen_model import FrozenModel
from shared.core.timestamps import Instant
from shared.core.trace import TraceContext
from shared.core.usage import NO_USAGE, Usage


class Message(FrozenModel):
    """Body of a message. `type`, like `message_id` and `timestamp`, is sent in the envelope only (TWC-22)."""

    type: ClassVar[str]

    def request_key(self) -> str:
        """Return the key of this request, "" unless the message class overrides the method.

        The runtime copies it into the field `of` of a `task_failed` reply, so that the sender of several requests can
        tell which one failed.
        """
        return ""


class EventPayload(FrozenModel):
    """Payload of an event; `type` is its event type, for example `towow.<subject>.<action>`."""

    type: ClassVar[str]


B = TypeVar("B", bound=Message, covariant=True)


@dataclass(frozen=True, slots=True)
class ReceivedMessage(Generic[B]):
    """Message as an actor sees it: body, envelope data, and what its correlation has spent on the model.

    `trace` is the span of the step that processes it; None outside of a worker.
    """

    body: B
    sender: Address
    recipient: Address
    message_id: str
    correlation_id: str
    deadline: int | None = None
    spent: Usage = NO_USAGE
    trace: TraceContext | None = None


class TimerFired(Message):
    """The entity's timer is due (at `due`); `generation` tells it from earlier and later timers."""

    type = "timer_fired"
    name: str
    generation: int
    due: Instant


class TaskFailed(Message):
    """A task gave up: its message type, the reason, and as `of` the `request_key` of the request."""

    type = "task_failed"
    task: str
    reason: str
    detail: str = ""
    of: str = ""
