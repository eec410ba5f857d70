"""Events of a demand's log, as viewers and subscribers get them (TW-201…216, INTERFACES § 6).

An optional field without a value is absent, never null; only `accept_rate` can be null.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from negotiation.contracts.candidate import Candidate, OmittedAgent, is_empty
from negotiation.contracts.channel_event import ChannelEvent, ModelAnswerEvent
from negotiation.contracts.clarification_events import DemandRevised, QuestionAnswered, QuestionOpened
from negotiation.contracts.compromise_suggestion import CompromiseProposal
from negotiation.contracts.demand import (
    Confidence,
    DeepUnderstanding,
    DemandContext,
    DemandLimits,
    Limits,
    LimitWords,
    Need,
    Register,
    TextSpan,
    UnderstandingQuestion,
    Visibility,
)
from negotiation.contracts.feedback import FeedbackType
from negotiation.contracts.messages import SubnetStatus
from negotiation.contracts.offer import NegotiationPoint, OfferDecision, ResponseType
from negotiation.contracts.person_answer import AnsweredBy
from negotiation.contracts.plan_outcome import NeedOutcome
from negotiation.contracts.proposal import Gap, Proposal
from negotiation.contracts.terms import Terms
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.model_kind import ModelName
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
"""Share from 0 to 1, not rounded."""

EvaluationDecision = Literal["finalize", "renegotiate", "force_finalize", "fail"]


class DemandSubmitted(ChannelEvent):
    """Submission of a demand; the first event of every log. `follows`: the earlier demand that it takes up again."""

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
    """Understanding of the demand by the model (TW-201); the fields are those of `DemandUnderstanding`.

    `review_until`: end of the time in which the requester can change it; absent if there is none (yet).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, serialize_by_alias=True)

    type = "towow.demand.understood"
    surface_demand: str
    deep_understanding: DeepUnderstanding
    capability_tags: tuple[str, ...]
    context: DemandContext
    confidence: Confidence
    needs: tuple[Need, ...] = ()
    limits: DemandLimits = DemandLimits()
    limit_words: tuple[LimitWords, ...] = ()
    preferences: tuple[str, ...] = ()
    not_wanted: tuple[TextSpan, ...] = ()
    background: tuple[TextSpan, ...] = ()
    not_understood: tuple[TextSpan, ...] = ()
    tone: Register = Field(default="neutral", alias="register")
    title: str = ""
    terms: Maybe[Terms] = None
    question: Maybe[UnderstandingQuestion] = None
    review_until: Maybe[Instant] = None


class FilterCompleted(ModelAnswerEvent):
    """Choice of the candidates to invite (TW-202). `calls`: number of calls of prompt 2.

    `omitted`: agents able to meet a need that no candidate meets, with the reason why they are not invited; absent
    without any. `by_words_only`: true if needs were compared with profiles by words alone, since the embedder or its
    vectors were away; else absent.
    """

    type = "towow.filter.completed"
    candidates_count: int
    candidates: tuple[Candidate, ...]
    calls: int
    omitted: tuple[OmittedAgent, ...] = Field(default=(), exclude_if=is_empty)
    by_words_only: bool = Field(default=False, exclude_if=is_empty)


class ChannelCreated(ChannelEvent):
    """Start of a channel (TW-203): the demand's own with `depth` 0, or a subnet's with its `parent_channel_id`."""

    type = "towow.channel.created"
    participants_count: int
    invited_agents: tuple[str, ...]
    max_rounds: int
    depth: int
    parent_channel_id: Maybe[str] = None


class DemandBroadcast(ChannelEvent):
    """Invitations to the chosen agents, who answer before `deadline` (TW-204)."""

    type = "towow.demand.broadcast"
    invited_agents: tuple[str, ...]
    deadline: Instant


class PlanOutcomeFields(ChannelEvent):
    """Fields of events that tell what a plan is worth (see `PlanOutcome`); absent in older logs."""

    complete: Maybe[bool] = None
    needs: Maybe[tuple[NeedOutcome, ...]] = None
    missing: Maybe[tuple[str, ...]] = None


class OfferSubmitted(ModelAnswerEvent):
    """Answer of an agent to its invitation (TW-205).

    `confidence` is 0–100; `late` is true for an offer after the collection phase; `answered_by` is present if the
    agent's person was asked.
    """

    type = "towow.offer.submitted"
    offer_id: str
    agent_id: str
    display_name: str
    response_type: ResponseType
    decision: OfferDecision
    contribution: Maybe[str] = None
    conditions: tuple[str, ...] = ()
    negotiation_points: tuple[NegotiationPoint, ...] = ()
    terms: Maybe[Terms] = None
    negotiation_summary: Maybe[str] = None
    reasoning: str = ""
    decline_reason: Maybe[str] = None
    confidence: int = Field(ge=0, le=100)
    late: Maybe[bool] = None
    answered_by: Maybe[AnsweredBy] = None


