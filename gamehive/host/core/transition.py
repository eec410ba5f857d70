"""GameTransition of a game: collects state changes, messages, events, notes and the timer into one `Decision`."""

from collections.abc import Mapping
from typing import Any

from gamehive.contracts.events import GameEvent, HookAlerted, PhaseChanged
from gamehive.contracts.messages import GameMessage
from gamehive.contracts.tools import GameToolCall
from gamehive.contracts.transcript import Note
from gamehive.contracts.workspace import Workspace, WorkspaceChange
from gamehive.core.hooks.hook import HookAlert
from gamehive.core.log_redaction import redact_fields
from gamehive.core.loop.loop import RECENT_MESSAGES, Loop, RecentMessage
from gamehive.core.workspace.change import commit_change
from gamehive.host.core.decision_spans import DECISION, DecisionSpans, SpanName, call_span
from gamehive.host.core.state import GameState, PendingStep, StepKind
from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.timestamps import Instant, seconds_to_ms
from shared.core.trace import AttributeValue, LogLevel, LogRecord, TraceContext, correlation_trace

AGENT_KIND, SEARCH_KIND, CALLBACK_KIND = "game_agent", "game_search", "game_callback"
"""Kinds of the addresses of the task actors."""

RUN_STEPS: frozenset[StepKind] = frozenset(("turn", "summary", "compression", "tool"))
"""Steps of an agent, which the time of its run cuts; those of the engine about a decision are not."""


