"""Workspace: the structured state that all agents of a game share (GH-86…113)."""

from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer

from gamehive.contracts.agents import AgentName, Persona
from gamehive.core.games.board import Player
from gamehive.core.phases.phase import Phase
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.timestamps import Instant

Share = Annotated[float, Field(ge=0, le=1)]
Author = Literal["human", "team", "engine", "opponent"]
"""Who made a move: a person, the team, an engine that plays alone, or the other side of an outer game server."""

UndoPhase = Literal["playing", "undo_check", "undo_rollback", "undo_reeval", "undo_decide"]
UndoTrigger = Literal["self_reflection", "threat", "defence_report", "low_score", "pre_commit"]
FeatureFlag = Literal["undo_enabled", "undo_takeback", "rag_enabled", "engine_guard"]
"""Feature of a game: undo by the team, removal of a person's own moves, the knowledge base, the guard of proofs."""

FeatureFlags = Annotated[frozenset[FeatureFlag], PlainSerializer(sorted, return_type=list[str], when_used="json")]
"""Features, sorted in JSON, so that equal states are equal texts."""

MAX_UNDO_DEPTH = 5
MAX_UNDOS_PER_REQUEST, MAX_UNDOS_PER_GAME = 1, 3
MAX_RECENT_CHANGES = 20
"""Changes that the workspace itself holds; all of them are in the game's notes."""


class MoveRecord(FrozenModel):
    """Move of a game. `ply` counts from 1; `x` is the row and `y` the column, from 0; `at` is in ms."""

    ply: int
    x: int
    y: int
    side: Player
    by: Author
    reason: Maybe[str] = None
    score: Maybe[Share] = None
    at: Instant


class RuleInterpretation(FrozenModel):
    """Interpretation of the rules for play (GH-105…110). `builtin`: ours, as the analyst's contradicted the game."""

    win_condition: str
    lose_condition: str
    key_patterns: tuple[str, ...] = ()
    special_rules: tuple[str, ...] = ()
    common_mistakes: tuple[str, ...] = ()
    strategic_guideline: str
    builtin: bool = False


class Threat(FrozenModel):
    """Threat of one side on the board."""

    kind: str
    side: Player
    points: tuple[tuple[int, int], ...] = ()
    must_reply: bool = False


class ThreatAnalysis(FrozenModel):
    """Danger for the team before its move: `threat` on the scale of GH-145, `urgency` of a defence (GH-96)."""

    threat: Share
    urgency: Share
    threats: tuple[Threat, ...] = ()
    computed_at_ply: int


class StrategicPlan(FrozenModel):
    """Plan of the personas; it survives from move to move (GH-97)."""

    goal: str
    focus_area: str = ""
    stance: Literal["attack", "defend", "balance"] = "balance"
    updated_at_ply: int


class CandidateMove(FrozenModel):
    """Move that somebody recommends (GH-98).

    Attributes:
        score: Expected result for the team: 0 lost, 0.5 balanced, 1 won.
        source: Origin: `engine` (best moves of a search), `evaluation` (a search after this move), `book`, or an agent.
        verified: Whether an engine computed the score; an agent's own is an opinion.
        proof: Result with best play, if it is proved.
        is_bound: Whether the score is an upper bound only.
        match: Similarity of the board with that of a book move, 1 for the same; absent for other moves.
        ply: Number of plies on the board that it was computed for.
    """

    x: int
    y: int
    score: Share
    source: str
    reason: str = ""
    verified: bool = False
    proof: Maybe[Literal["won", "drawn", "lost"]] = None
    is_bound: Maybe[bool] = None
    match: Maybe[Share] = None
    ply: int


class RejectedMove(FrozenModel):
    """Move that was taken back in a position; it is not proposed there again (GH-144). `board` has one text a row."""

    board: tuple[str, ...]
    x: int
    y: int


class UndoBranch(FrozenModel):
    """Referee's history and snapshots, which the end of a what-if rollback restores (GH-141)."""

    move_history: tuple[MoveRecord, ...]
    snapshots: tuple["Snapshot", ...]
    threat_analysis: ThreatAnalysis | None = None
    strategic_plan: StrategicPlan | None = None


