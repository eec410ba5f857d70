"""Types of a demand's view: the JSON of `GET demands/{id}` (INTERFACES § 7).

A key without a value yet is null, or absent if it is marked NotRequired; a key that is present stays present.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict  # pydantic reads no other one before Python 3.12

from gateway.negotiation.views.payload_schema import COMMON_FIELDS, EventPayloadSchema, Json
from negotiation.contracts.compromise_suggestion import CompromiseProposal
from negotiation.contracts.demand import Limits, Visibility
from negotiation.contracts.events import (
    AgentWithdrawn,
    ClosedStatus,
    DemandCancelled,
    DemandRevised,
    DemandTotals,
    DemandUnderstoodEvent,
    FailDetail,
    FailReason,
    FeedbackEvaluated,
    NegotiationPointRaised,
    OfferSubmitted,
    ProposalFeedbackEvent,
    QuestionAnswered,
    QuestionOpened,
)
from negotiation.contracts.plan_outcome import NeedOutcome
from negotiation.contracts.proposal import Gap, Proposal
from shared.core.language import Language
from shared.core.model_kind import ModelName

DemandStatus = Literal["processing", "finalized", "force_finalized", "failed", "cancelled"]
"""Status of a demand; changes once, with the event of the outcome."""

DecisionKind = Literal["approve", "change"]
"""Decision of the requester about an outcome."""

Phase = Literal[
    "understanding",
    "reviewing",
    "filtering",
    "collecting",
    "aggregating",
    "negotiating",
    "asking",
    "adjusting",
    "after",
    "closed",
]
"""Current phase.

