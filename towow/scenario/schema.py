"""Schema of scenario files, as models (INTERFACES § 5)."""

from typing import Annotated, Any, Literal, cast

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    field_validator,
)

from coordinator.core.candidate_selection import RelatedAgent
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal
from negotiation.contracts.demand import (
    DemandUnderstanding,
)
from negotiation.contracts.events import EVENTS, ClosedStatus, FailDetail, FailReason
from negotiation.contracts.offer import OfferDecision
from negotiation.contracts.proposal import Assignment, Gap, ProposalDraft
from negotiation.registry.profile import Profile
from negotiation.submission import validate_text
from shared.core.frozen_model import FrozenModel
from shared.core.user_id import validate_user_id
from towow.scenario.entry_shapes import ShapeDiscriminator, as_field_validator, call_shape
from towow.scenario.requester_answers import (
    SILENT,
    EditFields,
    LimitAnswers,
    QuestionFields,
    RequesterAnswerFields,
)
from user_agent.core.answer_normalization import FeedbackReply, OfferReply

ErrorWord = Literal["error"]
"""Entry `error`: the task gets no answer from the model's endpoint."""

SilenceWord = Literal["silent", "error"]
"""Entry `silent`: the agent never answers; or `error`."""

DEFAULT_REQUESTER = "user_cli"
"""User id of a requester who has none."""

FeedbackWord = Literal["accept", "negotiate", "reject", "withdraw"]
FeedbackOrSilenceWord = Literal["accept", "negotiate", "reject", "withdraw", "silent", "error"]


def _check_event_type(value: str) -> str:
    if value not in {event.type for event in EVENTS}:
        raise ValueError("unknown event type; docs/events.md lists all of them")
    return value


def _add_default_name(value: Any) -> Any:
    """Use the id as display name of a profile that has none."""
    if not isinstance(value, dict) or "agent_id" not in value:
        return cast("object", value)
    fields = cast("dict[str, Any]", value)
    return {"display_name": fields["agent_id"], **fields}


DemandText = Annotated[str, as_field_validator(validate_text)]
EventType = Annotated[str, AfterValidator(_check_event_type)]
Currency = Annotated[str, Field(pattern="^[A-Z]{3}$")]
ScenarioProfile = Annotated[Profile, BeforeValidator(_add_default_name)]


class UnderstandingFields(DemandUnderstanding):
    """Answer to the understanding prompt (1): any fields of an understanding."""

    surface_demand: str = ""


class CandidateFields(RelatedAgent):
    """One candidate of an answer to the candidate-selection prompt (2)."""

    model_config = ConfigDict(extra="forbid")
    relevance_score: float | None = Field(default=None, ge=0, le=100)


class OfferFields(OfferReply):
    """Answer to the invitation prompt (3): any fields of an offer, delayed by `after` seconds."""

    model_config = ConfigDict(extra="forbid")
    decision: OfferDecision = "participate"
    after: float = Field(default=0, ge=0)


class FeedbackFields(FeedbackReply):
    """Answer to the feedback prompt (5): any fields of a feedback, delayed by `after` seconds."""

    model_config = ConfigDict(extra="forbid")
    feedback_type: FeedbackWord = "accept"
    after: float = Field(default=0, ge=0)


class AssignmentFields(Assignment):
    """One assignment; missing fields come from its agent's offer."""

    role: str = ""


class PlanFields(ProposalDraft):
    """Answer to the aggregation prompt (4) or the adjustment prompt (6): any fields of a plan."""

    summary: str = ""
    assignments: tuple[AssignmentFields, ...] = ()  # pyright: ignore[reportIncompatibleVariableOverride]


class CompromiseFields(Compromise):
    """Answer to the compromise prompt (9): any fields of a compromise, by its own names or those of the events."""

    suggestion: str = Field(default="", validation_alias=AliasChoices("suggestion", "compromise_suggestion"))
    proposal: CompromiseProposal = Field(
        default=CompromiseProposal(), validation_alias=AliasChoices("proposal", "compromise_proposal")
    )


