"""Response models of the negotiation's routes, except events and projections (TW-103, INTERFACES § 3, § 4, § 7)."""

from typing import Literal, Self

from pydantic import Field

from negotiation.attendance.port import PendingQuestion
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.money import Money
from negotiation.contracts.person_answer import PersonAnswer
from negotiation.registry.profile import Profile
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.model_kind import ModelName
from shared.core.timestamps import Instant


class UnderstandingResponse(DemandUnderstanding):
    """Meaning of a demand. `fallback`: true if it only repeats the demand's words because the model did not answer."""

    fallback: Maybe[Literal[True]] = None


class DemandReceipt(FrozenModel):
    """An accepted, durable demand, without a secret. `understanding` is null if it was not available in time."""

    demand_id: str
    channel_id: str
    status: Literal["processing"] = "processing"
    understanding: UnderstandingResponse | None = None
    model: ModelName


class SubmissionResponse(DemandReceipt):
    """An accepted, durable demand, and the secret that proves who submitted it.

    `requester_token`: to be sent as `X-Requester-Token` with later changes of the demand; no other response has it.
    """

    requester_token: str = Field(repr=False)


class CancellationResponse(FrozenModel):
    """An accepted cancellation; the event `towow.demand.cancelled` follows once it has taken effect."""

    demand_id: str
    status: Literal["cancelling"] = "cancelling"


class PublicAgent(FrozenModel):
    """Public fields of an agent; without its user, price, days, limits and temperament."""

    agent_id: str
    display_name: str
    summary: str
    capabilities: tuple[str, ...]
    tags: tuple[str, ...]
    location: Maybe[str] = None
    languages: tuple[str, ...]
    remote: bool
    active: bool

    @classmethod
    def from_profile(cls, profile: Profile) -> Self:
        """Build the model (in a subclass, one of that class) from the public fields of a profile."""
        return cls.model_validate(profile.model_dump(include=set(PublicAgent.model_fields)))


class AgentSearchHit(PublicAgent):
    """An agent in a list. `matched`: the words of the search text that it matched."""

    matched: Maybe[tuple[str, ...]] = None


class FacetItem(FrozenModel):
    """One choice of a facet: its value as a filter, its names, and how many agents it would leave."""

    value: str
    zh: str
    en: str
    count: int


class PriceFacetItem(FrozenModel):
    """Number of agents that ask for at most `max_price` whole units of a currency."""

    max_price: int
    currency: str
    count: int


class AgentFacets(FrozenModel):
    """Choices by which a list of agents can be narrowed down; each counts with the filters of the other facets."""

    locations: tuple[FacetItem, ...]
    capabilities: tuple[FacetItem, ...]
    languages: tuple[FacetItem, ...]
    prices: tuple[PriceFacetItem, ...]


class AgentPage(FrozenModel):
    """Agents: best matches first, without a search text by id. `total`: the number of all agents.

    `found`: the number of those that the filters leave, of a search at most 1000; `matching_all`: how many of the first
    ones match every word of the search text; `facets`: absent unless asked for.
    """

    items: tuple[AgentSearchHit, ...]
    total: int
    found: Maybe[int] = None
    matching_all: Maybe[int] = None
    facets: Maybe[AgentFacets] = None


class OwnAgents(FrozenModel):
    """Agents of the caller, by id."""

    items: tuple[PublicAgent, ...]


class AttendanceLease(FrozenModel):
    """Time until which an agent waits for its person unless the lease is renewed.

    `waits_s`: maximum seconds that it waits for each answer; 0 if agents never wait.
    """

    agent_id: str
    attended_until: Instant
    waits_s: float


class PendingQuestionItem(PendingQuestion):
    """A question to an agent's person.

    `watchable`: whether the caller may also see the negotiation; `asked_by`: the user who stated the demand; `others`:
    names of the others who are invited and have not declined; `fee`: what the agent usually asks for.
    """

    watchable: bool
    asked_by: Maybe[str] = None
    others: tuple[str, ...] = ()
    fee: Maybe[Money] = None


class AnsweredQuestionItem(PendingQuestionItem):
    """A question that the person has answered; another answer replaces `answer`."""

    answer: PersonAnswer


class PendingQuestionPage(FrozenModel):
    """Open questions of an agent. `now`: current time of the clock that every `until` refers to.

    `attended_until` is absent while the agent is not attended. `answered`: questions whose answer can still be changed.
    """

    agent_id: str
    now: Instant
    attended_until: Maybe[Instant] = None
    items: tuple[PendingQuestionItem, ...]
    answered: tuple[AnsweredQuestionItem, ...] = ()


class AnswerReceipt(FrozenModel):
    """An accepted answer of a person; the event that follows has `answered_by: person`."""

    question_id: str
    status: Literal["telling"] = "telling"


class OpenChannel(FrozenModel):
    """An open demand. `stuck`: it had no event for longer than any phase can take."""

    demand_id: str
    channel_id: str
    user_id: str
    phase: str
    status: str
    round: int
    age_s: float
    idle_s: float
    stuck: bool


class OpenChannels(FrozenModel):
    """Open demands, oldest first. `total`: the number of all open demands."""

    items: tuple[OpenChannel, ...]
    total: int
