"""Entries of a deliberation's scenario file: what planner, critic and reporter answer in a round (INTERFACES § 10).

Every field is optional; `deliberation_answers` fills in the others.
"""

from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, Tag, model_validator

from deliberation.contracts.critique import FindingAnswer, FindingId, RiskDraft, Severity, SuggestionDraft
from deliberation.contracts.plan import Hours, IsoDate
from deliberation.contracts.position import Confidence, PositionChanges
from deliberation.contracts.text_limits import (
    Content,
    Phrase,
    RequiredSentence,
    Sentence,
    UpToEight,
    UpToFive,
    UpToTwelve,
)
from deliberation.contracts.tools import ToolCall, ToolName
from shared.core.frozen_model import FrozenModel
from towow.scenario.entry_shapes import ShapeDiscriminator

EntryWord = Literal["silent", "error", "block", "prose", "invalid"]
"""Entry that is no mapping.

`silent`: the model never answers. `error`: its endpoint is unavailable. `prose`, `invalid`: it answers what is no JSON,
or JSON of another structure. `block`: it answers, and the content review blocks the output.
"""

MAX_TOOL_CALLS_IN_REPLY = 500
"""Maximum number of calls in one reply of a model."""


class PositionFields(FrozenModel):
    """Position: any of its fields, also what it claims to have changed, which is computed anyway (DL-28)."""

    conclusion: RequiredSentence | None = None
    key_reasons: Annotated[UpToFive[RequiredSentence], Field(min_length=1)] | None = Field(
        default=None, validation_alias=AliasChoices("key_reasons", "reasons")
    )
    assumptions: UpToFive[Sentence] | None = None
    confidence: Confidence | None = None
    changes_from_last_round: PositionChanges | None = None


class ToolCallFields(ToolCall):
    """Call of a tool in a mapping."""


ToolCallEntry = Annotated[
    Annotated[ToolCallFields, Tag("fields")] | Annotated[ToolName, Tag("word")], ShapeDiscriminator
]
ToolCallCount = Annotated[int, Field(strict=True, ge=0, le=MAX_TOOL_CALLS_IN_REPLY)] | Literal["endless"]
ToolCallsEntry = Annotated[
    Annotated[tuple[ToolCallEntry, ...], Field(max_length=MAX_TOOL_CALLS_IN_REPLY), Tag("list")]
    | Annotated[ToolCallCount, Tag("word")],
    ShapeDiscriminator,
]
"""Calls that the model makes before it gives its turn, in one reply: a list, or a number of calls of `get_now`.

`endless`: it only ever calls, and never gives its turn.
"""


class TurnFields(PositionFields):
    """Turn of a discussant.

    Attributes:
        content: Main text.
        position: The position by the field names of the contract; keys beside it take precedence.
        uncertainties: What stays uncertain; used in the last statement.
        worst_case: Worst case; used in the last statement.
        tool_calls: Calls of tools before the turn.
        after: Seconds by which the turn is late.
    """

    content: Content = ""
    position: PositionFields = PositionFields()
    uncertainties: UpToFive[Sentence] | None = None
    worst_case: Sentence | None = None
    tool_calls: ToolCallsEntry = ()
    after: float = Field(default=0, ge=0)


class TaskFields(FrozenModel):
    """Task of a plan."""

    title: RequiredSentence | None = None
    estimated_hours: Hours | None = Field(default=None, validation_alias=AliasChoices("estimated_hours", "hours"))
    deadline: IsoDate | None = None
    tags: UpToFive[Phrase] = ()


class PhaseFields(FrozenModel):
    """Phase of a plan; without `tasks` it has one."""

    phase_name: RequiredSentence | None = Field(default=None, validation_alias=AliasChoices("phase_name", "name"))
    duration: Phrase | None = None
    tasks: UpToTwelve[TaskFields] | None = None


class SessionPlanFields(FrozenModel):
    """Plan. Without `phases` it has one; with an empty list the answer is invalid, as it would be from a model."""

    title: RequiredSentence | None = None
    goal: Sentence | None = None
    phases: UpToEight[PhaseFields] | None = None
    total_estimated_hours: float | None = Field(default=None, ge=0, allow_inf_nan=False)


