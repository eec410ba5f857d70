"""What a channel remembers: the whole of one negotiation (TW-610…617). Whatever can be counted from it is not kept."""

from collections.abc import Collection
from typing import Literal

from pydantic import Field

from channel_admin.core.status import FINAL, Status
from channel_admin.settings import NegotiationRules
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.demand import DemandUnderstanding, Limits, ModelName, SubmissionContext
from negotiation.contracts.events import FailDetail, FailReason
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.messages import SubnetStatus
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Gap, Proposal
from shared.core.decision import Timer
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant

Waiting = Literal[
    "understanding",
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
"""For what the channel waits; its one timer has the same name."""


class Failure(FrozenModel):
    """Why it failed (TWC-15), and the accept rate of the last verdict, None when there was none."""

    reason: FailReason
    detail: Maybe[FailDetail] = None


class Subnet(FrozenModel):
    """A part that is negotiated on its own; `status` is None while it runs."""

    sub_demand_id: str
    channel_id: str
    gap_type: str
    raw_input: str
    status: Maybe[SubnetStatus] = None


class Parent(FrozenModel):
    """Of which channel this one is a subnet, and which gap it is to close."""

    channel_id: str
    sub_demand_id: str
    gap_type: str


class ChannelState(FrozenModel):
    """One negotiation. Message ids already processed are the store's `seen` set (TW-616)."""

    schema_version: int = 1
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

    status: Status = Status.CREATED
    waiting: Waiting = "nothing"
    timer: Maybe[Timer] = None
    generation: int = 0
    asked_again: int = 0
    phase_deadline: Instant = 0
    deadline: Instant
    recovery_attempts: int = 0
    out_of_budget: bool = False

    demand_data: Maybe[DemandUnderstanding] = None
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
    accept_rate: Maybe[float] = None

    failure: Maybe[Failure] = None
    gaps: tuple[Gap, ...] = ()
    subnets: tuple[Subnet, ...] = ()
    cancelled: bool = False

    fallback_calls: int = 0
    created_at: Instant
    last_updated_at: Instant

    @property
    def final(self) -> bool:
        """The outcome is there (though gaps may still be worked on)."""
        return self.status in FINAL

    @property
    def demand(self) -> DemandUnderstanding:
        """The understanding; before there is one, the demand's own words."""
        return self.demand_data or DemandUnderstanding(surface_demand=self.raw_input, confidence="low")

    @property
    def proposal(self) -> Proposal:
        """The plan. Raises ValueError before there is one."""
        if self.current_proposal is None:
            raise ValueError(f"{self.channel_id} has no plan yet")
        return self.current_proposal

    @property
    def proposal_version(self) -> int:
        """0 before the first plan."""
        return self.current_proposal.version if self.current_proposal else 0

    @property
    def invited(self) -> tuple[str, ...]:
        """Everybody who was asked (`expected_responses`)."""
        return tuple(candidate.agent_id for candidate in self.candidates)

    @property
    def unheard(self) -> tuple[str, ...]:
        """Invited, and neither answered nor known to be unable to."""
        return tuple(a for a in self.invited if a not in self.responses and a not in self.unavailable)

    @property
    def on_board(self) -> tuple[str, ...]:
        """Who offered something and has not left."""
        return tuple(
            agent for agent, offer in self.responses.items() if offer.decision != "decline" and agent not in self.left
        )

    @property
    def staying(self) -> tuple[str, ...]:
        """Who got this version and has not withdrawn."""
        return tuple(agent for agent in self.sent_to if agent not in self.left)

    @property
    def silent(self) -> tuple[str, ...]:
        """Who got this version, stays, and has said nothing."""
        return tuple(agent for agent in self.staying if agent not in self.feedback)

    @property
    def awaited(self) -> tuple[str, ...]:
        """Who is silent and may still answer."""
        return tuple(agent for agent in self.silent if agent not in self.unanswered)

    def in_order(self, agents: Collection[str]) -> tuple[str, ...]:
        """These agents in the order of the candidates, whatever the order in which their messages came."""
        return tuple(agent for agent in self.invited if agent in agents)

    def name_of(self, agent_id: str) -> str:
        """An invited agent's display name."""
        names = (c.display_name for c in self.candidates if c.agent_id == agent_id)
        return next(names, agent_id)
