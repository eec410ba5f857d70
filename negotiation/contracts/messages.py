"""Messages between the actors of a negotiation, each with its sender and recipient (TW-120…131)."""

from typing import Literal

from pydantic import Field

from negotiation.contracts.candidate import Candidate, NeedFit, OmittedAgent, is_empty
from negotiation.contracts.compromise_suggestion import Compromise
from negotiation.contracts.demand import (
    DemandUnderstanding,
    Limits,
    SubmissionContext,
    UnderstandingChanges,
    Visibility,
)
from negotiation.contracts.feedback import Feedback, FeedbackType
from negotiation.contracts.offer import NegotiationPoint, Offer, OfferDecision, ResponseType
from negotiation.contracts.person_answer import AnsweredBy, PersonAnswer
from negotiation.contracts.proposal import Assignment, Finding, Gap, Proposal, ProposalDraft
from negotiation.contracts.terms import Terms
from negotiation.contracts.text_limits import DemandText, Paragraph, Phrase, Sentence, UpToFour, UpToSeven
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.message_base import Message
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant
from shared.core.usage import Usage


def _is_false(value: object) -> bool:
    return value is False


class ChannelMessage(Message):
    """Message about the channel of one demand."""

    demand_id: str
    channel_id: str


class TaskRequest(ChannelMessage):
    """Request of a channel to a task actor. An answer after `answer_by` (ms since the epoch) may be ignored."""

    setting: SubmissionContext
    answer_by: Instant


class ModelAnswer(ChannelMessage):
    """Answer from a model, or with `fallback` from fixed rules in its place, and the tokens and price it used."""

    fallback: bool = False
    usage: Usage = Usage()


class SubmitDemand(ChannelMessage):
    """Gateway → channel: start the negotiation of a demand.

    `interactive`: the requester is there to answer a question and to change the understanding before anyone is invited.
    """

    type = "submit_demand"
    raw_input: str
    setting: SubmissionContext
    visibility: Visibility = "public"
    model: ModelName = "simulated"
    limits: Limits = Limits()
    submitted_at: Instant
    # Absent if false: workers of earlier versions accept the message then.
    interactive: bool = Field(default=False, exclude_if=_is_false)


class CancelDemand(ChannelMessage):
    """Gateway → channel: cancel the demand."""

    type = "cancel_demand"
    cancelled_by: str
    reason: Maybe[str] = None


class AnswerQuestion(ChannelMessage):
    """Gateway → channel: the requester's answer to a question, an option's id or (about their demand) own words."""

    type = "answer_question"
    question_id: str
    option: Maybe[str] = None
    text: Maybe[Sentence] = None


class ReviseUnderstanding(ChannelMessage):
    """Gateway → channel: change the understanding before anyone is invited; `go` ends the time for changes."""

    type = "revise_understanding"
    changes: UnderstandingChanges = UnderstandingChanges()
    go: bool = False


class UnderstandDemand(TaskRequest):
    """Channel → coordinator: request to understand a demand (prompt 1).

    `own_words`: the requester's answer to the question about an earlier understanding, to be read with the demand.
    """

    type = "understand_demand"
    raw_input: str
    own_words: Maybe[str] = None

    def request_key(self) -> str:
        """Return `own_words`, "" without them."""
        return self.own_words or ""


class DemandUnderstood(ModelAnswer):
    """Coordinator → channel: understanding of the demand; `own_words` are those of the request."""

    type = "demand_understood"
    understanding: DemandUnderstanding
    own_words: Maybe[str] = None


class ChooseCandidates(TaskRequest):
    """Channel → coordinator: request to choose candidates (prompt 2), none of them in `excluded` (agent_ids)."""

    type = "choose_candidates"
    raw_input: str
    demand: DemandUnderstanding
    excluded: tuple[str, ...] = ()


class CreateChannel(ModelAnswer):
    """Coordinator → channel: chosen candidates (TW-120). `calls` is the number of calls of prompt 2.

    `nobody_fits`: there are active agents, but none whose profile meets a need; then there are no candidates.
    `omitted`: who could meet a need that no candidate meets. `by_words_only`: the embedder or its vectors were away, so
    that needs were compared with profiles by words alone.
    """

    type = "create_channel"
    demand: DemandUnderstanding
    candidates: tuple[Candidate, ...]
    calls: int = 1
    nobody_fits: bool = False
    omitted: UpToSeven[OmittedAgent] = ()
    by_words_only: bool = False


class DemandOffer(TaskRequest):
    """Channel → user agent: invitation to take part (TW-121, prompt 3)."""

    type = "demand_offer"
    demand: DemandUnderstanding
    raw_input: str
    round: int
    filter_reason: str
    match_score: int = Field(ge=0, le=100)
    fits: tuple[NeedFit, ...] = ()


class OfferResponse(ModelAnswer):
    """User agent → channel: offer, or decline and reason (TW-122, TW-123), changed `revision` times by a person."""

    type = "offer_response"
    agent_id: str
    display_name: str
    response_type: ResponseType = "offer"
    decision: OfferDecision
    contribution: Maybe[Paragraph] = None
    conditions: UpToFour[Phrase] = ()
    negotiation_points: UpToFour[NegotiationPoint] = ()
    terms: Maybe[Terms] = None
    negotiation_summary: Maybe[Sentence] = None
    reasoning: Sentence = ""
    decline_reason: Maybe[Sentence] = None
    confidence: int = Field(default=0, ge=0, le=100)
    answered_by: Maybe[AnsweredBy] = None
    revision: Maybe[int] = None


