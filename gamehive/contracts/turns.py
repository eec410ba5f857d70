"""Facts of a model turn and the model's reply (GH-28, GH-35, GH-111, GH-177)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from gamehive.contracts.agents import AgentName, Persona
from gamehive.contracts.tools import ToolName
from gamehive.contracts.transcript import Note
from gamehive.contracts.workspace import (
    CandidateMove,
    MoveRecord,
    RejectedMove,
    RuleInterpretation,
    Share,
    StrategicPlan,
    ThreatAnalysis,
)
from gamehive.core.games.board import Player
from gamehive.core.phases.phase import Phase
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language

MAX_REPLY_CHARACTERS = 4000
MAX_CALLS_IN_REPLY = 4


class BoardContext(FrozenModel):
    """Structured facts of a game that every agent is told, without another agent's conversation (GH-28)."""

    game: str
    game_rule: str = ""
    language: Language
    board: tuple[str, ...]
    my_side: Player
    to_move: Player
    history: tuple[MoveRecord, ...] = ()
    phase: Phase
    rule_interpretation: RuleInterpretation | None = None
    threat_analysis: ThreatAnalysis | None = None
    strategic_plan: StrategicPlan | None = None
    candidates: tuple[CandidateMove, ...] = ()
    rag_context: str = ""
    lesson: str = ""
    blacklist: tuple[RejectedMove, ...] = ()
    summary: str = ""


class GameTurnFacts(FrozenModel):
    """Facts of one model turn.

    Attributes:
        agent: Who speaks.
        context: The game.
        task: What a task agent is asked; "" for a persona.
        tools: Tools that may be called now.
        forced_tool: The only tool that may be called, and must be (GH-198).
        turn: Number of the turn in its loop, from 1.
        max_turns: Last possible turn.
        notes: Conversation of the loop so far; empty in messages, filled in where the model is asked.
    """

    agent: AgentName
    context: BoardContext
    task: str = ""
    tools: tuple[ToolName, ...] = ()
    forced_tool: ToolName | None = None
    turn: int = 1
    max_turns: int
    notes: tuple[Note, ...] = ()


class ReplyCall(FrozenModel):
    """Call of a tool in a reply, as the model wrote it."""

    tool: Annotated[str, Field(max_length=100)]
    arguments: dict[str, Any] = Field(default_factory=dict[str, Any])


class TurnReply(FrozenModel):
    """Reply of a model: calls of tools, or else a final message.

    Attributes:
        thought: Considerations, for whoever watches.
        calls: Calls of tools, executed one after the other.
        message: Final message: for a persona JSON `{"x": row, "y": column, "reason": text}`, for a task agent JSON of
            a `TaskFinding`. It is text, so that what cannot be read is returned with the reason.
    """

    thought: Annotated[str, Field(max_length=MAX_REPLY_CHARACTERS)] = ""
    calls: Annotated[tuple[ReplyCall, ...], Field(max_length=MAX_CALLS_IN_REPLY)] = ()
    message: Maybe[Annotated[str, Field(max_length=MAX_REPLY_CHARACTERS)]] = None

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a call nor a message (GH-183)."""
        return not self.calls and not (self.message or "").strip()


class SuggestedMove(FrozenModel):
    """Move that a task agent recommends."""

    x: int
    y: int
    score: Share
    reason: Annotated[str, Field(max_length=400)] = ""


class TaskFinding(FrozenModel):
    """Final answer of a task agent.

    Attributes:
        text: The finding in a few sentences.
        moves: Recommended moves, the best first.
        interpretation: The rules; only the rule analyst's.
        urgency: Urgency of a defence; only the defence analyst's.
        suggests_undo: Whether the last move should be reconsidered; only the defence analyst's.
        lesson: What the move that was taken back teaches; only the re-evaluator's.
        plan: New strategic plan.
        knowledge: Text that was found in the knowledge base; only the opening expert's.
    """

    text: Annotated[str, Field(max_length=2000)]
    moves: Annotated[tuple[SuggestedMove, ...], Field(max_length=8)] = ()
    interpretation: Maybe[RuleInterpretation] = None
    urgency: Maybe[Share] = None
    suggests_undo: Maybe[bool] = None
    lesson: Maybe[Annotated[str, Field(max_length=400)]] = None
    plan: Maybe[StrategicPlan] = None
    knowledge: Maybe[Annotated[str, Field(max_length=4000)]] = None


class SummaryFacts(FrozenModel):
    """Facts of a summary.

    Attributes:
        purpose: `handoff`: for the next persona; `compression`: in place of a long conversation.
        speaker: Persona who hands over, or whose conversation is compressed.
        successor: Persona who takes over; absent for a compression.
        own_words: What the persona itself said when it handed over.
    """

    purpose: Literal["handoff", "compression"]
    context: BoardContext
    speaker: AgentName
    successor: Maybe[Persona] = None
    own_words: str = ""
    notes: tuple[Note, ...] = ()


class Summary(FrozenModel):
    """Summary, at most 200 characters after a cut at the end of a sentence (GH-260, GH-C27)."""

    text: Annotated[str, Field(max_length=2000)]
