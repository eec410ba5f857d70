"""Session of a deliberation: its setting, its state as readers see it, and the page's view (DL-102…114, DL-139)."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from deliberation.contracts.agent_output import AgentOutput
from deliberation.contracts.control import EndReason, HostDecision, Level, RoundAnalysis
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import Position
from deliberation.contracts.roles import Discussant, Role
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant

Mode = Literal["multi_agent"]
FirstRoundMode = Literal["parallel", "sequential"]
SessionStatus = Literal["in_progress", "converged", "terminated"]
AgentStatus = Literal["idle", "waiting", "running", "completed", "skipped", "failed"]


class SessionContext(FrozenModel):
    """Subject of every turn of a session; date and time are those of its start (DL-95).

    Attributes:
        session_id: Id of the session: `s-` and 26 base32 characters.
        query: The user's message.
        language: Language of the query, and so of all outputs.
        started_at: Instant of the start.
        today: Local date of the start, `YYYY-MM-DD`.
        timezone: IANA time zone of `today`.
    """

    session_id: str
    query: str
    language: Language
    started_at: Instant
    today: str
    timezone: str


class SessionOwner(FrozenModel):
    """User who started a session, and their conversation."""

    user_id: str
    conversation_id: str


class AgentState(FrozenModel):
    """Status of one agent, and its last output (DL-107, DL-108)."""

    status: AgentStatus = "idle"
    last_output: AgentOutput | None = None


class RoundHistory(FrozenModel):
    """Outputs of one round in the order planner, critic, host, reporter (DL-109)."""

    round: int
    outputs: tuple[AgentOutput, ...] = ()


class PendingTask(FrozenModel):
    """Task that a session waits for, and until when (DL-112)."""

    agent: Role
    task: str
    due: Instant


class SessionSnapshot(FrozenModel):
    """State of a session as readers get it (DL-102…112)."""

    session_id: str
    user_query: str
    mode: Mode
    status: SessionStatus
    current_round: int
    max_rounds: int
    agents: dict[Role, AgentState]
    history: tuple[RoundHistory, ...]
    consensus_trend: tuple[Level | None, ...]
    created_at: Instant
    updated_at: Instant
    user_id: str
    conversation_id: str
    end_reason: EndReason | None = None
    version: int
    pending: tuple[PendingTask, ...] = ()
    last_decisions: tuple[HostDecision, ...] = ()
    self_similarity: dict[Discussant, tuple[float | None, ...]] = Field(
        default_factory=dict[Discussant, tuple[float | None, ...]]
    )
    timezone: str
    today: str
    model: ModelName


class ViewModel(FrozenModel):
    """Object of the page's view, with the seed's names in camel case (DL-139, DL-C22)."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class OutputView(ViewModel):
    """Output of an agent in the view."""

    agent: Role
    content: str
    position: Maybe[Position] = None
    stance: Maybe[Literal["opposition"]] = None
    metadata: Maybe[dict[str, Any]] = None


class HostDecisionView(ViewModel):
    """Decision of the host in the view, with the analysis that it rests on."""

    action: str
    reason: str
    decision: HostDecision
    analysis: RoundAnalysis


class RoundView(ViewModel):
    """Round in the view."""

    round: int
    outputs: tuple[OutputView, ...] = ()
    host_decision: Maybe[HostDecisionView] = None


class FinalReportView(ViewModel):
    """Report in the view; without a plan if none was ever made."""

    content: str
    plan: Plan | None


class SessionView(ViewModel):
    """View of a session: what folding its events gives (DL-139, DL-143)."""

    type: Literal["multi_agent_session"] = "multi_agent_session"
    session_id: str
    rounds: tuple[RoundView, ...] = ()
    final_report: Maybe[FinalReportView] = None
    status: SessionStatus = "in_progress"
    end_reason: Maybe[EndReason] = None
    last_seq: Annotated[int, Field(ge=0)] = 0