CandidateEntry = Annotated[Annotated[CandidateFields, Tag("fields")] | Annotated[str, Tag("word")], ShapeDiscriminator]
FilterCallEntry = Annotated[
    Annotated[tuple[CandidateEntry, ...], Tag("list")] | Annotated[ErrorWord, Tag("word")], ShapeDiscriminator
]
FilterEntry = Annotated[
    Annotated[tuple[CandidateEntry, ...], Tag("list")]
    | Annotated[tuple[FilterCallEntry, ...], Tag("calls")]
    | Annotated[ErrorWord, Tag("word")],
    Discriminator(call_shape),
]
FilterCalls = tuple[tuple[CandidateFields | str, ...] | ErrorWord, ...]
"""Answers to the candidate-selection prompt (2), one per call; the last entry repeats."""

UnderstandingEntry = Annotated[
    Annotated[UnderstandingFields, Tag("fields")] | Annotated[ErrorWord, Tag("word")], ShapeDiscriminator
]
AnswerEntry = Annotated[
    Annotated[RequesterAnswerFields, Tag("fields")] | Annotated[str, Tag("word")], ShapeDiscriminator
]
EditEntry = Annotated[
    Annotated[tuple[EditFields, ...], Tag("list")] | Annotated[EditFields, Tag("fields")], ShapeDiscriminator
]
OfferEntry = Annotated[Annotated[OfferFields, Tag("fields")] | Annotated[SilenceWord, Tag("word")], ShapeDiscriminator]
FeedbackEntry = Annotated[
    Annotated[FeedbackFields, Tag("fields")] | Annotated[FeedbackOrSilenceWord, Tag("word")], ShapeDiscriminator
]
PlanEntry = Annotated[Annotated[PlanFields, Tag("fields")] | Annotated[ErrorWord, Tag("word")], ShapeDiscriminator]
GapsEntry = Annotated[Annotated[tuple[Gap, ...], Tag("list")] | Annotated[ErrorWord, Tag("word")], ShapeDiscriminator]
CompromiseEntry = Annotated[
    Annotated[CompromiseFields, Tag("fields")] | Annotated[ErrorWord, Tag("word")], ShapeDiscriminator
]


RequesterId = Annotated[str, as_field_validator(validate_user_id)]
RequesterEntry = Annotated[
    Annotated[LimitAnswers, Tag("fields")] | Annotated[RequesterId, Tag("word")], ShapeDiscriminator
]


class AgentScript(FrozenModel):
    """Answers of one agent; `feedback` is indexed by the channel's round, and its last entry repeats."""

    offer: OfferEntry = OfferFields()
    feedback: tuple[FeedbackEntry, ...] = ()


class ChannelScript(FrozenModel):
    """Model answers in one channel, the root's or a subnet's; missing ones have defaults."""

    demand: DemandText
    understanding: UnderstandingEntry = UnderstandingFields()
    question: QuestionFields | None = None
    filter: FilterEntry | None = None
    agents: dict[str, AgentScript] = Field(default_factory=dict[str, AgentScript])
    proposal: PlanEntry = PlanFields()
    adjustments: tuple[PlanEntry, ...] = ()
    gaps: GapsEntry = ()
    subnets: "SubnetsEntry" = ()
    compromise: CompromiseEntry = CompromiseFields()

    @property
    def filter_calls(self) -> FilterCalls:
        """Answers to the candidate-selection prompt (2), one per call; empty if `filter` is not given.

        Each is a tuple of candidates (fields, or an agent_id), or "error" for a call that fails. Later calls get the
        last one.
        """
        entries = self.filter
        if entries is None:
            return ()
        if entries == "error":
            return ("error",)
        if any(isinstance(entry, tuple) for entry in entries):
            return tuple(entry if isinstance(entry, tuple) else "error" for entry in entries)
        return (tuple(entry for entry in entries if not isinstance(entry, tuple)),)