class NegotiationPointRaised(ChannelEvent):
    """One requested change, from an offer or from a `negotiate` feedback (TW-213, TWC-24)."""

    type = "towow.negotiation.bargain"
    agent_id: str
    display_name: str
    bargain_type: str
    content: str
    current_value: Maybe[str] = None
    desired_value: Maybe[str] = None
    terms: Maybe[Terms] = None
    round: int


class RoundStarted(ChannelEvent):
    """Start of a negotiation round, the first one included (TW-209, TWC-26)."""

    type = "towow.negotiation.round_started"
    round: int
    max_rounds: int
    reason: RoundReason


class ProposalDistributed(ChannelEvent):
    """Distribution of a plan version to `participants` for review until `deadline` (TW-206).

    A `resent` version follows no model call, so `fallback` and `usage` are absent.
    """

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
    """Feedback of an agent on a plan version (TW-207).

    `confidence` is 0–100; `answered_by` is present if the agent's person was asked.
    """

    type = "towow.proposal.feedback"
    agent_id: str
    display_name: str
    feedback_type: FeedbackType
    reasoning: str
    adjustment_request: Maybe[str] = None
    terms: Maybe[Terms] = None
    concerns: tuple[str, ...] = ()
    confidence: int
    round: int
    proposal_version: int
    answered_by: Maybe[AnsweredBy] = None


class AgentWithdrawn(PlanOutcomeFields):
    """Withdrawal of an agent (TW-214). After an agreement, `proposal` is the plan's next version, with the new gap.

    Only then it has the fields of `PlanOutcome`.
    """

    type = "towow.agent.withdrawn"
    agent_id: str
    display_name: str
    reason: str
    round: int
    proposal: Maybe[Proposal] = None


class FeedbackEvaluated(ChannelEvent):
    """Evaluation of a round's feedback (TW-208, TWC-14).

    `accept_rate` is accepts ÷ (answered − withdraws), null if nobody answered; `rule` is the number of the
    decision rule that applied.
    """

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


class ProposalFinalized(PlanOutcomeFields):
    """Agreement on a plan (TW-211)."""

    type = "towow.proposal.finalized"
    status: Literal["finalized"] = "finalized"
    final_proposal: Proposal
    summary: str
    confirmed_participants: tuple[str, ...]
    optional_participants: tuple[str, ...]
    rounds_taken: int


class ForceFinalized(PlanOutcomeFields, ModelAnswerEvent):
    """Conclusion of a plan without full agreement after the last round (TW-210)."""

    type = "towow.negotiation.force_finalized"
    final_proposal: Proposal
    confirmed_participants: tuple[str, ...]
    optional_participants: tuple[str, ...]
    rounds_taken: int
    compromise_suggestion: str


class NegotiationFailed(ModelAnswerEvent):
    """Failure of the negotiation, with a compromise (TW-212, TWC-15). `accept_rate`: null without feedback."""

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
    """Gaps of an agreed plan, possibly none (TW-215)."""

    type = "towow.gap.identified"
    gaps: tuple[Gap, ...]
    is_complete: bool


class SubnetTriggered(ModelAnswerEvent):
    """Start of a subnet: a negotiation of its own that is to close one gap (TW-216)."""

    type = "towow.subnet.triggered"
    parent_demand_id: str
    sub_demand: str
    sub_demand_id: str
    sub_channel_id: str
    gap_type: str
    depth: int


class SubnetCompleted(PlanOutcomeFields):
    """End of a subnet, with the parent's plan after its result was merged and reviewed by whom it touches (TWC-20)."""

    type = "towow.subnet.completed"
    sub_demand_id: str
    sub_channel_id: str
    gap_type: str
    status: SubnetStatus
    participants: tuple[str, ...]
    proposal: Proposal


class DemandCancelled(ChannelEvent):
    """Cancellation by the requester (TWQ-07)."""

    type = "towow.demand.cancelled"
    cancelled_by: str
    reason: Maybe[str] = None


class DemandTotals(FrozenModel):
    """Totals of a demand, subnets included: model calls, tokens, price in USD, and ms from submission to close."""

    model_calls: int
    fallback_calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float = Field(ge=0, allow_inf_nan=False)
    duration_ms: int


class DemandClosed(ChannelEvent):
    """End of a demand; the last event of every log."""

    type = "towow.demand.closed"
    status: ClosedStatus
    rounds: int
    totals: DemandTotals


EVENTS: tuple[type[ChannelEvent], ...] = (
    DemandSubmitted,
    DemandUnderstoodEvent,
    QuestionOpened,
    QuestionAnswered,
    DemandRevised,
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
"""All event types, in the order in which they can occur."""