class UndoState(FrozenModel):
    """State of the undo workflow (GH-100, GH-135).

    Attributes:
        requested: Whether somebody asks for an undo.
        trigger: Why.
        attempts_this_request: Undos since the decision was requested.
        attempts_in_game: Undos since the game began.
        lesson: What the last re-evaluation taught.
        blacklist: Moves that were taken back.
        branch: What to restore after a what-if rollback; None outside of one.
    """

    requested: bool = False
    phase: UndoPhase = "playing"
    trigger: UndoTrigger | None = None
    reason: str = ""
    attempts_this_request: int = 0
    attempts_in_game: int = 0
    lesson: str = ""
    blacklist: tuple[RejectedMove, ...] = ()
    branch: UndoBranch | None = None


class Snapshot(FrozenModel):
    """State before a move, for an undo (GH-127).

    Board and history of then are the first `ply` moves of the history, so they are not stored twice.
    """

    ply: int
    version: int
    threat_analysis: ThreatAnalysis | None = None
    strategic_plan: StrategicPlan | None = None
    candidate_moves: tuple[CandidateMove, ...] = ()


class ChangeRecord(FrozenModel):
    """Committed change of a workspace (GH-102). `fields` are the names of those that differ."""

    seq: int
    at: Instant
    actor: str
    type: str
    description: str
    detail: str = ""
    fields: tuple[str, ...] = ()
    version: int


class GameOutcome(FrozenModel):
    """End of a game. `winner` is None for a draw or a game without an end."""

    winner: Player | None
    reason: Literal["line", "last_liberty", "no_safe_move", "full_board", "resigned", "abandoned"]


class Workspace(FrozenModel):
    """State shared by all agents of one game; only `commit_change` makes a new one (GH-86…104, GH-114).

    Attributes:
        game: Key of the game.
        game_rule: Text of the rules as the request gave it; may be empty.
        board_state: One text of 0, 1 and 2 a row.
        first_side: Who made or makes the first move.
        my_side: Side of the team.
        persona_phase: Phase for which the acting persona was last chosen; None before the first choice (GH-151).
        epoch: Ownership epoch; every new decision request raises it, and changes of an older one are refused.
        handoff_exclude_agents: Personas to which nobody may hand over in this decision.
        version: Number of changes so far.
    """

    schema_version: str = "1"
    game_id: str
    game: str
    game_rule: str = ""
    language: Language = "zh"
    board_state: tuple[str, ...]
    first_side: Player
    my_side: Player
    move_history: tuple[MoveRecord, ...] = ()
    current_phase: Phase = "opening"
    current_agent_name: Persona = "strategist"
    persona_phase: Phase | None = None
    outcome: GameOutcome | None = None
    rule_interpretation: RuleInterpretation | None = None
    threat_analysis: ThreatAnalysis | None = None
    strategic_plan: StrategicPlan | None = None
    candidate_moves: tuple[CandidateMove, ...] = ()
    rag_context: str = ""
    undo_state: UndoState = UndoState()
    snapshots: tuple[Snapshot, ...] = ()
    changes: tuple[ChangeRecord, ...] = ()
    feature_flags: FeatureFlags = frozenset()
    handoff_exclude_agents: tuple[Persona, ...] = ()
    summary: str = ""
    epoch: int = 0
    version: int = 0
    created_at: Instant
    updated_at: Instant

    @property
    def game_ended(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def plies(self) -> int:
        """Number of moves so far."""
        return len(self.move_history)


class WorkspaceChange(FrozenModel):
    """Change to commit: new values of some fields of a workspace, and what the change list says of it.

    Attributes:
        type: Kind of the change, for example `MOVE`, `HANDOFF`, `THREAT`.
        description: What changed, in a few words.
        detail: More of it, for example a summary.
        actor: Agent, hook or tool that makes it.
        fields: Fields of `Workspace` with their new values; validated when committed.
        is_undo: Whether it removes moves; it then pushes no snapshot (GH-123).
    """

    type: str
    description: str
    detail: str = ""
    actor: AgentName | str
    fields: dict[str, Any] = Field(default_factory=dict[str, Any])
    is_undo: bool = False