class AggregateOffers(TaskRequest):
    """Channel → skills: request to draft a plan from the offers (prompt 4)."""

    type = "aggregate_offers"
    demand: DemandUnderstanding
    raw_input: str
    offers: tuple[Offer, ...]


class ProposalAggregated(ModelAnswer):
    """Skills → channel: drafted plan."""

    type = "proposal_aggregated"
    draft: ProposalDraft


class ProposalReview(TaskRequest):
    """Channel → user agent: request to review a plan (TW-124, prompt 5).

    `your_assignment`, `your_offer` and `your_feedback` (on earlier versions) are the recipient's own.
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
        """Return the request's key `VERSION/ROUND`, such as `2/3`.

        A plan version that is sent again in a later round is another request.
        """
        return review_request_key(self.proposal.version, self.round)


def review_request_key(version: int, round_: int) -> str:
    """Return the request key `VERSION/ROUND`, such as `2/3`, of the review of a plan version in a round.

    It is what `ProposalReview.request_key` returns for that request.
    """
    return f"{version}/{round_}"


class ProposalFeedback(ModelAnswer):
    """User agent → channel: feedback on a plan (TW-125, TW-126, TWC-22); `revision` as of an `OfferResponse`."""

    type = "proposal_feedback"
    agent_id: str
    display_name: str = ""
    feedback_type: FeedbackType
    reasoning: Sentence = ""
    adjustment_request: Maybe[Sentence] = None
    terms: Maybe[Terms] = None
    concerns: UpToFour[Phrase] = ()
    confidence: int = Field(default=50, ge=0, le=100)
    round: int
    proposal_version: int
    answered_by: Maybe[AnsweredBy] = None
    revision: Maybe[int] = None


class HumanAnswerReceived(ChannelMessage):
    """Gateway → user agent: answer of its person to a question, to be sent to the channel in the agent's name.

    `round` and, for a review, `proposal_version` are those of the question; `revision` as of an `OfferResponse`.
    """

    type = "person_answered"
    question_id: str
    language: Language
    answer: PersonAnswer
    round: int
    proposal_version: Maybe[int] = None
    revision: Maybe[int] = None


class AdjustProposal(TaskRequest):
    """Channel → skills: request to adjust a plan to its feedback (prompt 6). `left`: agent_ids that withdrew.

    `kept`: findings of the plan whose limit the requester keeps, so that the next plan must not leave it.
    """

    type = "adjust_proposal"
    demand: DemandUnderstanding
    raw_input: str
    proposal: Proposal
    round: int
    feedback: tuple[Feedback, ...]
    offers: tuple[Offer, ...]
    left: tuple[str, ...] = ()
    kept: tuple[Finding, ...] = Field(default=(), exclude_if=is_empty)

    def request_key(self) -> str:
        """Return the version of the plan to adjust, as text such as `2`; it identifies the request in its channel."""
        return str(self.proposal.version)


class ProposalAdjusted(ModelAnswer):
    """Skills → channel: plan to replace version `base_version`."""

    type = "proposal_adjusted"
    base_version: int
    draft: ProposalDraft
    adjustment_failed: bool = False


class IdentifyGaps(TaskRequest):
    """Channel → skills: request to identify the gaps of an agreed plan (prompt 7)."""

    type = "identify_gaps"
    demand: DemandUnderstanding
    raw_input: str
    proposal: Proposal
    feedback: tuple[Feedback, ...] = ()


class GapsIdentified(ModelAnswer):
    """Skills → channel: gaps of the plan."""

    type = "gaps_identified"
    gaps: tuple[Gap, ...] = ()
    is_complete: bool = True


class DecideRecursion(TaskRequest):
    """Channel → skills: request to choose the gaps that get a negotiation of their own (prompt 8)."""

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
    """Skills → channel: demands of the subnets to open."""

    type = "recursion_decided"
    should_recurse: bool = False
    sub_demands: tuple[SubDemand, ...] = ()


class WriteCompromise(TaskRequest):
    """Channel → skills: request for a compromise after a failed or forced outcome (prompt 9)."""

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
    """Skills → channel: the compromise."""

    type = "compromise_written"
    compromise: Compromise


class OpenSubnet(ChannelMessage):
    """Parent channel → subnet's channel: start the negotiation of one gap (TW-364).

    `channel_id` is the subnet's, `demand_id` the root demand's, whose event log and budget the subnet shares.
    `plan_day`: day of the root's plan (YYYY-MM-DD), on which the subnet's people are needed.
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
    plan_day: Maybe[str] = None


SubnetStatus = Literal["finalized", "force_finalized", "failed", "cancelled"]


class SubnetEnded(ChannelMessage):
    """Subnet's channel → parent channel: outcome of the subnet. Its cost is part of the root demand's.

    `offers`, `candidates`: those of the agents in its plan.
    """

    type = "subnet_ended"
    sub_demand_id: str
    sub_channel_id: str
    gap_type: str
    status: SubnetStatus
    proposal: Maybe[Proposal] = None
    offers: tuple[Offer, ...] = Field(default=(), exclude_if=is_empty)
    candidates: tuple[Candidate, ...] = Field(default=(), exclude_if=is_empty)
    fallback_calls: int = 0


class SubnetMemberWithdrawn(ChannelMessage):
    """Subnet's channel → parent channel: an agent of its agreed plan withdrew after the subnet had ended."""

    type = "subnet_member_withdrawn"
    sub_channel_id: str
    agent_id: str
    reasoning: Sentence = ""
