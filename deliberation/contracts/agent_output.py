"""OutputFields of every output of an agent, by role and type of output (DL-08…18)."""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, TypeAdapter

from deliberation.contracts.control import HostDecision, RoundAnalysis
from deliberation.contracts.critique import Critique, FindingAnswer
from deliberation.contracts.plan import Plan, PlanCorrection
from deliberation.contracts.position import Position
from deliberation.contracts.report import FinalPlan, ReportSummary
from deliberation.contracts.roles import Discussant
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant

Round = Annotated[int, Field(ge=1)]
OutputType = Literal["position", "plan", "critique", "report", "control"]


class OutputFields(FrozenModel):
    """Fields of every output; round and timestamp are set by the runtime (DL-18).

    `fallback`: rules wrote it in place of the model.
    """

    round: Round
    content: str
    timestamp: Instant
    fallback: Maybe[bool] = None


class PlannerMetadata(FrozenModel):
    """Position, plan, answers to findings, and what code corrected in the plan (DL-30…44)."""

    position: Position
    plan: Plan
    answers: tuple[FindingAnswer, ...] = ()
    rebuttals: tuple[str, ...] = ()
    warnings: tuple[PlanCorrection, ...] = ()


class CriticMetadata(FrozenModel):
    """Position and critique (DL-45…57)."""

    position: Position
    critique: Critique


class PositionMetadata(FrozenModel):
    """Position alone, with what stays uncertain and the worst case (DL-16, DL-126)."""

    position: Position
    uncertainties: tuple[str, ...] = ()
    worst_case: str = ""


class HostMetadata(FrozenModel):
    """Decision and analysis of a round (DL-58…67)."""

    decision: HostDecision
    analysis: RoundAnalysis


class ReporterMetadata(FrozenModel):
    """Final plan and summary (DL-71…81)."""

    final_plan: FinalPlan
    summary: ReportSummary


class PlannerOutput(OutputFields):
    """Output of the planner with a plan."""

    agent_id: Literal["planner"] = "planner"
    output_type: Literal["plan"] = "plan"
    metadata: PlannerMetadata


class CriticOutput(OutputFields):
    """Output of the critic with a critique."""

    agent_id: Literal["critic"] = "critic"
    output_type: Literal["critique"] = "critique"
    metadata: CriticMetadata


class PositionOutput(OutputFields):
    """Output of a discussant with a position only."""

    agent_id: Discussant
    output_type: Literal["position"] = "position"
    metadata: PositionMetadata


class HostOutput(OutputFields):
    """Output of the host: a decision."""

    agent_id: Literal["host"] = "host"
    output_type: Literal["control"] = "control"
    metadata: HostMetadata


class ReporterOutput(OutputFields):
    """Output of the reporter: the report in Markdown."""

    agent_id: Literal["reporter"] = "reporter"
    output_type: Literal["report"] = "report"
    metadata: ReporterMetadata


def _output_type(value: Any) -> str | None:
    return value.get("output_type") if isinstance(value, dict) else getattr(value, "output_type", None)  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]


AgentOutput = Annotated[
    Annotated[PlannerOutput, Tag("plan")]
    | Annotated[CriticOutput, Tag("critique")]
    | Annotated[PositionOutput, Tag("position")]
    | Annotated[HostOutput, Tag("control")]
    | Annotated[ReporterOutput, Tag("report")],
    Discriminator(_output_type),
]
"""Output of any agent, told apart by `output_type`; each type admits its own `agent_id` only (DL-17)."""

DiscussantOutput = PlannerOutput | CriticOutput | PositionOutput

AGENT_OUTPUT: TypeAdapter[AgentOutput] = TypeAdapter(AgentOutput)
"""Validator of an output of any agent."""