AnswersEntry = Annotated[
    Annotated[dict[FindingId, str], Tag("fields")] | Annotated[tuple[FindingAnswer, ...], Tag("list")],
    ShapeDiscriminator,
]
"""Answers to findings; in a mapping the text begins with `accepted` or `rebutted`, and counts as accepted without."""


class PlannerFields(TurnFields):
    """Turn of the planner.

    Attributes:
        plan: The plan; its last one if nothing about the plan is given.
        hours: Hours of a plan with a single task.
        deadline: Deadline of a plan with a single task.
        answers: Answers to findings; it accepts all that it must answer if there are none.
        rebuttals: Flaws that it sees in the critic's reasoning.
    """

    plan: SessionPlanFields | None = None
    hours: Hours | None = None
    deadline: IsoDate | None = None
    answers: AnswersEntry | None = None
    rebuttals: UpToFive[Sentence] = ()

    @model_validator(mode="after")
    def _check_plan(self) -> Self:
        is_single = self.hours is not None or self.deadline is not None
        if is_single and self.plan is not None and self.plan.phases is not None:
            raise ValueError("hours and deadline are for a plan without phases")
        return self


class RiskFields(RiskDraft):
    """Risk; a high one by default."""

    severity: Severity = "high"


class SuggestionFields(SuggestionDraft):
    """Suggestion; of medium priority by default."""

    priority: Severity = "medium"


RiskEntry = Annotated[
    Annotated[RiskFields, Tag("fields")] | Annotated[RequiredSentence, Tag("word")], ShapeDiscriminator
]
SuggestionEntry = Annotated[
    Annotated[SuggestionFields, Tag("fields")] | Annotated[RequiredSentence, Tag("word")], ShapeDiscriminator
]


class ValidityFields(FrozenModel):
    """Check of validity: true unless the file says otherwise."""

    feasible: bool | None = None
    realistic: bool | None = None
    complete: bool | None = None


class CritiqueFields(FrozenModel):
    """Critique by the field names of the contract."""

    risks: UpToEight[RiskEntry] = ()
    suggestions: UpToEight[SuggestionEntry] = ()
    validity_check: ValidityFields = ValidityFields()


class CriticFields(TurnFields, ValidityFields):
    """Turn of the critic.

    A risk or suggestion with the text of an earlier one raises that one again.

    Attributes:
        critique: The critique by the field names of the contract; keys beside it take precedence.
        risks: Risks: mappings, or texts of high ones.
        suggestions: Suggestions: mappings, or texts of such with medium priority.
    """

    critique: CritiqueFields = CritiqueFields()
    risks: UpToEight[RiskEntry] | None = None
    suggestions: UpToEight[SuggestionEntry] | None = None


class SummaryFields(FrozenModel):
    """Summary of a report: each list that is given replaces the template's."""

    key_agreements: UpToEight[Sentence] | None = None
    resolved_concerns: UpToEight[Sentence] | None = None
    remaining_uncertainties: UpToEight[Sentence] | None = None


class ReportFields(SummaryFields):
    """Report; what is missing is that of the template.

    Attributes:
        content: The report in Markdown.
        summary: The summary by the field names of the contract; keys beside it take precedence.
        after: Seconds by which the report is late.
    """

    content: Content = ""
    summary: SummaryFields = SummaryFields()
    after: float = Field(default=0, ge=0)


PlannerEntry = Annotated[
    Annotated[PlannerFields, Tag("fields")] | Annotated[EntryWord, Tag("word")], ShapeDiscriminator
]
CriticEntry = Annotated[Annotated[CriticFields, Tag("fields")] | Annotated[EntryWord, Tag("word")], ShapeDiscriminator]
ReporterEntry = Annotated[
    Annotated[ReportFields, Tag("fields")] | Annotated[EntryWord, Tag("word")], ShapeDiscriminator
]
