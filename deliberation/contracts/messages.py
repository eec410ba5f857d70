"""Messages between the actors of a deliberation, each with its sender and recipient (DESIGN § 2, DL-102…133)."""

from typing import Annotated, Literal

from pydantic import Field

from deliberation.contracts.control import Similarity, Thresholds
from deliberation.contracts.plan import PlanCorrection
from deliberation.contracts.position import Position
from deliberation.contracts.replies import CritiqueTurn, PlanDraft, PositionTurn
from deliberation.contracts.report import ReportReply
from deliberation.contracts.roles import Discussant, Role
from deliberation.contracts.session import FirstRoundMode, Mode, SessionContext, SessionOwner
from deliberation.contracts.tools import ToolError, ToolExchange
from deliberation.contracts.turns import CriticFacts, PlannerFacts, PositionFacts, ReporterFacts
from shared.core.frozen_model import Maybe
from shared.core.message_base import Message
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.core.usage import NO_USAGE, Usage

TurnKind = Literal["plan", "critique", "opposition", "convergence"]
FailureReason = Literal["agent_timeout", "invalid_output", "model_unavailable", "budget", "blocked", "no_verdict"]


class SessionMessage(Message):
    """Message about one session."""

    session_id: str


class StartDeliberation(SessionMessage):
    """Gateway → host: start a session."""

    type = "start_deliberation"
    context: SessionContext
    owner: SessionOwner
    mode: Mode = "multi_agent"
    model: ModelName = "simulated"
    round1_mode: FirstRoundMode = "parallel"


class TerminateDeliberation(SessionMessage):
    """Gateway → host: end the session now, for the user (DL-144, DL-164)."""

    type = "terminate_deliberation"
    terminated_by: str


class TurnRequest(SessionMessage):
    """Request of the host to a discussant. An answer after `answer_by` is ignored; `attempt` counts from 1."""

    answer_by: Instant
    attempt: int = 1


class DraftPlan(TurnRequest):
    """Host → planner: speak, with a plan."""

    type = "draft_plan"
    facts: PlannerFacts

    def request_key(self) -> str:
        """Return round and attempt."""
        return f"plan/{self.facts.round}/{self.attempt}"


class WriteCritique(TurnRequest):
    """Host → critic: speak, with a critique."""

    type = "write_critique"
    facts: CriticFacts

    def request_key(self) -> str:
        """Return round and attempt."""
        return f"critique/{self.facts.round}/{self.attempt}"


class StatePosition(TurnRequest):
    """Host → planner or critic: state a position only, as devil's advocate or for the last time."""

    type = "state_position"
    facts: PositionFacts

    def request_key(self) -> str:
        """Return kind, round and attempt."""
        return f"{self.facts.kind}/{self.facts.round}/{self.attempt}"


class TurnAnswer(SessionMessage):
    """Answer of a discussant. `exchanges` are the calls of tools it made; `usage` what the turn cost."""

    agent: Discussant
    kind: TurnKind
    round: int
    attempt: int = 1
    exchanges: tuple[ToolExchange, ...] = ()
    usage: Usage = NO_USAGE


class PlanDrafted(TurnAnswer):
    """Planner → host: its turn; `ignored_directive`: it was commanded twice in vain (DL-133)."""

    type = "plan_drafted"
    turn: PlanDraft
    warnings: tuple[PlanCorrection, ...] = ()
    ignored_directive: bool = False


class CritiqueWritten(TurnAnswer):
    """Critic → host: its turn; `ignored_directive`: it was commanded twice in vain (DL-133)."""

    type = "critique_written"
    turn: CritiqueTurn
    ignored_directive: bool = False


class PositionStated(TurnAnswer):
    """Planner or critic → host: a position only."""

    type = "position_stated"
    turn: PositionTurn


class TurnFailed(TurnAnswer):
    """Planner or critic → host: there is no usable answer; nothing is invented in its place (DL-153, DL-155)."""

    type = "turn_failed"
    reason: FailureReason
    detail: Annotated[str, Field(max_length=500)] = ""


class ReviewContent(SessionMessage):
    """Host → skills: review the text of an output before it is stored and published (DL-161)."""

    type = "review_content"
    agent: Role
    round: int
    text: str
    key: str
    answer_by: Instant

    def request_key(self) -> str:
        """Return the key of the reviewed output."""
        return self.key


class ContentReviewed(SessionMessage):
    """Skills → host: verdict on an output. `replacements` are the words to redact, each with its substitute."""

    type = "content_reviewed"
    key: str
    verdict: Literal["allow", "redact", "block"]
    replacements: tuple[tuple[str, str], ...] = ()
    detail: str = ""


class ComparePositions(SessionMessage):
    """Host → skills: compare the standing positions of a round with each other and with the agents' previous ones.

    `previous` holds only agents with a live turn in this round and in an earlier one.
    """

    type = "compare_positions"
    round: int
    positions: dict[Discussant, Position]
    previous: dict[Discussant, Position] = Field(default_factory=dict[Discussant, Position])
    answer_by: Instant

    def request_key(self) -> str:
        """Return the round."""
        return f"compare/{self.round}"


class PositionsCompared(SessionMessage):
    """Skills → host: similarities, contradictions, and the thresholds of the embedder that was used.

    Attributes:
        agents: Agents in the order of rows and columns.
        similarity_matrix: Cosine similarities, or Jaccard indices with the method `keyword`.
        self_similarity: Similarity of each agent's position with its previous one; empty with the method `keyword`.
        contradictions: Reasons why the conclusions exclude each other.
        changed_in_substance: Agents whose position contradicts their previous one or is no longer about the same.
        thresholds: Thresholds that fit the method and the embedder.
        embedder: Name of the embedding model.
        error: Failure of the embedder, if the keyword comparison stands in for it.
    """

    type = "positions_compared"
    round: int
    agents: tuple[Discussant, ...]
    similarity_matrix: tuple[tuple[Similarity, ...], ...]
    self_similarity: dict[Discussant, Similarity] = Field(default_factory=dict[Discussant, Similarity])
    contradictions: tuple[str, ...] = ()
    changed_in_substance: tuple[Discussant, ...] = ()
    method: Literal["embedding", "keyword"] = "embedding"
    thresholds: Thresholds
    embedder: Maybe[str] = None
    error: Maybe[ToolError] = None


class WriteReport(SessionMessage):
    """Host → reporter: write the report."""

    type = "write_report"
    facts: ReporterFacts
    answer_by: Instant
    attempt: int = 1

    def request_key(self) -> str:
        """Return the attempt."""
        return f"report/{self.attempt}"


class ReportWritten(SessionMessage):
    """Reporter → host: the report; `fallback`: a template wrote it (DL-154)."""

    type = "report_written"
    attempt: int = 1
    report: ReportReply
    fallback: bool = False
    usage: Usage = NO_USAGE
