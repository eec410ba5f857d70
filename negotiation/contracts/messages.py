"""Which messages the actors of a negotiation exchange (TW-120…131); who sends each to whom stands with it."""

from typing import Literal

from pydantic import Field

from negotiation.contracts.candidate import Candidate
from negotiation.contracts.compromise import Compromise
from negotiation.contracts.demand import DemandUnderstanding, Limits, SubmissionContext, Visibility
from negotiation.contracts.feedback import Feedback, FeedbackType
from negotiation.contracts.offer import NegotiationPoint, Offer, OfferDecision, ResponseType
from negotiation.contracts.person_answer import AnsweredBy, PersonAnswer
from negotiation.contracts.proposal import Assignment, Gap, Proposal, ProposalDraft
from negotiation.contracts.text_limits import DemandText, Paragraph, Phrase, Sentence, UpToFour
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.message import Message
from shared.core.model_name import ModelName
from shared.core.timestamps import Instant
from shared.core.usage import Usage


class ChannelMessage(Message):
    """A message about one demand's channel."""

    demand_id: str
    channel_id: str


class TaskRequest(ChannelMessage):
    """Work that the channel asks of a task. An answer after `answer_by` may no longer count."""

    setting: SubmissionContext
    answer_by: Instant


class ModelAnswer(ChannelMessage):
    """An answer that a model (or, with `fallback`, its stand-in) gave, and what it cost."""

    fallback: bool = False
    usage: Usage = Usage()


class SubmitDemand(ChannelMessage):
    """Gateway → channel: a person states a demand."""

    type = "submit_demand"
    raw_input: str
    setting: SubmissionContext
    visibility: Visibility = "public"
    model: ModelName = "simulated"
    limits: Limits = Limits()
    submitted_at: Instant


class CancelDemand(ChannelMessage):
    """Gateway → channel: the requester no longer wants it."""

    type = "cancel_demand"
    cancelled_by: str
    reason: Maybe[str] = None


class UnderstandDemand(TaskRequest):
    """Channel → coordinator: what does this person want? (prompt 1)"""

    type = "understand_demand"
    raw_input: str


class DemandUnderstood(ModelAnswer):
    """Coordinator → channel."""

    type = "demand_understood"
    understanding: DemandUnderstanding


class ChooseCandidates(TaskRequest):
    """Channel → coordinator: whom should we invite? (prompt 2) Never anybody of `excluded`."""

    type = "choose_candidates"
    raw_input: str
    demand: DemandUnderstanding
    excluded: tuple[str, ...] = ()


class CreateChannel(ModelAnswer):
    """Coordinator → channel: who is invited (TW-120). `calls`: how often prompt 2 was asked."""

    type = "create_channel"
    demand: DemandUnderstanding
    candidates: tuple[Candidate, ...]
    calls: int = 1


class DemandOffer(TaskRequest):
    """Channel → user agent: will you take part? (TW-121, prompt 3)"""

    type = "demand_offer"
    demand: DemandUnderstanding
    raw_input: str
    round: int
    filter_reason: str
    match_score: int = Field(ge=0, le=100)


class OfferResponse(ModelAnswer):
    """User agent → channel: what I offer, or why I do not (TW-122, TW-123)."""

    type = "offer_response"
    agent_id: str
    display_name: str
    response_type: ResponseType = "offer"
    decision: OfferDecision
    contribution: Maybe[Paragraph] = None
    conditions: UpToFour[Phrase] = ()
    negotiation_points: UpToFour[NegotiationPoint] = ()
    negotiation_summary: Maybe[Sentence] = None
    reasoning: Sentence = ""
    decline_reason: Maybe[Sentence] = None
    confidence: int = Field(default=0, ge=0, le=100)
    answered_by: Maybe[AnsweredBy] = None


class AggregateOffers(TaskRequest):
    """Channel → skills: make a plan of these offers (prompt 4)."""

    type = "aggregate_offers"
    demand: DemandUnderstanding
    raw_input: str
    offers: tuple[Offer, ...]


class ProposalAggregated(ModelAnswer):
    """Skills → channel."""

    type = "proposal_aggregated"
    draft: ProposalDraft


class ProposalReview(TaskRequest):
    """Channel → user agent: can you live with this plan? (TW-124, prompt 5)

    `your_feedback` holds what this agent itself said of earlier versions.
    """

    type = "proposal_review"
    demand: DemandUnderstanding
    proposal: Proposal
    round: int
    max_rounds: int
    your_assignment: Maybe[Assignment] = None
    your_offer: Maybe[Offer] = None
    your_feedback: tuple[Feedback, ...] = ()

    def request_key(self) -> str:
        """The plan version under review, and in which round: a re-send to the silent asks anew."""
        return review_request_key(self.proposal.version, self.round)


