"""Which events a viewer sees, and what each says (TW-201…216, INTERFACES § 6). An absent optional is left out."""

from typing import Annotated, Literal

from pydantic import Field

from negotiation.contracts.candidate import Candidate
from negotiation.contracts.compromise import CompromiseProposal
from negotiation.contracts.demand import Confidence, DeepUnderstanding, DemandContext, Limits, Visibility
from negotiation.contracts.feedback import FeedbackType
from negotiation.contracts.messages import SubnetStatus
from negotiation.contracts.offer import NegotiationPoint, OfferDecision, ResponseType
from negotiation.contracts.person_answer import AnsweredBy
from negotiation.contracts.proposal import Gap, Proposal
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.message import EventPayload
from shared.core.model_name import ModelName
from shared.core.timestamps import Instant
from shared.core.usage import Usage

ClosedStatus = SubnetStatus
FailReason = Literal["low_acceptance", "no_participants", "timeout", "max_rounds_exceeded"]
FailDetail = Literal[
    "all_declined",
    "no_active_agents",
    "no_response",
    "no_feedback",
    "majority_left",
    "all_left",
    "max_recovery_attempts",
    "model_unavailable",
    "budget",
]
RoundReason = Literal["initial_proposal", "adjustment", "no_quorum"]
Share = Annotated[float, Field(ge=0, le=1)]
"""A share, unrounded."""

EvaluationDecision = Literal["finalize", "renegotiate", "force_finalize", "fail"]


class ChannelEvent(EventPayload):
    """Every payload names the demand whose log it stands in and the channel it is about (TWC-12)."""

    demand_id: str
    channel_id: str


class ModelAnswerEvent(ChannelEvent):
    """An event that follows a model answer."""

    fallback: bool = False
    usage: Usage = Usage()


class DemandSubmitted(ChannelEvent):
    """The first event of every log. `follows`: the demand that it takes up again."""

    type = "towow.demand.submitted"
    raw_input: str
    user_id: str
    visibility: Visibility
    language: Language
    today: str
    timezone: str
    model: ModelName
    limits: Limits
    follows: Maybe[str] = None


class DemandUnderstoodEvent(ModelAnswerEvent):
    """TW-201."""

    type = "towow.demand.understood"
    surface_demand: str
    deep_understanding: DeepUnderstanding
    capability_tags: tuple[str, ...]
    context: DemandContext
    confidence: Confidence


class FilterCompleted(ModelAnswerEvent):
    """TW-202. `calls`: how often prompt 2 was asked."""

    type = "towow.filter.completed"
    candidates_count: int
    candidates: tuple[Candidate, ...]
    calls: int


class ChannelCreated(ChannelEvent):
    """TW-203."""

    type = "towow.channel.created"
    participants_count: int
    invited_agents: tuple[str, ...]
    max_rounds: int
    depth: int
    parent_channel_id: Maybe[str] = None


class DemandBroadcast(ChannelEvent):
    """TW-204."""

    type = "towow.demand.broadcast"
    invited_agents: tuple[str, ...]
    deadline: Instant


class OfferSubmitted(ModelAnswerEvent):
    """TW-205. `late` when its collecting phase was over. `answered_by` when its person was waited for."""

    type = "towow.offer.submitted"
    offer_id: str
    agent_id: str
    display_name: str
    response_type: ResponseType
    decision: OfferDecision
    contribution: Maybe[str] = None
    conditions: tuple[str, ...] = ()
    negotiation_points: tuple[NegotiationPoint, ...] = ()
    negotiation_summary: Maybe[str] = None
    reasoning: str = ""
    decline_reason: Maybe[str] = None
    confidence: int = Field(ge=0, le=100)
    late: Maybe[bool] = None
    answered_by: Maybe[AnsweredBy] = None


class NegotiationPointRaised(ChannelEvent):
    """TW-213, TWC-24: one wish, of an offer or of a negotiate feedback."""

    type = "towow.negotiation.bargain"
    agent_id: str
    display_name: str
    bargain_type: str
    content: str
    current_value: Maybe[str] = None
    desired_value: Maybe[str] = None
    round: int


class RoundStarted(ChannelEvent):
    """TW-209, also for round 1 (TWC-26)."""

    type = "towow.negotiation.round_started"
    round: int
    max_rounds: int
    reason: RoundReason


class ProposalDistributed(ChannelEvent):
    """TW-206. `participants`: to whom it goes now. Sent again it follows no model answer: no `fallback`, no `usage`."""

    type = "towow.proposal.distributed"
    proposal: Proposal
    participants: tuple[str, ...]
    round: int
    version: int
    resent: bool
    deadline: Instant
    fallback: Maybe[bool] = None
    usage: Maybe[Usage] = None


