"""Transition of a channel: collects state changes, messages, events and the timer into one `Decision`."""

from typing import Any, TypedDict

from channel_admin.core.state import AwaitedInput, ChannelState
from channel_admin.core.status import Status, check_transition
from negotiation.contracts.messages import ModelAnswer
from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.message_base import EventPayload, Message
from shared.core.timestamps import seconds_to_ms
from shared.core.usage import NO_USAGE, Usage


class ChannelIds(TypedDict):
    """Ids in every message and event of a channel (TWC-12)."""

    demand_id: str
    channel_id: str


class Transition:
    """Builder of the decision on one message.

    Handlers change it in place; the effects are committed together or not at all.

    Attributes:
        state: The state with all changes so far.
        now: Current time, ms since the epoch.
        total_usage: Model usage of the demand so far.
        closes: Whether the channel ends with this decision.
    """

    def __init__(self, state: ChannelState, now: int, total_usage: Usage = NO_USAGE) -> None:
        self.state = state
        self.now = now
        self.total_usage = total_usage
        self.closes = False
        self._sends: list[Send] = []
        self._events: list[EventPayload] = []

    @property
    def ids(self) -> "ChannelIds":
        """The `demand_id` and `channel_id` of the state, as keyword arguments for messages and events (TWC-12)."""
        return ChannelIds(demand_id=self.state.demand_id, channel_id=self.state.channel_id)

    def update(self, **changes: Any) -> None:
        """Replace the state by a copy with these fields of `ChannelState` changed; nothing is validated."""
        self.state = self.state.model_copy(update=changes)

    def transition_to(self, status: Status) -> None:
        """Set the status of the state.

        Raises:
            IllegalTransition: E010; the status table does not allow the change, and the state stays as it is.
        """
        self.update(status=check_transition(self.state.status, status))

    def emit(self, *events: EventPayload) -> None:
        """Add events to the decision, in order; its commit appends them to the demand's event log."""
        self._events.extend(events)

    def send(self, kind: str, identifier: str, body: Message) -> None:
        """Add a message to the actor with the address `kind` and `identifier` to the decision; it is sent on commit.

        `kind` is `user_agent` with an agent id, or `coordinator`, `skills` or `channel` with a channel id. A message
        added before the outcome expires at the channel's deadline, one added afterwards never.
        """
        deadline = None if self.state.is_final else self.state.deadline
        self._sends.append(Send(Address(kind, identifier), body, deadline))

    def count_fallback(self, answer: ModelAnswer) -> None:
        """Add 1 to the state's `fallback_calls` if the answer is a fallback; else change nothing.

        The store accounts for the usage of real answers.
        """
        if answer.fallback:
            self.update(fallback_calls=self.state.fallback_calls + 1)

    def arm_timer(self, awaited: AwaitedInput, due_ms: int) -> None:
        """Store the input to await and replace the channel's only timer.

        It does not block: when the timer fires, a later decision calls `handle_timer`.

        Args:
            awaited: The input to wait for; also the timer's name.
            due_ms: Instant of the timer, ms since the epoch; before the outcome at most the channel's deadline.
        """
        due = due_ms if self.state.is_final else min(due_ms, self.state.deadline)
        generation = self.state.generation + 1
        self.update(waiting=awaited, generation=generation, timer=Timer(name=awaited, due=due, generation=generation))

    def arm_task_timer(self, awaited: AwaitedInput, *, retry: bool = False) -> int:
        """Store the task's answer as the input to await and set the timer to `max_stuck_time` (s) from now.

        Before the outcome the timer is due at the channel's deadline at the latest. The task itself is sent by the
        caller.

        Args:
            awaited: The task's answer to wait for.
            retry: Whether the task is sent again because it did not answer; False restarts the count of repetitions.

        Returns:
            The timer's instant, ms since the epoch: an answer after it may be ignored.
        """
        self.update(asked_again=self.state.asked_again + 1 if retry else 0)
        due_ms = self.now + seconds_to_ms(self.state.rules.max_stuck_time)
        self.arm_timer(awaited, due_ms)
        return due_ms if self.state.is_final else min(due_ms, self.state.deadline)

    def stop_waiting(self) -> None:
        """Cancel the timer and set the awaited input to `nothing`."""
        self.update(waiting="nothing", timer=None)

    def decision(self) -> Decision[ChannelState]:
        """Set `last_updated_at` to now and return the state, messages, events and timer to commit.

        Call it once, after the last change.
        """
        self.update(last_updated_at=self.now)
        return Decision(
            state=self.state,
            sends=tuple(self._sends),
            events=tuple(self._events),
            timer=self.state.timer,
            closes=self.closes,
        )