def review_request_key(version: int, round_: int) -> str:
    """By what a channel recognises which of its reviews failed."""
    return f"{version}/{round_}"


class ProposalFeedback(ModelAnswer):
    """User agent → channel: my answer to a plan version (TW-125, TW-126, TWC-22)."""

    type = "proposal_feedback"
    agent_id: str
    display_name: str = ""
    feedback_type: FeedbackType
    reasoning: Sentence = ""
    adjustment_request: Maybe[Sentence] = None
    concerns: UpToFour[Phrase] = ()
    confidence: int = Field(default=50, ge=0, le=100)
    round: int
    proposal_version: int
    answered_by: Maybe[AnsweredBy] = None


class HumanAnswerReceived(ChannelMessage):
    """Gateway → user agent: its person has answered a question themselves; say so to the channel in the agent's name.

    `round` and, of a plan, `proposal_version` are those of the question.
    """

    type = "person_answered"
    question_id: str
    language: Language
    answer: PersonAnswer
    round: int
    proposal_version: Maybe[int] = None


class AdjustProposal(TaskRequest):
    """Channel → skills: change the plan so that more people can accept it (prompt 6)."""

    type = "adjust_proposal"
    demand: DemandUnderstanding
    raw_input: str
    proposal: Proposal
    round: int
    feedback: tuple[Feedback, ...]
    offers: tuple[Offer, ...]
    left: tuple[str, ...] = ()

    def request_key(self) -> str:
        """The plan version that is to be changed."""
        return str(self.proposal.version)


class ProposalAdjusted(ModelAnswer):
    """Skills → channel: the plan that shall replace version `base_version`."""

    type = "proposal_adjusted"
    base_version: int
    draft: ProposalDraft
    adjustment_failed: bool = False


class IdentifyGaps(TaskRequest):
    """Channel → skills: what does the agreed plan still lack? (prompt 7)"""

    type = "identify_gaps"
    demand: DemandUnderstanding
    raw_input: str
    proposal: Proposal
    feedback: tuple[Feedback, ...] = ()


class GapsIdentified(ModelAnswer):
    """Skills → channel."""

    type = "gaps_identified"
    gaps: tuple[Gap, ...] = ()
    is_complete: bool = True


class DecideRecursion(TaskRequest):
    """Channel → skills: which of these gaps deserve a negotiation of their own? (prompt 8)"""

    type = "decide_recursion"
    demand: DemandUnderstanding
    raw_input: str
    gaps: tuple[Gap, ...]
    max_subnets: int
    proposal: Maybe[Proposal] = None


class SubDemand(FrozenModel):
    """A demand that would close one gap."""

    gap_type: Phrase
    raw_input: DemandText


class RecursionDecided(ModelAnswer):
    """Skills → channel."""

    type = "recursion_decided"
    should_recurse: bool = False
    sub_demands: tuple[SubDemand, ...] = ()


class WriteCompromise(TaskRequest):
    """Channel → skills: what can be done all the same? (prompt 9)"""

    type = "write_compromise"
    demand: DemandUnderstanding
    raw_input: str
    outcome: str
    detail: Maybe[str] = None
    proposal: Maybe[Proposal] = None
    offers: tuple[Offer, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    left: tuple[str, ...] = ()


class CompromiseWritten(ModelAnswer):
    """Skills → channel."""

    type = "compromise_written"
    compromise: Compromise


class OpenSubnet(ChannelMessage):
    """Parent channel → subnet's channel: negotiate this part on your own (TW-364).

    `channel_id` is the subnet's; `demand_id` stays the root's, because log and budget are the root's.
    """

    type = "open_subnet"
    parent_channel_id: str
    sub_demand_id: str
    raw_input: str
    gap_type: str
    setting: SubmissionContext
    model: ModelName = "simulated"
    depth: int
    max_rounds: int = 3
    excluded: tuple[str, ...] = ()


SubnetStatus = Literal["finalized", "force_finalized", "failed", "cancelled"]


class SubnetEnded(ChannelMessage):
    """Subnet's channel → parent: how it ended and who is on board. What it cost is in the demand's account."""

    type = "subnet_ended"
    sub_demand_id: str
    sub_channel_id: str
    gap_type: str
    status: SubnetStatus
    proposal: Maybe[Proposal] = None
    fallback_calls: int = 0
