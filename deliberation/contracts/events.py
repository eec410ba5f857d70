"""Events of a session's log, as viewers and subscribers get them (DL-134…142, INTERFACES § 10).

In a stream an event is one flat object: `type` (the last word of the event type), `session_id`, `seq`, `ts`, and the
fields of its payload. An optional field without a value is absent; only `plan` and `consensus` can be null.
"""

from typing import Any, Literal

from deliberation.contracts.agent_output import OutputType
from deliberation.contracts.control import Constraints, Directive, EndReason, Level, RoundAnalysis, Thresholds
from deliberation.contracts.messages import FailureReason
from deliberation.contracts.plan import Plan, Todo
from deliberation.contracts.position import Position
from deliberation.contracts.report import FinalPlan, ReportSummary
from deliberation.contracts.roles import Discussant, Role
from deliberation.contracts.session import FirstRoundMode, Mode, SessionStatus
from deliberation.contracts.tools import ToolCall, ToolResult
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.message_base import EventPayload
from shared.core.model_kind import ModelName
from shared.core.usage import Usage

EVENT_PREFIX = "towow.deliberation."


class SessionEvent(EventPayload):
    """Event of one session."""

    session_id: str


class SessionStarted(SessionEvent):
    """Start of a session; the first event of every log."""

    type = "towow.deliberation.session_started"
    user_query: str
    user_id: str
    conversation_id: str
    mode: Mode
    language: Language
    today: str
    timezone: str
    model: ModelName
    max_rounds: int
    round1_mode: FirstRoundMode


class AgentSpoke(SessionEvent):
    """Output of a discussant (DL-136).

    Attributes:
        agent: Who speaks.
        round: Round of the output.
        output_type: Kind of the output.
        content: Main text.
        position: Position, with its changes.
        metadata: The output's metadata except the position: plan and answers, critique, or uncertainties.
        stance: Devil's advocate.
        fallback: Whether rules wrote it in place of the model.
        usage: What the turn cost.
    """

    type = "towow.deliberation.agent_output"
    agent: Discussant
    round: int
    output_type: OutputType
    content: str
    position: Position
    metadata: dict[str, Any]
    stance: Maybe[Literal["opposition"]] = None
    fallback: Maybe[bool] = None
    usage: Usage


class ToolCalled(SessionEvent):
    """Call of a tool by an agent, with its result (DL-140)."""

    type = "towow.deliberation.tool_result"
    agent: Discussant
    round: int
    tool: str
    call: ToolCall
    result: ToolResult


class HostDecided(SessionEvent):
    """Decision of the host on a round (DL-137), with its numbers."""

    type = "towow.deliberation.host_decision"
    round: int
    action: Literal["continue", "converge", "force_opposition", "terminate"]
    reason: str
    content: str
    consensus: Level | None
    next_agents: tuple[Role, ...] = ()
    constraints: Constraints = Constraints()
    directives: tuple[Directive, ...] = ()
    rounds_remaining: int
    analysis: RoundAnalysis
    thresholds: Thresholds
    end_reason: Maybe[EndReason] = None


class AgentSkipped(SessionEvent):
    """Turn without a usable output, in the seed's shape (DL-146); `reason` says what happened."""

    type = "towow.deliberation.agent_skipped"
    error: Literal["agent_timeout"] = "agent_timeout"
    agent: Discussant
    round: int
    action: Literal["skip_agent"] = "skip_agent"
    fallback: str
    reason: FailureReason
    detail: str = ""


class ErrorReported(SessionEvent):
    """Failure that does not end the session (a tool), or that does (DL-151)."""

    type = "towow.deliberation.error"
    error: str
    message: str
    round: int
    tool: Maybe[str] = None
    fallback: Maybe[str] = None


class ReportPublished(SessionEvent):
    """The report (DL-138), the plan in it, and the to-dos made of the plan."""

    type = "towow.deliberation.final_report"
    agent: Literal["reporter"] = "reporter"
    round: int
    content: str
    plan: Plan | None
    final_plan: FinalPlan
    summary: ReportSummary
    plan_id: Maybe[str] = None
    todos: tuple[Todo, ...] = ()
    fallback: Maybe[bool] = None
    usage: Usage


class SessionTotals(FrozenModel):
    """Totals of a session; `duration_ms` counts from its start."""

    rounds: int
    model_calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    duration_ms: int


class SessionEnded(SessionEvent):
    """End of a session; the last event of every log."""

    type = "towow.deliberation.session_ended"
    status: SessionStatus
    end_reason: EndReason
    rounds: int
    totals: SessionTotals
    terminated_by: Maybe[str] = None


EVENTS: tuple[type[SessionEvent], ...] = (
    SessionStarted,
    ToolCalled,
    AgentSpoke,
    AgentSkipped,
    ErrorReported,
    HostDecided,
    ReportPublished,
    SessionEnded,
)
"""In the order in which a session can meet them."""
