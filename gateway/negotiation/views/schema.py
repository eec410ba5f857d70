"""What a demand's view consists of: the JSON of `GET demands/{id}` (INTERFACES § 7), key by key.

A key that may have no value yet is null when the interface pins it or its absence would say nothing; those marked
NotRequired are absent instead, and never vanish once they are there.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict  # pydantic reads no other one before Python 3.12

from gateway.negotiation.views.event_fields import EventPayloadSchema, Json
from negotiation.contracts.compromise import CompromiseProposal
from negotiation.contracts.demand import Limits, Visibility
from negotiation.contracts.events import (
    AgentWithdrawn,
    ClosedStatus,
    DemandCancelled,
    DemandTotals,
    DemandUnderstoodEvent,
    FailDetail,
    FailReason,
    FeedbackEvaluated,
    NegotiationPointRaised,
    OfferSubmitted,
    ProposalFeedbackEvent,
)
from negotiation.contracts.proposal import Gap, Proposal
from shared.core.language import Language
from shared.core.model_name import ModelName

DemandStatus = Literal["processing", "finalized", "force_finalized", "failed", "cancelled"]
"""Changes once: with the event that tells the outcome."""

Phase = Literal[
    "understanding", "filtering", "collecting", "aggregating", "negotiating", "adjusting", "after", "closed"
]
"""What it waits for. `after`: the verdict is known, or nobody is left to plan with; `closed`: its last event is out."""

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
"""TW-301…309 and cancelled, as far as events tell: the outcome already with the verdict."""

ProposalPayload = Annotated[Json, EventPayloadSchema(Proposal, excluded=())]
OfferPayload = Annotated[Json, EventPayloadSchema(OfferSubmitted)]
FeedbackPayload = Annotated[Json, EventPayloadSchema(ProposalFeedbackEvent)]


class CandidateView(TypedDict):
    """Somebody invited: why, what they offered, what they said of the plans: the last word and all of them."""

    agent_id: str
    display_name: str
    reason: str
    relevance_score: int
    is_fallback: bool
    offer: OfferPayload | None
    feedback: FeedbackPayload | None
    feedbacks: Sequence[FeedbackPayload]


class ReviewView(TypedDict):
    """Which plan version is, or was last, under review: who got it (`sent_to`), was asked the last time, has answered.

    What they answered is the `feedback` of the candidate. A withdraw counts for the version that is out when it comes.
    """

    version: int
    round: int
    sent_to: Sequence[str]
    asked: Sequence[str]
    answered: Sequence[str]
    resent: bool


class OutcomeView(TypedDict):
    """What came out, as it was told. What became of the plan later (a subnet, somebody leaving) is in `proposal`."""

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


class ChannelView(TypedDict):
    """What a view holds of one channel, the demand's own or a subnet's. `round` and `max_rounds`: 0 = not known yet."""

    channel_id: str
    status: DemandStatus
    phase: Phase
    channel_status: ChannelStatus
    depth: int
    parent_channel_id: NotRequired[str]
    created_at: str
    updated_at: str
    deadline: NotRequired[str]
    understanding: Annotated[Json, EventPayloadSchema(DemandUnderstoodEvent)] | None
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
    """A part that is negotiated on its own: for which gap, how it ended, whom it found, and its channel."""

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
    """What it cost so far: paid calls, tokens, US dollars; with the last event also the totals."""

    calls: int
    tokens: int
    usd: float
    totals: NotRequired[Annotated[Json, EventPayloadSchema(DemandTotals)]]


class DemandView(ChannelView):
    """A demand as its log tells it up to the event `last_seq`. `gaps`: what was found missing after the outcome.

    `follows`: the demand that this one takes up again.
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
    last_seq: int
