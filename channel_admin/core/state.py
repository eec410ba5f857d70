"""Stored state of a channel: one whole negotiation (TW-610…617).

Values that can be derived from stored fields are properties.
"""

from collections.abc import Collection
from typing import Any, Literal, cast

from pydantic import Field, field_validator

from channel_admin.core.status import FINAL_STATUSES, Status
from channel_admin.settings import NegotiationRules
from negotiation.contracts.candidate import Candidate, is_empty
from negotiation.contracts.demand import (
    DemandUnderstanding,
    LimitName,
    Limits,
    SubmissionContext,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from negotiation.contracts.events import FailDetail, FailReason
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.messages import OfferResponse, ProposalFeedback, SubnetEnded, SubnetStatus
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Finding, Gap, Proposal
from shared.core.decision import Timer
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant

AwaitedInput = Literal[
    "understanding",
    "clarification",
    "review",
    "filtering",
    "offers",
    "aggregation",
    "feedback",
    "adjustment",
    "compromise",
    "gaps",
    "recursion",
    "subnets",
    "nothing",
]
"""Input that a channel awaits: the answer of a task, the requester's, offers, feedback or the ends of subnets.

`clarification`: the answer to the question about the demand; `review`: changes of its understanding.

The channel's only timer has the same name.
"""


class Failure(FrozenModel):
    """Reason of a failed negotiation (TWC-15)."""

    reason: FailReason
    detail: Maybe[FailDetail] = None


class Subnet(FrozenModel):
    """Channel that negotiates the closing of one gap; `status` is None while it runs."""

    sub_demand_id: str
    channel_id: str
    gap_type: str
    raw_input: str
    status: Maybe[SubnetStatus] = None


class Parent(FrozenModel):
    """Parent channel of a subnet, and the gap that the subnet is to close."""

    channel_id: str
    sub_demand_id: str
    gap_type: str


class LimitQuestion(FrozenModel):
    """Question to the requester whether a plan may leave a limit; without an answer until `until` the limit is kept."""

    question_id: str
    aspect: LimitName
    finding: Finding
    proposal_version: int
    until: Instant
    answer: Maybe[Literal["keep", "allow"]] = None


class MergeReview(FrozenModel):
    """Review of a subnet's result, merged into the plan, by those whom it touches (DESIGN § 7).

    Attributes:
        ended: The subnet's result.
        proposal: The merged plan that they review.
        pending: Agents that have not answered.
        accepted: Agents that accepted it, fallback answers aside.
        deadline: End of the review, ms since the epoch.
    """

    ended: SubnetEnded
    proposal: Proposal
    pending: tuple[str, ...]
    accepted: tuple[str, ...] = ()
    deadline: Instant


class OpenQuestion(FrozenModel):
    """Question that the requester has not answered yet; its default is taken at `until`."""

    question_id: str
    question: UnderstandingQuestion
    until: Instant


SCHEMA_VERSION = 3
"""Version of the stored state: 3 since plans have terms, reserves and questions about limits (1 and 2 are read)."""


class ChannelState(FrozenModel):
    """State of one negotiation; ids of processed messages are in the store's `seen` set (TW-616).

    Attributes:
        excluded: Agents that must not be invited.
        interactive: Whether the requester is waited for before anyone is invited.
        question: The question that is open.
        own_words: The requester's answer in own words, with which the demand is understood again.
        edits: The requester's changes of the understanding, the later ones of a field.
        waiting: The input awaited now.
        generation: Number of the armed timer; a fired timer with another number is ignored.
        asked_again: Number of retries of the awaited task.
        phase_deadline: End of the offer or feedback phase, ms since the epoch.
        deadline: End of the whole negotiation, ms since the epoch.
        unavailable: Invited agents whose offer task failed for good.
        left: Agents that withdrew.
        vacant: Assignments whose holders are gone and whose roles were not taken over.
        sent_to: Agents to which the current version of the plan was sent.
        resends: Number of times the current version was sent again.
        unanswered: Agents whose review task for the current version failed for good.
        past_feedback: Feedback on earlier versions.
        person_revisions: Agents whose answer that counts now, to the invitation or on the current version, is their
            person's, and how often the person has changed it.
        feedback_timer_due: Instant of the next reminder, or the end of the review, ms since the epoch.
        limit_questions: Questions to the requester about limits that a plan leaves, with their answers.
        plan_day: In a subnet, the day of the root's plan (YYYY-MM-DD).
        merge_reviews: Reviews of subnets' results that are not over.
        reviewed_version: Version number of the last of them; none is used for two, so that answers can be told apart.
        departed_members: Agents of subnets that withdrew.
        member_offers: Offers of agents that joined the plan by a subnet.
        member_candidates: These agents as candidates of their subnets.
        subnets_deadline: End of all subnets, ms since the epoch.
    """

    schema_version: int = SCHEMA_VERSION
    channel_id: str
    demand_id: str
    raw_input: str
    setting: SubmissionContext
    model: ModelName = "simulated"
    limits: Limits
    rules: NegotiationRules
    parent: Maybe[Parent] = None
    depth: int = 0
    excluded: tuple[str, ...] = ()
    interactive: bool = False

    status: Status = Status.CREATED
    waiting: AwaitedInput = "nothing"
    timer: Maybe[Timer] = None
    generation: int = 0
    asked_again: int = 0
    phase_deadline: Instant = 0
    deadline: Instant
    recovery_attempts: int = 0
    out_of_budget: bool = False

    demand_data: Maybe[DemandUnderstanding] = None
    question: Maybe[OpenQuestion] = None
    own_words: Maybe[str] = None
    edits: UnderstandingChanges = UnderstandingChanges()
    candidates: tuple[Candidate, ...] = ()
    responses: dict[str, Offer] = Field(default_factory=dict[str, Offer])
    unavailable: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    current_round: int = 0
    current_proposal: Maybe[Proposal] = None
    vacant: tuple[Assignment, ...] = ()
    sent_to: tuple[str, ...] = ()
    resends: int = 0
    feedback: dict[str, Feedback] = Field(default_factory=dict[str, Feedback])
    unanswered: tuple[str, ...] = ()
    past_feedback: tuple[Feedback, ...] = ()
    person_revisions: dict[str, int] = Field(default_factory=dict[str, int], exclude_if=is_empty)
    feedback_timer_due: Instant = 0
    limit_questions: tuple[LimitQuestion, ...] = ()
    accept_rate: Maybe[float] = None

    failure: Maybe[Failure] = None
    gaps: tuple[Gap, ...] = ()
    subnets: tuple[Subnet, ...] = ()
    plan_day: Maybe[str] = None
    merge_reviews: tuple[MergeReview, ...] = ()
    reviewed_version: int = 0
    departed_members: tuple[str, ...] = ()
    member_offers: tuple[Offer, ...] = ()
    member_candidates: tuple[Candidate, ...] = ()
    subnets_deadline: Instant = 0
    cancelled: bool = False

    fallback_calls: int = 0
    created_at: Instant
    last_updated_at: Instant

    @field_validator("schema_version")
    @classmethod
    def _check_version(cls, stored: int) -> int:
        """Accept states of earlier versions, which are stored in this one's form from the next step on."""
        if stored > SCHEMA_VERSION:
            raise ValueError(f"the state has version {stored}, this program knows versions up to {SCHEMA_VERSION}")
        return SCHEMA_VERSION

    @field_validator("rules", mode="before")
    @classmethod
    def _limit_stored_depth(cls, rules: Any) -> Any:
        """Read rules of earlier releases, which accepted a `max_recursion_depth` above 1 and treated it as 1."""
        if not isinstance(rules, dict):
            return rules
        stored = cast("dict[str, Any]", rules)
        return {**stored, "max_recursion_depth": min(stored.get("max_recursion_depth", 1), 1)}

    @property
    def is_final(self) -> bool:
        """Whether the status is FINALIZED, FORCE_FINALIZED, FAILED or CANCELLED. Gaps may still be resolved."""
        return self.status in FINAL_STATUSES

    @property
    def demand(self) -> DemandUnderstanding:
        """Understanding of the demand; before there is one, the raw text with low confidence."""
        return self.demand_data or DemandUnderstanding(surface_demand=self.raw_input, confidence="low")

    @property
    def proposal(self) -> Proposal:
        """Current version of the plan.

        Raises:
            ValueError: There is no plan yet.
        """
        if self.current_proposal is None:
            raise ValueError(f"channel {self.channel_id} has no plan yet: none was aggregated")
        return self.current_proposal

    @property
    def proposal_version(self) -> int:
        """Version number of the current plan; 0 before the first."""
        return self.current_proposal.version if self.current_proposal else 0

    @property
    def invited_agents(self) -> tuple[str, ...]:
        """Ids of all invited agents, in the order of the candidates (`expected_responses`)."""
        return tuple(candidate.agent_id for candidate in self.candidates)

    @property
    def pending_agents(self) -> tuple[str, ...]:
        """Ids of invited agents that have not answered and whose offer task has not failed."""
        return tuple(a for a in self.invited_agents if a not in self.responses and a not in self.unavailable)

    @property
    def participants(self) -> tuple[str, ...]:
        """Ids of agents that made an offer other than a decline and have not withdrawn, in candidate order."""
        return tuple(
            agent for agent, offer in self.responses.items() if offer.decision != "decline" and agent not in self.left
        )

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Ids of agents that received the current version and have not withdrawn; empty before the first version."""
        return tuple(agent for agent in self.sent_to if agent not in self.left)

    @property
    def reserves(self) -> frozenset[str]:
        """Ids of agents whose assignments in the current version are all in reserve: they do not vote."""
        parts = self.current_proposal.assignments if self.current_proposal else ()
        active = {part.agent_id for part in parts if not part.reserve}
        return frozenset(part.agent_id for part in parts if part.reserve and part.agent_id not in active)

    @property
    def voters(self) -> tuple[str, ...]:
        """Ids of agents whose feedback on the current version counts: its recipients without reserves (DESIGN § 7)."""
        return tuple(agent for agent in self.sent_to if agent not in self.reserves)

    @property
    def members(self) -> tuple[str, ...]:
        """Ids of agents that joined the agreed plan by a subnet."""
        parts = self.current_proposal.assignments if self.current_proposal else ()
        joined = {offer.agent_id for offer in self.member_offers}
        return tuple(dict.fromkeys(part.agent_id for part in parts if part.agent_id in joined))

    @property
    def silent_reviewers(self) -> tuple[str, ...]:
        """Ids of reviewers without feedback on the current version."""
        return tuple(agent for agent in self.reviewers if agent not in self.feedback)

    @property
    def pending_reviewers(self) -> tuple[str, ...]:
        """Ids of silent reviewers whose review task has not failed, so that they may still answer."""
        return tuple(agent for agent in self.silent_reviewers if agent not in self.unanswered)

    def is_revision(self, body: OfferResponse | ProposalFeedback) -> bool:
        """Return whether an answer is a later one of the person whose earlier one counts now."""
        earlier = self.person_revisions.get(body.agent_id)
        return body.answered_by == "person" and earlier is not None and (body.revision or 0) > earlier

    def with_author(self, body: OfferResponse | ProposalFeedback) -> dict[str, int]:
        """Return `person_revisions` after an answer that counts from now on."""
        others = {agent: number for agent, number in self.person_revisions.items() if agent != body.agent_id}
        return {**others, body.agent_id: body.revision or 0} if body.answered_by == "person" else others

    def fit_of(self, agent_id: str, need: str) -> float | None:
        """Return the probability that an agent's profile meets a need; None if the search compared none with it.

        Of an agent that joined by a subnet it is that for the subnet's own needs.
        """
        invited = next((each for each in self.candidates if each.agent_id == agent_id), None)
        if invited is not None:
            return next((fit.score for fit in invited.fits if fit.need == need), 0.0) if invited.fits else None
        joined = next((each for each in self.member_candidates if each.agent_id == agent_id), None)
        return max((fit.score for fit in joined.fits), default=None) if joined else None

    def in_candidate_order(self, agents: Collection[str]) -> tuple[str, ...]:
        """Return those of the agent ids that are invited, each once, in the order of the candidates."""
        return tuple(agent for agent in self.invited_agents if agent in agents)

    def display_name(self, agent_id: str) -> str:
        """Return the display name of an invited agent or of one that joined by a subnet; of any other, its id."""
        invited = (c.display_name for c in self.candidates if c.agent_id == agent_id)
        joined = (offer.display_name for offer in self.member_offers if offer.agent_id == agent_id)
        return next(invited, None) or next(joined, None) or agent_id
