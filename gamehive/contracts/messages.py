"""Messages between the actors of a game, each with its sender and recipient (DESIGN § 2, GH-155…165)."""

from typing import Annotated, Literal

from pydantic import Field

from gamehive.contracts.decision import DecisionRequest, MoveDecision
from gamehive.contracts.tools import GameToolCall, GameToolResult
from gamehive.contracts.turns import BoardContext, GameTurnFacts, SummaryFacts, TurnReply
from gamehive.contracts.workspace import CandidateMove, FeatureFlags, Share, ThreatAnalysis
from gamehive.core.games.board import Player
from gamehive.core.games.game import GameKey
from gamehive.core.games.level import Level
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.message_base import Message
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.core.usage import NO_USAGE, Usage

Seat = Literal["human", "team", "engine"]
"""Who plays a side of a game that we referee."""

SearchPurpose = Literal["root", "verification", "opponent"]
"""Why an engine is asked: the team's position, the position after a proposed move, or a move of its own."""


class GameMessage(Message):
    """Message about one game."""

    game_id: str


class StartGame(GameMessage):
    """Gateway → host: start a game that we referee. `seats` names who plays side 1, who begins, and side 2."""

    type = "start_game"
    game: GameKey
    seats: tuple[Seat, Seat]
    level: Level = 4
    game_rule: str = ""
    language: Language = "en"
    model: ModelName = "simulated"
    feature_flags: FeatureFlags = frozenset()
    owner: str | None = None


class RequestDecision(GameMessage):
    """Gateway → host: decide a move of a game that another server referees; the first one creates the game."""

    type = "request_decision"
    request: DecisionRequest
    language: Language = "zh"
    model: ModelName = "simulated"
    feature_flags: FeatureFlags = frozenset()
    level: Level = 4
    by_engine: bool = False


class PlayMove(GameMessage):
    """Gateway → host: move of the person; `ply` is the number that the move gets, from 1."""

    type = "play_move"
    ply: int
    x: int
    y: int


class ResignGame(GameMessage):
    """Gateway → host: the person gives up."""

    type = "resign_game"


class TakeBackMove(GameMessage):
    """Gateway → host: the person takes back their last move and what followed; `ply` is the number of moves now."""

    type = "take_back_move"
    ply: int


class StepRequest(GameMessage):
    """Request of the host for a step of a decision.

    Attributes:
        epoch: Ownership epoch under which it was decided; an answer to an older one is ignored.
        call_id: Id of the request, which the answer repeats.
        answer_by: Instant from which the answer is too late.
    """

    epoch: int
    call_id: str
    answer_by: Instant

    def request_key(self) -> str:
        """Return the id of the request."""
        return self.call_id


class StepAnswer(GameMessage):
    """Answer to a `StepRequest`."""

    epoch: int
    call_id: str


class TakeTurn(StepRequest):
    """Host → agents: one turn of a persona or a task agent.

    The conversation is in the notes of the host, from `notes_start` to `notes_end`; those of the loop `loop` count.
    """

    type = "take_turn"
    loop: str
    facts: GameTurnFacts
    notes_start: int
    notes_end: int
    temperature: float = 0.3


class TurnTaken(StepAnswer):
    """Agents → host: the reply; without one, `failure` says why."""

    type = "turn_taken"
    reply: TurnReply | None = None
    failure: Maybe[Literal["timeout", "unavailable", "unusable", "budget"]] = None
    detail: Annotated[str, Field(max_length=500)] = ""
    usage: Usage = NO_USAGE


class WriteSummary(StepRequest):
    """Host → agents: summarize a conversation, which is in the notes as for `TakeTurn`."""

    type = "write_summary"
    loop: str
    facts: SummaryFacts
    notes_start: int
    notes_end: int


class SummaryWritten(StepAnswer):
    """Agents → host: the summary; None if the model gave none (GH-153)."""

    type = "summary_written"
    text: str | None = None
    usage: Usage = NO_USAGE


class ExecuteTool(StepRequest):
    """Host → tools: execute a call that an engine or the knowledge base answers (GH-50…52, GH-59)."""

    type = "execute_tool"
    call: GameToolCall
    context: BoardContext
    level: Level
    time_s: float


class ToolExecuted(StepAnswer):
    """Tools → host: the result, with what it found as data."""

    type = "tool_executed"
    result: GameToolResult
    candidates: tuple[CandidateMove, ...] = ()
    threat_analysis: Maybe[ThreatAnalysis] = None
    knowledge: Maybe[str] = None


class SearchMove(StepRequest):
    """Host → tools: search the best move of a position."""

    type = "search_move"
    purpose: SearchPurpose
    game: str
    board: tuple[str, ...]
    to_move: Player
    last: Maybe[tuple[int, int]] = None
    level: Level
    time_s: float
    seed: int = 0


class SearchedCandidate(FrozenModel):
    """Move that a search considered."""

    x: int
    y: int
    score: Share
    proof: Maybe[Literal["won", "drawn", "lost"]] = None
    is_bound: Maybe[bool] = None

    @property
    def danger(self) -> float | None:
        """Danger after the move, 0 won and 1 lost; None if the score is only a bound."""
        return None if self.is_bound and self.proof is None else 1 - self.score


class MoveSearched(StepAnswer):
    """Tools → host: the engine's answer for the side to move; candidates best first, empty if it failed."""

    type = "move_searched"
    purpose: SearchPurpose
    candidates: tuple[SearchedCandidate, ...] = ()
    score: Share = 0.5
    proof: Maybe[Literal["won", "drawn", "lost"]] = None
    threat: Share = 0.5
    line: tuple[tuple[int, int], ...] = ()
    elapsed_s: float = 0.0
    failure: Maybe[str] = None


class DeliverDecision(GameMessage):
    """Host → callback: deliver a decision to the game server before its deadline (GH-160, GH-161).

    The game had `notes_end` notes then; once it has more, a newer request has superseded the decision.
    """

    type = "deliver_decision"
    decision: MoveDecision
    user_id: int
    deadline: Instant
    notes_end: Maybe[int] = None

    def request_key(self) -> str:
        """Return the id of the request."""
        return self.decision.request_id


FAILED_DELIVERIES = frozenset(("expired", "rejected"))
"""Outcomes after which a server may ask for the same decision again."""


class DecisionDelivered(GameMessage):
    """Callback → host: how the delivery ended."""

    type = "decision_delivered"
    request_id: str
    outcome: Literal["delivered", "expired", "rejected", "no_callback_url", "superseded"]
    attempts: int
    detail: str = ""
