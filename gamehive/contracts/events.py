"""Events of a game's log, as viewers and subscribers get them (INTERFACES § 11)."""

from typing import Any, Literal

from gamehive.contracts.agents import AgentName, Persona
from gamehive.contracts.decision import DecisionSource, PlyRecord
from gamehive.contracts.messages import Seat
from gamehive.contracts.workspace import Author, CandidateMove, RuleInterpretation, Share, ThreatAnalysis, UndoTrigger
from gamehive.core.games.board import Player
from gamehive.core.phases.phase import Phase
from shared.core.frozen_model import Maybe
from shared.core.language import Language
from shared.core.message_base import EventPayload
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.core.usage import Usage


class GameEvent(EventPayload):
    """Event of one game."""

    game_id: str


class GameStarted(GameEvent):
    """Start of a game; the first event of every log.

    Attributes:
        referee: Who judges the moves: our own service, or the game server that asks for decisions.
        seats: Who plays side 1 and side 2.
        first_side: Who begins.
        level: Level of the engines.
    """

    type = "towow.game.started"
    game: str
    rows: int
    columns: int
    referee: Literal["towow", "server"]
    seats: tuple[Seat | Literal["opponent"], Seat | Literal["opponent"]]
    first_side: Player
    level: int
    language: Language
    game_rule: str = ""
    model: ModelName


class DecisionRequested(GameEvent):
    """The team is asked for a move.

    Attributes:
        ply: Number of that move, from 1.
        deadline: Instant at which it must be decided.
        history: All moves so far, as the game server gave them; absent in a game that we referee, whose log has them.
    """

    type = "towow.game.decision_requested"
    request_id: str
    ply: int
    side: Player
    deadline: Instant
    board: tuple[str, ...]
    history: Maybe[tuple[PlyRecord, ...]] = None


class DecisionRefused(GameEvent):
    """A request that cannot be decided, for example because its board contradicts its history."""

    type = "towow.game.decision_refused"
    request_id: str
    problem: str
    detail: str = ""


class PhaseChanged(GameEvent):
    """The game is in another phase now."""

    type = "towow.game.phase_changed"
    phase: Phase
    ply: int


class RulesInterpreted(GameEvent):
    """Interpretation of the rules, which all agents are told from now on."""

    type = "towow.game.rules_interpreted"
    interpretation: RuleInterpretation


class GameAgentSpoke(GameEvent):
    """Turn of an agent. `loop` is the decision or the call that it belongs to; `message` its final message."""

    type = "towow.game.agent_spoke"
    agent: AgentName
    loop: str
    turn: int
    thought: str = ""
    message: Maybe[str] = None
    failure: Maybe[str] = None
    usage: Usage


class GameToolCalled(GameEvent):
    """Call of a tool. `forced_by` is the hook that made it without asking the model."""

    type = "towow.game.tool_called"
    agent: AgentName
    loop: str
    call_id: str
    tool: str
    arguments: dict[str, Any]
    forced_by: Maybe[str] = None


class ToolAnswered(GameEvent):
    """Result of a call."""

    type = "towow.game.tool_answered"
    loop: str
    call_id: str
    tool: str
    is_error: bool
    content: str
    duration_ms: int


class HandedOver(GameEvent):
    """Control moved from one persona to another, with a summary."""

    type = "towow.game.handed_over"
    speaker: Persona
    successor: Persona
    summary: str
    forced: bool


class BoardAnalysed(GameEvent):
    """Candidates and danger, as an engine or an agent sees them now."""

    type = "towow.game.board_analysed"
    source: str
    candidates: tuple[CandidateMove, ...]
    threat_analysis: Maybe[ThreatAnalysis] = None


class MoveProposed(GameEvent):
    """Valid move that a persona chose; it is not played yet."""

    type = "towow.game.move_proposed"
    agent: Persona
    x: int
    y: int
    reason: str


class MoveRejected(GameEvent):
    """Final message that is no valid move. `retry` counts from 1."""

    type = "towow.game.move_rejected"
    agent: Persona
    error: Literal["INVALID_FORMAT", "OUT_OF_BOUNDS", "POSITION_OCCUPIED", "SELF_LOSING", "GAME_OVER", "TAKEN_BACK"]
    text: str
    retry: int


class MoveTakenBack(GameEvent):
    """Move that the team takes back before it is played, or whose consequences it thinks over again (what-if).

    Attributes:
        threat: Danger after the move.
        tentative: Whether it was only placed tentatively; else it stays on the board, and the team only learns from it.
    """

    type = "towow.game.move_taken_back"
    x: int
    y: int
    trigger: UndoTrigger
    threat: Maybe[Share] = None
    reason: str
    tentative: bool


class LessonLearnt(GameEvent):
    """Lesson of the re-evaluation of a move."""

    type = "towow.game.lesson_learnt"
    x: int
    y: int
    lesson: str


class ChoiceOverruled(GameEvent):
    """Choice of the team that an engine proves worse than another move, which is played in its place."""

    type = "towow.game.choice_overruled"
    agent: Persona
    x: int
    y: int
    better_x: int
    better_y: int
    problem: Literal["loses", "misses_win", "misses_draw"]
    detail: str


class HookAlerted(GameEvent):
    """Alert of a hook, for example of a repeated handoff."""

    type = "towow.game.hook_alerted"
    hook: str
    alert: str
    detail: str = ""


class MovePlayed(GameEvent):
    """Move on the board. The fields after `by` are those of a decision of the team.

    Attributes:
        threat: Danger for whoever moved, after the move.
        loops: Model turns of the decision.
    """

    type = "towow.game.move_played"
    ply: int
    side: Player
    x: int
    y: int
    by: Author
    board: tuple[str, ...]
    request_id: Maybe[str] = None
    agent: Maybe[Persona] = None
    reason: Maybe[str] = None
    source: Maybe[DecisionSource] = None
    threat: Maybe[Share] = None
    loops: Maybe[int] = None
    elapsed_ms: Maybe[int] = None


class MovesRemoved(GameEvent):
    """The person took back moves; `plies` are left on the board."""

    type = "towow.game.moves_removed"
    plies: int
    board: tuple[str, ...]


class BoardReplaced(GameEvent):
    """The game server's board differs from what was known by more than a move; it replaces what was known."""

    type = "towow.game.board_replaced"
    plies: int
    board: tuple[str, ...]


class DecisionSettled(GameEvent):
    """End of a decision's delivery to the game server, or of a decision or delivery that a newer request replaces."""

    type = "towow.game.decision_settled"
    request_id: str
    outcome: Literal["delivered", "expired", "rejected", "no_callback_url", "superseded"]
    attempts: int = 0
    detail: str = ""


class GameEnded(GameEvent):
    """End of a game; the last event of every log. `winner` is absent for a draw or a game that was abandoned."""

    type = "towow.game.ended"
    winner: Maybe[Player] = None
    reason: Literal["line", "last_liberty", "no_safe_move", "full_board", "resigned", "abandoned"]
    plies: int


EVENTS: tuple[type[GameEvent], ...] = (
    GameStarted,
    DecisionRequested,
    DecisionRefused,
    PhaseChanged,
    RulesInterpreted,
    GameAgentSpoke,
    GameToolCalled,
    ToolAnswered,
    HandedOver,
    BoardAnalysed,
    MoveProposed,
    MoveRejected,
    MoveTakenBack,
    LessonLearnt,
    ChoiceOverruled,
    HookAlerted,
    MovePlayed,
    MovesRemoved,
    BoardReplaced,
    DecisionSettled,
    GameEnded,
)
"""In the order in which a game can meet them."""