`reviewing`: the requester can answer a question or change the understanding; `asking`: a plan is being reviewed, and
the requester is asked about limits of the demand that it leaves; `after`: the decision is known or no
participant is left; `closed`: the last event was published.
"""

ChannelStatus = Literal[
    "created",
    "broadcasting",
    "collecting",
    "aggregating",
    "proposal_sent",
    "negotiating",
    "finalized",
    "force_finalized",
    "failed",
    "cancelled",
]
"""Channel status (TW-301…309, and cancelled) as far as it follows from events; final from the decision on."""

UnderstandingPayload = Annotated[
    Json, EventPayloadSchema(DemandUnderstoodEvent, excluded=(*COMMON_FIELDS, "review_until"))
]
QuestionPayload = Annotated[Json, EventPayloadSchema(QuestionOpened)]
RevisionPayload = Annotated[
    Json, EventPayloadSchema(DemandRevised, excluded=(*COMMON_FIELDS, "understanding", "review_until"))
]
ProposalPayload = Annotated[Json, EventPayloadSchema(Proposal, excluded=())]
OfferPayload = Annotated[Json, EventPayloadSchema(OfferSubmitted)]
FeedbackPayload = Annotated[Json, EventPayloadSchema(ProposalFeedbackEvent)]


class CandidateView(TypedDict):
    """An invited agent: reason of the invitation, offer, last feedback and all feedback."""

    agent_id: str
    display_name: str
    reason: str
    relevance_score: int
    is_fallback: bool
    offer: OfferPayload | None
    feedback: FeedbackPayload | None
    feedbacks: Sequence[FeedbackPayload]


class ReviewView(TypedDict):
    """Current or last review of a plan version.

    `sent_to`: agents that received the version; `asked`: those of the last distribution; `answered`: those with
    feedback, which is in their candidate's `feedback`. A withdrawal belongs to the version under review at that time.
    """

    version: int
    round: int
    sent_to: Sequence[str]
    asked: Sequence[str]
    answered: Sequence[str]
    resent: bool


class PlanOutcomeView(TypedDict):
    """Worth of the agreed plan. All are absent without an agreement, and in logs of earlier releases.

    `complete`: every required need is met and nothing was found against the plan. `needs`: all needs of the demand.
    `missing`: what is missing, in the demand's language.
    """

    complete: NotRequired[bool]
    needs: NotRequired[Sequence[Annotated[Json, EventPayloadSchema(NeedOutcome, excluded=())]]]
    missing: NotRequired[Sequence[str]]


class OutcomeView(PlanOutcomeView):
    """Outcome as published. Later changes of the plan (a subnet, a withdrawal) are in `proposal`.

    They also change `complete`, `needs` and `missing`.
    """

    status: ClosedStatus
    fallback: NotRequired[bool]
    rounds_taken: NotRequired[int]
    summary: NotRequired[str]
    confirmed_participants: NotRequired[Sequence[str]]
    optional_participants: NotRequired[Sequence[str]]
    reason: NotRequired[FailReason]
    detail: NotRequired[FailDetail]
    error_code: NotRequired[Literal["E005", "E006"]]
    accept_rate: NotRequired[float | None]
    compromise_suggestion: NotRequired[str]
    compromise_proposal: NotRequired[Annotated[Json, EventPayloadSchema(CompromiseProposal, excluded=())]]


class AnsweredQuestion(TypedDict):
    """A question to the requester, and its answer."""

    question: QuestionPayload
    answer: Annotated[Json, EventPayloadSchema(QuestionAnswered, excluded=(*COMMON_FIELDS, "review_until"))]


class ChannelView(TypedDict):
    """View of one channel, the demand's own or a subnet's. `round` and `max_rounds` are 0 until they are known.

    `understanding` includes all revisions. `question`: the open one about the understanding. `questions`: the open ones
    about limits that a plan leaves, at most one for each `aspect`. `review_until`: end of the time for changes of the
    understanding, null once the phase is no longer `reviewing`.
    """

    channel_id: str
    status: DemandStatus
    phase: Phase
    channel_status: ChannelStatus
    depth: int
    parent_channel_id: NotRequired[str]
    created_at: str
    updated_at: str
    deadline: NotRequired[str]
    understanding: UnderstandingPayload | None
    question: NotRequired[QuestionPayload | None]
    questions: NotRequired[Sequence[QuestionPayload]]
    answered_questions: NotRequired[Sequence[AnsweredQuestion]]
    revisions: NotRequired[Sequence[RevisionPayload]]
    review_until: NotRequired[str | None]
    candidates: Sequence[CandidateView]
    proposal: ProposalPayload | None
    review: ReviewView | None
    round: int
    max_rounds: int
    evaluations: Sequence[Annotated[Json, EventPayloadSchema(FeedbackEvaluated)]]
    bargains: Sequence[Annotated[Json, EventPayloadSchema(NegotiationPointRaised)]]
    withdrawn: Sequence[
        Annotated[Json, EventPayloadSchema(AgentWithdrawn, excluded=("demand_id", "channel_id", "proposal"))]
    ]
    outcome: OutcomeView | None


class SubnetView(TypedDict):
    """A subnet: a gap of the plan that is negotiated in a channel of its own, with its status and participants."""

    sub_demand_id: str
    sub_channel_id: str
    gap_type: str
    sub_demand: str
    depth: int
    fallback: bool
    status: DemandStatus
    participants: Sequence[str]
    channel: ChannelView


class CostView(TypedDict):
    """Cost so far: paid model calls, tokens and US dollars; `totals` come with the last event."""

    calls: int
    tokens: int
    usd: float
    totals: NotRequired[Annotated[Json, EventPayloadSchema(DemandTotals)]]


class RequesterDecision(TypedDict):
    """Decision of the requester. `demand_id`: the demand that a change opened, which follows the decided one."""

    decision: DecisionKind
    decided_at: str
    text: NotRequired[str]
    demand_id: NotRequired[str]


class DemandView(ChannelView):
    """View of a demand as of event `last_seq`.

    `gaps`: what the agreed plan lacks. `follows`: id of the demand that this one continues. `decision`: the
    requester's, which is kept beside the log and in no projection of it.
    """

    demand_id: str
    raw_input: str
    user_id: str
    visibility: Visibility
    language: Language
    today: str
    timezone: str
    model: ModelName
    limits: Annotated[Json, EventPayloadSchema(Limits)]
    follows: NotRequired[str]
    gaps: Sequence[Annotated[Json, EventPayloadSchema(Gap)]]
    is_complete: NotRequired[bool]
    subnets: Sequence[SubnetView]
    cost: CostView
    cancelled: NotRequired[Annotated[Json, EventPayloadSchema(DemandCancelled)]]
    closed_at: NotRequired[str]
    decision: NotRequired[RequesterDecision]
    last_seq: int
