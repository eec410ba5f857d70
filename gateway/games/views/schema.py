"""View of a game, as its page shows it: the fold of its events (INTERFACES § 11)."""

from typing import Any, Literal

from gamehive.contracts.agents import AgentName, Persona
from gamehive.contracts.decision import DecisionSource
from gamehive.contracts.messages import Seat
from gamehive.contracts.workspace import Author, CandidateMove, GameOutcome, RuleInterpretation, Share, ThreatAnalysis
from gamehive.core.games.board import Player
from gamehive.core.phases.phase import Phase
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant

OccurrenceKind = Literal[
    "handed_over", "proposed", "rejected", "taken_back", "lesson", "overruled", "alert", "rules_interpreted"
]


class MoveView(FrozenModel):
    """Move on the board. `ply` counts from 1."""

    ply: int
    side: Player
    x: int
    y: int
    by: Author


class PendingDecision(FrozenModel):
    """Decision that is being made. `ply` is the number of the move."""

    request_id: str
    ply: int
    side: Player
    deadline: Instant


class DecisionView(FrozenModel):
    """Decision that was made, with its reason.

    Attributes:
        threat: Danger for whoever moved, after the move.
        overruled: Move of the team that this one replaces.
        delivery: How its delivery to a game server ended.
    """

    request_id: Maybe[str] = None
    ply: int
    x: int
    y: int
    agent: Maybe[Persona] = None
    reason: Maybe[str] = None
    source: Maybe[DecisionSource] = None
    threat: Maybe[Share] = None
    loops: Maybe[int] = None
    elapsed_ms: Maybe[int] = None
    overruled: Maybe[tuple[int, int]] = None
    delivery: Maybe[str] = None


class DecisionRefusal(FrozenModel):
    """Request for a decision that was refused, with the problem."""

    request_id: str
    problem: str
    detail: str


class TurnEntry(FrozenModel):
    """Turn of an agent."""

    kind: Literal["turn"] = "turn"
    agent: AgentName
    turn: int
    thought: str
    message: Maybe[str] = None
    failure: Maybe[str] = None


class CallResult(FrozenModel):
    """Result of a call."""

    is_error: bool
    content: str
    duration_ms: int


class CallEntry(FrozenModel):
    """Call of a tool. `forced_by` is the hook that made it; `loop` what the called agent does."""

    kind: Literal["call"] = "call"
    agent: AgentName
    call_id: str
    tool: str
    arguments: dict[str, Any]
    forced_by: Maybe[str] = None
    result: Maybe[CallResult] = None
    loop: Maybe["LoopView"] = None


class OccurrenceEntry(FrozenModel):
    """Occurrence in a decision that is neither a turn nor a call; `event` is the payload without `game_id`."""

    kind: Literal["occurrence"] = "occurrence"
    occurrence: OccurrenceKind
    event: dict[str, Any]


class LoopView(FrozenModel):
    """Run loop: of a decision, or of a task agent that a call has started."""

    id: str
    entries: tuple[TurnEntry | CallEntry | OccurrenceEntry, ...] = ()


class GameView(FrozenModel):
    """A game as its page shows it.

    Attributes:
        seats: Who plays side 1 and side 2.
        board: One text of 0, 1 and 2 a row.
        history: Moves that are known one by one; those before a server's board was taken over are not.
        plies: Moves on the board.
        to_move: Side whose turn it is; absent once the game is over.
        persona: Persona that decides, or decided last.
        candidates: Moves that somebody recommends now.
        threat: Danger for the team before its move.
        rules: What the rules mean for play.
        decision: Decision that is being made.
        thinking: Run loops of the current decision, or else of the last one.
        last_seq: Sequence number of the last event that the view contains.
    """

    game_id: str
    game: str
    rows: int
    columns: int
    referee: Literal["towow", "server"]
    seats: tuple[Seat | Literal["opponent"], Seat | Literal["opponent"]]
    first_side: Player
    level: int
    language: Language
    game_rule: str
    model: ModelName
    status: Literal["running", "ended"] = "running"
    board: tuple[str, ...]
    history: tuple[MoveView, ...] = ()
    plies: int = 0
    to_move: Maybe[Player] = None
    phase: Phase = "opening"
    persona: Maybe[Persona] = None
    candidates: tuple[CandidateMove, ...] = ()
    threat: Maybe[ThreatAnalysis] = None
    rules: Maybe[RuleInterpretation] = None
    decision: Maybe[PendingDecision] = None
    thinking: tuple[LoopView, ...] = ()
    last_decision: Maybe[DecisionView] = None
    refused: Maybe[DecisionRefusal] = None
    outcome: Maybe[GameOutcome] = None
    last_seq: int = 0
