"""SessionTransition of a session: collects state changes, messages, events and the timer into one `Decision`."""

from typing import Any

from deliberation.contracts.roles import Role
from deliberation.contracts.session import AgentStatus
from deliberation.host.core.state import SessionState
from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.message_base import EventPayload, Message
from shared.core.timestamps import seconds_to_ms
from shared.core.usage import NO_USAGE, Usage


class SessionTransition:
    """Builder of the decision on one message.

    Handlers change it in place; the effects are committed together or not at all.

    Attributes:
        state: The state with all changes so far.
        now: Current time, ms since the epoch.
        total_usage: Model usage of the session so far.
    """

    def __init__(self, state: SessionState, now: int, total_usage: Usage = NO_USAGE) -> None:
        self.state = state
        self.now = now
        self.total_usage = total_usage
        self._sends: list[Send] = []
        self._events: list[EventPayload] = []

    @property
    def session_id(self) -> str:
        """Id of the session."""
        return self.state.context.session_id

    def update(self, **changes: Any) -> None:
        """Replace the state by a copy with these fields of `SessionState` changed; nothing is validated."""
        self.state = self.state.model_copy(update=changes)

    def set_status(self, agent: Role, status: AgentStatus) -> None:
        """Set the status of an agent."""
        self.update(agent_status={**self.state.agent_status, agent: status})

    def emit(self, *events: EventPayload) -> None:
        """Add events to the decision, in order; its commit appends them to the session's event log."""
        self._events.extend(events)

    def send(self, kind: str, body: Message, deadline: int | None = None) -> None:
        """Add a message to the session's task actor of this kind; after `deadline` (ms) it is ignored."""
        self._sends.append(Send(Address(kind, self.session_id), body, deadline))

    def due_in(self, timeout_s: float) -> int:
        """Return the instant (ms) after so many seconds, at most the session's deadline."""
        return min(self.now + seconds_to_ms(timeout_s), self.state.deadline)

    def decision(self) -> Decision[SessionState]:
        """Arm the timer for what is due next, and return the state, messages, events and timer to commit.

        Call it once, after the last change.
        """
        self._arm_timer()
        self.update(updated_at=self.now)
        return Decision(
            state=self.state,
            sends=tuple(self._sends),
            events=tuple(self._events),
            timer=self.state.timer,
            closes=self.state.is_over,
        )

    def _arm_timer(self) -> None:
        state = self.state
        if state.is_over:
            self.update(timer=None)
            return
        tasks = (*state.turns, *state.reviews, *filter(None, (state.comparison, state.report)))
        due = min([state.deadline, *(each.due for each in tasks)])
        if state.timer is None or state.timer.due != due:
            generation = state.generation + 1
            self.update(generation=generation, timer=Timer(name="due", due=due, generation=generation))
