"""How one step of a channel is written down: changes, sends, events and the timer, collected into one Decision."""

from typing import Any, TypedDict

from channel_admin.core.state import AwaitedInput, ChannelState
from channel_admin.core.status import Status, check_transition
from negotiation.contracts.messages import ModelAnswer
from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.message import EventPayload, Message
from shared.core.timestamps import seconds_to_ms
from shared.core.usage import NO_USAGE, Usage


class ChannelIds(TypedDict):
    """What every message and event of a channel carries (TWC-12)."""

    demand_id: str
    channel_id: str


class Transition:
    """One step in the making. `state` is always the state as it will be."""

    def __init__(self, state: ChannelState, now: int, spent: Usage = NO_USAGE) -> None:
        """`spent`: what the demand has paid so far."""
        self.state = state
        self.now = now
        self.total_usage = spent
        self.closes = False
        self._sends: list[Send] = []
        self._events: list[EventPayload] = []

    @property
    def ids(self) -> "ChannelIds":
        """The two ids that every message and event of the channel carries (TWC-12)."""
        return ChannelIds(demand_id=self.state.demand_id, channel_id=self.state.channel_id)

    def update(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = self.state.model_copy(update=changes)

    def transition_to(self, status: Status) -> None:
        """Change the status. Raises IllegalTransition (E010) when the table does not allow it."""
        self.update(status=check_transition(self.state.status, status))

    def emit(self, *events: EventPayload) -> None:
        """These things have happened."""
        self._events.extend(events)

    def send(self, kind: str, identifier: str, body: Message) -> None:
        """Send to one actor; before the outcome nobody starts on it after the channel's own deadline."""
        deadline = None if self.state.is_final else self.state.deadline
        self._sends.append(Send(Address(kind, identifier), body, deadline))

    def count_fallback(self, answer: ModelAnswer) -> None:
        """Count an answer that no model gave; what the others cost is in the demand's account."""
        if answer.fallback:
            self.update(fallback_calls=self.state.fallback_calls + 1)

    def arm_timer(self, awaited: AwaitedInput, due_ms: int) -> None:
        """Arm the one timer: until `due` (ms), or the channel's own deadline when that is earlier."""
        at = due_ms if self.state.is_final else min(due_ms, self.state.deadline)
        generation = self.state.generation + 1
        self.update(waiting=awaited, generation=generation, timer=Timer(name=awaited, due=at, generation=generation))

    def arm_task_timer(self, awaited: AwaitedInput, *, retry: bool = False) -> int:
        """Wait for a task, at most MAX_STUCK_TIME; returns the instant after which its answer may not count."""
        self.update(asked_again=self.state.asked_again + 1 if retry else 0)
        due = self.now + seconds_to_ms(self.state.rules.max_stuck_time)
        self.arm_timer(awaited, due)
        return due if self.state.is_final else min(due, self.state.deadline)

    def stop_waiting(self) -> None:
        """Wait for nothing more."""
        self.update(waiting="nothing", timer=None)

    def decision(self) -> Decision[ChannelState]:
        """What the step comes to."""
        self.update(last_updated_at=self.now)
        return Decision(
            state=self.state,
            sends=tuple(self._sends),
            events=tuple(self._events),
            timer=self.state.timer,
            closes=self.closes,
        )
