"""State of a session's host: what was said, what is awaited, and until when (DL-102…112)."""

from typing import Literal

from pydantic import Field

from deliberation.contracts.agent_output import AgentOutput, DiscussantOutput
from deliberation.contracts.control import EndReason, HostDecision, Level
from deliberation.contracts.critique import CritiqueFinding, ValidityCheck
from deliberation.contracts.messages import TurnKind
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import Position
from deliberation.contracts.report import FinalPlan
from deliberation.contracts.roles import Discussant, Role
from deliberation.contracts.session import (
    AgentStatus,
    FirstRoundMode,
    Mode,
    RoundHistory,
    SessionContext,
    SessionOwner,
    SessionStatus,
)
from deliberation.contracts.tools import ToolExchange
from deliberation.contracts.turns import LastStatement
from deliberation.settings import DeliberationSettings
from shared.core.decision import Timer
from shared.core.frozen_model import FrozenModel
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.core.usage import NO_USAGE, Usage

Stage = Literal["discussion", "convergence", "report", "ended"]


class PendingTurn(FrozenModel):
    """Turn that was requested; an answer counts if agent, kind, round and attempt are these."""

    agent: Discussant
    kind: TurnKind
    round: int
    attempt: int
    due: Instant


class PendingReview(FrozenModel):
    """Output that waits for the content review, with what is published along with it."""

    key: str
    output: AgentOutput
    exchanges: tuple[ToolExchange, ...] = ()
    usage: Usage = NO_USAGE
    ignored_directive: bool = False
    attempt: int = 1
    due: Instant


class PendingRequest(FrozenModel):
    """Comparison or report that was requested."""

    attempt: int = 1
    due: Instant


class StandingPosition(FrozenModel):
    """Last position of a discussant that was no devil's advocate's, and the round in which it was stated."""

    position: Position
    round: int


class PlanVersion(FrozenModel):
    """Plan of a round with the critic's verdict on it; `validity` is absent until the critic has seen it."""

    round: int
    plan: Plan
    validity: ValidityCheck | None = None
    open_high: int = 0
    open_medium: int = 0
    consensus: float | None = None


class SessionState(FrozenModel):
    """Record of one session.

    Attributes:
        settings: Settings of the session, as they were at its start.
        stage: Part of the session that runs.
        round_kind: Whether this round has a devil's advocate.
        turns: Turns that were requested and not answered.
        reviews: Outputs under review.
        held: Reviewed output of the critic, held until the planner's is published (DL-145).
        settled: Discussants whose turn of this round is published or skipped.
        comparison: Comparison that was requested.
        report: Report that was requested.
        positions: Standing position of each discussant.
        self_similarity: Values of each agent by round; None where there is none (DL-131).
        stubborn: Agents that repeat themselves, as of the last round.
        commanded: Agents that were commanded to move (DL-122).
        ignored: Agents that ignored the command (DL-133).
        repeated: Agents whose first turn was requested twice (DL-147).
        skips: Agent and round of every skipped turn.
        absences: Those of them without an earlier output in their stead.
        unargued_changes: Agent and round of every change without a new argument.
        blocks: Number of outputs that the content review blocked.
        decision: Last decision; its action is taken once the host's output is reviewed.
        end_reason: Why the discussion ended, once it has.
        terminated_by: User who ended it.
    """

    schema_version: str = "1"
    context: SessionContext
    owner: SessionOwner
    mode: Mode = "multi_agent"
    model: ModelName = "simulated"
    round1_mode: FirstRoundMode = "parallel"
    settings: DeliberationSettings
    status: SessionStatus = "in_progress"
    stage: Stage = "discussion"
    current_round: int = 0
    round_kind: Literal["normal", "opposition"] = "normal"
    agent_status: dict[Role, AgentStatus] = Field(default_factory=dict[Role, AgentStatus])
    history: tuple[RoundHistory, ...] = ()
    consensus_trend: tuple[Level | None, ...] = ()
    created_at: Instant
    updated_at: Instant
    deadline: Instant
    turns: tuple[PendingTurn, ...] = ()
    reviews: tuple[PendingReview, ...] = ()
    held: PendingReview | None = None
    settled: tuple[Discussant, ...] = ()
    comparison: PendingRequest | None = None
    report: PendingRequest | None = None
    positions: dict[Discussant, StandingPosition] = Field(default_factory=dict[Discussant, StandingPosition])
    earlier_positions: dict[Discussant, StandingPosition] = Field(default_factory=dict[Discussant, StandingPosition])
    self_similarity: dict[Discussant, tuple[float | None, ...]] = Field(
        default_factory=dict[Discussant, tuple[float | None, ...]]
    )
    stubborn: tuple[Discussant, ...] = ()
    commanded: tuple[Discussant, ...] = ()
    ignored: tuple[Discussant, ...] = ()
    findings: tuple[CritiqueFinding, ...] = ()
    plans: tuple[PlanVersion, ...] = ()
    statements: tuple[LastStatement, ...] = ()
    repeated: tuple[Discussant, ...] = ()
    skips: tuple[tuple[Discussant, int], ...] = ()
    absences: tuple[tuple[Discussant, int], ...] = ()
    unargued_changes: tuple[tuple[Discussant, int], ...] = ()
    blocks: int = 0
    decisions: tuple[HostDecision, ...] = ()
    vetoed: tuple[str, ...] = ()
    end_reason: EndReason | None = None
    terminated_by: str | None = None
    final_plan: FinalPlan | None = None
    generation: int = 0
    timer: Timer | None = None

    @property
    def is_over(self) -> bool:
        """Whether the session has ended; every later message is ignored (DL-113)."""
        return self.stage == "ended"

    @property
    def spoke_in_round(self) -> dict[Discussant, DiscussantOutput]:
        """Published outputs of the discussants in the current round."""
        last = next((each for each in self.history if each.round == self.current_round), None)
        outputs = () if last is None else last.outputs
        return {each.agent_id: each for each in outputs if each.agent_id in ("planner", "critic")}  # pyright: ignore[reportReturnType]