SubnetsEntry = Annotated[
    Annotated[tuple[ChannelScript, ...], Tag("list")] | Annotated[ErrorWord, Tag("word")], ShapeDiscriminator
]


class Expectations(FrozenModel):
    """Expected outcome of the root channel; only the keys that are given are compared.

    Attributes:
        complete: Whether the agreement, as it stands at the end, lacks nothing.
        missing: What it lacks, in any order: a need by its words or its id, a finding by its kind (`over_budget`, all
            of one kind once), anything else by its text.
        totals: Sums of the last plan's fees in minor units, by currency: `{CNY: 320000}` is 3,200 yuan; empty without
            a plan or a fee.
    """

    status: ClosedStatus | None = None
    reason: FailReason | None = None
    detail: FailDetail | None = None
    rounds: int | None = None
    version: int | None = None
    confirmed: frozenset[str] | None = None
    optional: frozenset[str] | None = None
    complete: bool | None = None
    missing: frozenset[str] | None = None
    totals: dict[Currency, Annotated[int, Field(ge=0)]] | None = None
    events: dict[EventType, int] = Field(default_factory=dict[str, int])


class Scenario(ChannelScript):
    """Scenario file; the shipped profiles are the registry if it has no `profiles`.

    The demand is interactive if its requester answers (`answer`, an option's id or `silent`), changes the understanding
    (`edit`, one change or several, each in the time that the one before has started again), says `go` afterwards, or
    decides about limits that a plan leaves.

    `requester` is their user id, or their answers to questions about limits: `{budget: keep, dates: allow}`.
    """

    requester: RequesterEntry = DEFAULT_REQUESTER
    answer: AnswerEntry | None = None
    edit: EditEntry = ()
    go: bool = False
    seed: int = 1
    profiles: tuple[ScenarioProfile, ...] | None = None
    cancel_after: EventType | None = None
    tokens_per_call: int = Field(default=0, ge=0)
    latency_ms: int = Field(default=0, ge=0)
    settings: dict[str, Any] = Field(default_factory=dict[str, Any])
    expect: Expectations | None = None

    @field_validator("answer")
    @classmethod
    def _check_answer(
        cls, answer: RequesterAnswerFields | str | None, info: ValidationInfo
    ) -> RequesterAnswerFields | str | None:
        question: QuestionFields | None = info.data.get("question")
        if answer is None:
            return None
        if question is None:
            raise ValueError("there is no question")
        ids = [option.id for option in question.options]
        option = answer.option if isinstance(answer, RequesterAnswerFields) else answer
        if option is not None and option not in (*ids, SILENT):
            raise ValueError(f"must be one of {', '.join(ids)}, or {SILENT}")
        return answer

    @property
    def interactive(self) -> bool:
        """Whether the demand is submitted as one whose requester is there."""
        return self.answer is not None or bool(self.edits) or self.go or isinstance(self.requester, LimitAnswers)

    @property
    def requester_id(self) -> str:
        """User id of the requester."""
        return DEFAULT_REQUESTER if isinstance(self.requester, LimitAnswers) else self.requester

    @property
    def limit_answers(self) -> LimitAnswers:
        """The requester's answers to questions about limits; silent about all of them if the file has none."""
        return self.requester if isinstance(self.requester, LimitAnswers) else LimitAnswers()

    @property
    def edits(self) -> tuple[EditFields, ...]:
        """The requester's changes, in order."""
        return (self.edit,) if isinstance(self.edit, EditFields) else self.edit

    @property
    def given_answer(self) -> RequesterAnswerFields | None:
        """The requester's answer to the question; None if they are silent."""
        if isinstance(self.answer, str):
            return None if self.answer == SILENT else RequesterAnswerFields(option=self.answer)
        return self.answer
