"""State of a game's host: the workspace, the run loops of the current decision, and what is awaited until when."""

from collections.abc import Mapping
from typing import Literal

from gamehive.contracts.decision import MoveDecision
from gamehive.contracts.messages import SearchedCandidate, Seat
from gamehive.contracts.tools import GameToolCall
from gamehive.contracts.workspace import Share, Workspace
from gamehive.core.games.level import Level
from gamehive.core.loop.loop import Loop, ProposedMove
from gamehive.core.phases.phase import Phase
from gamehive.host.core.host_texts import DecisionProblem
from gamehive.settings import GameSettings
from shared.core.decision import Timer
from shared.core.frozen_model import FrozenModel
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.core.trace import OpenSpan

StepKind = Literal["turn", "summary", "compression", "tool", "root", "verification", "opponent"]

MAX_KEPT_DECISIONS = 8
"""Decisions that are remembered, so that a repeated request is recognised."""


class PendingStep(FrozenModel):
    """Step that a task does now; only an answer with its id counts. `call` is the tool call that it executes."""

    call_id: str
    kind: StepKind
    started_at: Instant
    due: Instant
    call: GameToolCall | None = None


class RootSearch(FrozenModel):
    """Engine's view of the team's board before its move; without candidates if the search failed."""

    board: tuple[str, ...]
    candidates: tuple[SearchedCandidate, ...] = ()
    score: Share = 0.5
    proof: Literal["won", "drawn", "lost"] | None = None
    threat: Share = 0.5


class ReplacedChoice(FrozenModel):
    """Choice of the team that the guard replaces, while what replaces it is checked.

    Attributes:
        x: Row of the choice, from 0.
        y: Column of the choice, from 0.
        reason: The team's reason for it.
        checked: Searches for its replacement so far.
    """

    x: int
    y: int
    reason: str
    checked: int = 0


class TaskRun(FrozenModel):
    """Run loop of a task agent, and the call that it answers.

    Attributes:
        loop: The loop.
        call: The call.
        started_at: Instant of its start.
        due: Instant at which it fails; None in a game that was stored before there was one.
    """

    loop: Loop
    call: GameToolCall
    started_at: Instant
    due: Instant | None = None


NOTHING_PROPOSED: Mapping[str, None] = {"proposal": None, "replaced": None, "default_problem": None}
"""Fields of a state whose decision has neither a tentative move nor a last search."""


class GameState(FrozenModel):
    """Record of one game.

    Attributes:
        referee: Who judges the moves: we, or the game server that requests decisions.
        seats: Who plays side 1 and side 2.
        settings: Settings of the game, as they were at its start.
        loop: Run loop of the current decision; None between decisions.
        task: Run of a task agent within it.
        pending: Step that is awaited.
        root: The engine's view of the board to decide on.
        proposal: Move that is placed tentatively: the team's, or the guard's in its place.
        replaced: Choice of the team that the guard is replacing.
        default_problem: Why the engine is to decide, while its last search is awaited; None if it is not.
        decided_by_engine: Whether the engine alone decides this request.
        decisions: Last decisions.
        undelivered: Ids of the decisions that are being delivered.
        failed_delivery: Id of the last decision if its delivery failed, so that a repeated request delivers it again.
        step_due: Instant at which the persona's turn with its calls is given up; None before the first turn.
        requested_at: Instant of the newest request of a game server.
        shown_phase: Phase that viewers know.
        steps: Steps so far; numbers the ids of calls.
        notes_length: Number of notes of the game.
        open_spans: Spans of the current decision that have not ended; the first one is the decision's.
        is_started: Whether the first player of a game that we referee was called.
        is_over: Whether the log is closed.
    """

    schema_version: str = "1"
    referee: Literal["towow", "server"]
    seats: tuple[Seat | Literal["opponent"], Seat | Literal["opponent"]]
    level: Level = 4
    model: ModelName = "simulated"
    settings: GameSettings
    workspace: Workspace
    loop: Loop | None = None
    task: TaskRun | None = None
    pending: PendingStep | None = None
    root: RootSearch | None = None
    proposal: ProposedMove | None = None
    replaced: ReplacedChoice | None = None
    default_problem: DecisionProblem | None = None
    decided_by_engine: bool = False
    decisions: tuple[MoveDecision, ...] = ()
    undelivered: tuple[str, ...] = ()
    failed_delivery: str | None = None
    step_due: Instant | None = None
    requested_at: Instant = 0
    shown_phase: Phase = "opening"
    steps: int = 0
    notes_length: int = 0
    open_spans: tuple[OpenSpan, ...] = ()
    is_started: bool = False
    is_over: bool = False
    generation: int = 0
    timer: Timer | None = None

    @property
    def active_loop(self) -> Loop | None:
        """Run loop that goes on now: a task agent's within a decision, or the decision's."""
        return self.task.loop if self.task is not None else self.loop