class ProposalFeedbackEvent(ModelAnswerEvent):
    """TW-207. `answered_by` when its person was waited for."""

    type = "towow.proposal.feedback"
    agent_id: str
    display_name: str
    feedback_type: FeedbackType
    reasoning: str
    adjustment_request: Maybe[str] = None
    concerns: tuple[str, ...] = ()
    confidence: int
    round: int
    proposal_version: int
    answered_by: Maybe[AnsweredBy] = None


class AgentWithdrawn(ChannelEvent):
    """TW-214. `proposal` is there when the plan was already agreed: its next version, with the gap."""

    type = "towow.agent.withdrawn"
    agent_id: str
    display_name: str
    reason: str
    round: int
    proposal: Maybe[Proposal] = None


class FeedbackEvaluated(ChannelEvent):
    """TW-208, TWC-14. `accept_rate` = accepts ÷ (answered − withdraws); None when nobody answered."""

    type = "towow.feedback.evaluated"
    round: int
    proposal_version: int
    sent: int
    answered: int
    silent: int
    accepts: int
    rejects: int
    negotiates: int
    withdraws: int
    accept_rate: Share | None
    decision: EvaluationDecision
    rule: int = Field(ge=1, le=9)


class ProposalFinalized(ChannelEvent):
    """TW-211."""

    type = "towow.proposal.finalized"
    status: Literal["finalized"] = "finalized"
    final_proposal: Proposal
    summary: str
    confirmed_participants: tuple[str, ...]
    optional_participants: tuple[str, ...]
    rounds_taken: int


class ForceFinalized(ModelAnswerEvent):
    """TW-210."""

    type = "towow.negotiation.force_finalized"
    final_proposal: Proposal
    confirmed_participants: tuple[str, ...]
    optional_participants: tuple[str, ...]
    rounds_taken: int
    compromise_suggestion: str


class NegotiationFailed(ModelAnswerEvent):
    """TW-212, TWC-15."""

    type = "towow.negotiation.failed"
    reason: FailReason
    detail: Maybe[FailDetail] = None
    error_code: Maybe[Literal["E005", "E006"]] = None
    accept_rate: Share | None
    rounds_taken: int
    last_proposal: Maybe[Proposal] = None
    compromise_suggestion: str
    compromise_proposal: CompromiseProposal


class GapIdentified(ModelAnswerEvent):
    """TW-215; also when nothing is missing."""

    type = "towow.gap.identified"
    gaps: tuple[Gap, ...]
    is_complete: bool


class SubnetTriggered(ModelAnswerEvent):
    """TW-216."""

    type = "towow.subnet.triggered"
    parent_demand_id: str
    sub_demand: str
    sub_demand_id: str
    sub_channel_id: str
    gap_type: str
    depth: int


class SubnetCompleted(ChannelEvent):
    """TWC-20: how a subnet ended, and the parent's plan with what it brought."""

    type = "towow.subnet.completed"
    sub_demand_id: str
    sub_channel_id: str
    gap_type: str
    status: SubnetStatus
    participants: tuple[str, ...]
    proposal: Proposal


class DemandCancelled(ChannelEvent):
    """The requester stopped it (TWQ-07)."""

    type = "towow.demand.cancelled"
    cancelled_by: str
    reason: Maybe[str] = None


class DemandTotals(FrozenModel):
    """What the whole demand took. `duration_ms` from submission to close."""

    model_calls: int
    fallback_calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float = Field(ge=0, allow_inf_nan=False)
    duration_ms: int


class DemandClosed(ChannelEvent):
    """The last event of every log."""

    type = "towow.demand.closed"
    status: ClosedStatus
    rounds: int
    totals: DemandTotals


EVENTS: tuple[type[ChannelEvent], ...] = (
    DemandSubmitted,
    DemandUnderstoodEvent,
    FilterCompleted,
    ChannelCreated,
    DemandBroadcast,
    OfferSubmitted,
    NegotiationPointRaised,
    RoundStarted,
    ProposalDistributed,
    ProposalFeedbackEvent,
    AgentWithdrawn,
    FeedbackEvaluated,
    ProposalFinalized,
    ForceFinalized,
    NegotiationFailed,
    GapIdentified,
    SubnetTriggered,
    SubnetCompleted,
    DemandCancelled,
    DemandClosed,
)
"""The twenty event types, in the order a demand can meet them."""