class GameTransition:
    """Builder of the decision on one message.

    Handlers change it in place; the effects are committed together or not at all.

    Attributes:
        state: The state with all changes so far.
        now: Current time, ms since the epoch.
        spans: Spans of the decision.
    """

    def __init__(
        self, state: GameState, now: Instant, step: TraceContext | None = None, *, is_request: bool = False
    ) -> None:
        """Begin a transition of `state`.

        Args:
            state: The state before it.
            now: Current time, ms since the epoch.
            step: Span of the step; None outside of a worker.
            is_request: Whether the message came from outside, so that a decision continues its trace.
        """
        self.state = state
        self.now = now
        step = step or correlation_trace(state.workspace.game_id)
        self.spans = DecisionSpans(step, state.open_spans, now, is_request=is_request)
        self._logs: list[LogRecord] = []
        self._sends: list[Send] = []
        self._events: list[GameEvent] = []
        self._notes: list[Note] = []

    @property
    def game_id(self) -> str:
        """Id of the game."""
        return self.state.workspace.game_id

    @property
    def workspace(self) -> Workspace:
        """The workspace with all changes so far."""
        return self.state.workspace

    @property
    def epoch(self) -> int:
        """Ownership epoch of the current decision."""
        return self.state.workspace.epoch

    def update(self, **changes: Any) -> None:
        """Replace the state by a copy with these fields of `GameState` changed; nothing is validated."""
        self.state = self.state.model_copy(update=changes)

    def commit(self, change: WorkspaceChange) -> None:
        """Commit a change of the workspace.

        Raises:
            InvalidWorkspace: The result would contradict itself.
        """
        self.update(workspace=commit_change(self.workspace, change, epoch=self.epoch, now=self.now))

    def update_loop(self, **changes: Any) -> None:
        """Replace fields of the active loop: a task agent's, or else the decision's."""
        self.replace_loop(self.loop.model_copy(update=changes))

    def replace_loop(self, loop: Loop) -> None:
        """Put another version of the active loop in its place."""
        if self.state.task is not None:
            self.update(task=self.state.task.model_copy(update={"loop": loop}))
        else:
            self.update(loop=loop)

    @property
    def loop(self) -> Loop:
        """The active loop.

        Raises:
            LookupError: No decision is being made.
        """
        loop = self.state.active_loop
        if loop is None:
            raise LookupError("no decision is being made")
        return loop

    def emit(self, *events: GameEvent) -> None:
        """Add events to the decision, in order; its commit appends them to the game's event log."""
        self._events.extend(events)

    def add_note(self, note: Note, *, tool: str = "", call_key: str = "", target: str = "") -> None:
        """Add a note to the transcript; what a model reads of the active loop counts as one of its recent messages."""
        self._notes.append(note)
        self.update(notes_length=self.state.notes_length + 1)
        loop = self.state.active_loop
        if loop is not None and note.loop == loop.id and note.kind in ("user", "assistant", "tool", "summary"):
            message = RecentMessage(kind=note.kind, tool=tool, call_key=call_key, target=target)
            recent = (*loop.recent, message)[-RECENT_MESSAGES:]
            self.update_loop(recent=recent, message_count=loop.message_count + 1)

    def raise_alerts(self, alerts: tuple[HookAlert, ...]) -> None:
        """Log the alerts of hooks, show them to viewers and keep them in the transcript."""
        for alert in alerts:
            active = self.state.active_loop
            retries = active.retries.get(alert.hook, 0) if active is not None else 0
            self.log(
                alert.level,
                alert.code,
                hook=alert.hook,
                detail=alert.cause or alert.detail,
                turns=active.turns if active is not None else 0,
                **({"retry": retries} if retries else {}),
            )
            self.emit(HookAlerted(game_id=self.game_id, hook=alert.hook, alert=alert.code, detail=alert.detail))
            text = f"{alert.level} {alert.code}: {alert.detail}"
            loop = self.state.active_loop
            self.add_note(Note(loop=loop.id if loop else "", kind="hook", agent="", text=text, hook=alert.hook))

    def send(self, kind: str, body: GameMessage, deadline: Instant | None = None, within: str = "") -> None:
        """Add a message to the task actor of this kind; after `deadline` (ms) it is ignored.

        `within` is the key of the open span that the receiver's work is part of.
        """
        self._sends.append(Send(Address(kind, self.game_id), body, deadline, self.spans.context(within)))

    @property
    def loop_span(self) -> str:
        """Key of the span that the active loop is part of: of the task agent's call, or of the decision."""
        return DECISION if self.state.task is None else call_span(self.state.task.call.call_id)

    def begin_span(self, key: str, name: SpanName, unique: str, within: str, **attributes: AttributeValue) -> None:
        """Open a span of the decision (see `DecisionSpans.begin`), with what all of them say."""
        self.spans.begin(key, name, unique, within, **self._span_attributes(), **attributes)

    def add_span(self, name: SpanName, within: str, error: str | None = None, /, **attributes: AttributeValue) -> None:
        """Add a span of the decision that begins and ends now, with what all of them say."""
        self.spans.add(name, within, error, **self._span_attributes(), **attributes)

    def _span_attributes(self) -> dict[str, AttributeValue]:
        workspace, loop = self.workspace, self.state.active_loop
        request = self.state.loop.request if self.state.loop is not None else None
        attributes: dict[str, AttributeValue] = {
            "game.id": workspace.game_id,
            "game.ply": workspace.plies + 1 if request is None else request.ply + 1,
            "game.epoch": workspace.epoch,
            "agent.persona": workspace.current_agent_name,
        }
        if loop is not None:
            attributes |= {"agent.name": loop.agent, "agent.loop": loop.id, "agent.loop_index": loop.turns}
        return attributes

    def begin_decision_span(self, request_id: str) -> None:
        """Begin the span of a decision, in the trace of the request or as the root of a new one."""
        self.spans.begin_decision(request_id, **self._span_attributes())

    def log(self, level: LogLevel, event: str, **fields: Any) -> None:
        """Add a log line about the game; texts of users and secrets are removed from its fields (GH-249)."""
        loop = self.state.loop
        common: Mapping[str, Any] = {
            "game_id": self.game_id,
            "trace_id": self.spans.trace_id,
            "request_id": loop.id if loop is not None else None,
            "agent": self.workspace.current_agent_name,
        }
        redacted = redact_fields(fields, (self.workspace.game_rule,))
        self._logs.append(LogRecord(level, event, {**common, **redacted}))

    def begin_step(self, kind: StepKind, timeout_s: float, call: GameToolCall | None = None) -> PendingStep:
        """Make the next step the one that is awaited, and return it; its id is new.

        Args:
            kind: Kind of the step.
            timeout_s: Seconds that it may take; the decision's deadline may cut them, and what is left to the run that
                it is part of.
            call: Tool call that it executes.
        """
        return self._begin_step(kind, self._step_due(kind, self.due_in(timeout_s)), call)

    def begin_last_step(self, kind: StepKind, timeout_s: float) -> PendingStep:
        """Make the next step one that is awaited past the decision's deadline, and return it."""
        return self._begin_step(kind, self.now + seconds_to_ms(timeout_s), None)

    def _begin_step(self, kind: StepKind, due: Instant, call: GameToolCall | None) -> PendingStep:
        number = self.state.steps + 1
        step = PendingStep(call_id=f"{self.epoch}.{number}", kind=kind, started_at=self.now, due=due, call=call)
        self.update(steps=number, pending=step)
        return step

    def new_call_id(self) -> str:
        """Return an id for a tool call that no other call of the game has."""
        number = self.state.steps + 1
        self.update(steps=number)
        return f"call-{self.epoch}.{number}"

    def _step_due(self, kind: StepKind, due: Instant) -> Instant:
        limit = self.run_due
        return due if limit is None or kind not in RUN_STEPS else min(due, limit)

    @property
    def run_due(self) -> Instant | None:
        """Instant at which the task agent's run is over, or else the turn of the persona with its calls (GH-197)."""
        task = self.state.task
        return self.state.step_due if task is None else task.due

    @property
    def is_run_over(self) -> bool:
        """Whether the task agent, or else the turn of the persona with its calls, has had its time."""
        return self.run_due is not None and self.now >= self.run_due

    def end_task(self) -> None:
        """End the run of the task agent; its time is not the persona's."""
        task, due = self.state.task, self.state.step_due
        assert task is not None
        later = None if due is None else due + max(0, self.now - task.started_at)
        self.update(task=None, pending=None, step_due=later)

    def due_in(self, timeout_s: float) -> Instant:
        """Return the instant (ms) after so many seconds, at most the deadline of the current decision."""
        due = self.now + seconds_to_ms(timeout_s)
        request = self.state.loop.request if self.state.loop is not None else None
        return due if request is None else min(due, request.deadline)

    def decision(self) -> Decision[GameState]:
        """Arm the timer for what is due next, and return all effects to commit.

        Call it once, after the last change.
        """
        self._show_phase()
        if self.state.loop is None:
            self.spans.end_decision("abandoned")
        if self.spans.open != self.state.open_spans:
            self.update(open_spans=self.spans.open)
        self._arm_timer()
        return Decision(
            state=self.state,
            sends=tuple(self._sends),
            events=tuple(self._events),
            timer=self.state.timer,
            closes=self.state.is_over,
            notes=tuple(self._notes),
            spans=self.spans.ended,
            logs=tuple(self._logs),
        )

    def _show_phase(self) -> None:
        """Tell viewers the phase of the board, if it has changed; a tentative move and a what-if change nothing."""
        state, workspace = self.state, self.workspace
        is_settled = state.proposal is None and workspace.undo_state.branch is None
        if is_settled and not state.is_over and workspace.current_phase != state.shown_phase:
            phase = workspace.current_phase
            self.emit(PhaseChanged(game_id=self.game_id, phase=phase, ply=workspace.plies))
            self.update(shown_phase=phase)

    def _arm_timer(self) -> None:
        state = self.state
        if state.is_over:
            self.update(timer=None)
            return
        dues: list[Instant] = []
        if state.loop is None and state.pending is None:
            dues.append(state.workspace.updated_at + seconds_to_ms(state.settings.game_idle_timeout))
        if state.pending is not None:
            dues.append(state.pending.due)
        if state.loop is not None and state.loop.request is not None and state.default_problem is None:
            dues.append(state.loop.request.deadline)
        due = min(dues)  # whoever decides waits for an answer or for the deadline
        if state.timer is None or state.timer.due != due:
            generation = state.generation + 1
            self.update(generation=generation, timer=Timer(name="due", due=due, generation=generation))
