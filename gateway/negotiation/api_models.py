"""What the routes answer, as far as it is not an event or a view of the log (TW-103, INTERFACES § 3, § 4, § 7)."""

from typing import Literal, Self

from pydantic import Field

from negotiation.attendance.port import PendingQuestion as Asked
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.registry.profile import Profile
from shared.core.api_error import ConflictDetails, FieldError
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.model_name import ModelName
from shared.core.timestamps import Instant


class ErrorBody(FrozenModel):
    """Every answer that is not 2xx. `details` of E001: in words, or field by field; of E014: with what it conflicts."""

    error_code: str = Field(pattern="^E[0-9]{3}$")
    message: str
    details: str | tuple[FieldError, ...] | ConflictDetails


class UnderstandingResponse(DemandUnderstanding):
    """What a demand means. `fallback` when no model said so: its own words."""

    fallback: Maybe[Literal[True]] = None


class SubmissionResponse(FrozenModel):
    """A demand that was accepted, whatever happens. `understanding` is null when it was not there in time."""

    demand_id: str
    channel_id: str
    status: Literal["processing"] = "processing"
    understanding: UnderstandingResponse | None = None
    model: ModelName


class CancellationResponse(FrozenModel):
    """The order to cancel was accepted; `towow.demand.cancelled` tells when it had its effect."""

    demand_id: str
    status: Literal["cancelling"] = "cancelling"


class Session(FrozenModel):
    """Who is signed in, and may administer. `sign_in`: whether anybody can sign in here."""

    user_id: str | None
    admin: bool
    sign_in: bool


class PublicAgent(FrozenModel):
    """What a stranger may know of an agent: not whose it is, nor its price, days, limits and temper."""

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
        """Of a whole profile just that."""
        return cls.model_validate(profile.model_dump(include=set(PublicAgent.model_fields)))


class AgentSearchHit(PublicAgent):
    """An agent in a list. `matched`: by which words of the search it is in."""

    matched: Maybe[tuple[str, ...]] = None


class AgentPage(FrozenModel):
    """Agents, best first when searched for, else by id. `total` of all there are."""

    items: tuple[AgentSearchHit, ...]
    total: int


class OwnAgents(FrozenModel):
    """The agents of whoever asks, by id."""

    items: tuple[PublicAgent, ...]


class AttendanceLease(FrozenModel):
    """Until when an agent waits for its person, unless they say again that they are there.

    `waits_s`: at most so many s for each answer; 0 = agents do not wait here.
    """

    agent_id: str
    attended_until: Instant
    waits_s: float


class PendingQuestionItem(Asked):
    """A question. `watchable`: whether who reads it may see the negotiation, too; a private one is its owner's."""

    watchable: bool


class PendingQuestionPage(FrozenModel):
    """What an agent's person can answer `now`, by the clock of every `until`; the person's own may differ.

    `attended_until` is absent while nobody attends it.
    """

    agent_id: str
    now: Instant
    attended_until: Maybe[Instant] = None
    items: tuple[PendingQuestionItem, ...]


class AnswerReceipt(FrozenModel):
    """A person's answer that was accepted; the event that follows is marked `answered_by: person`."""

    question_id: str
    status: Literal["telling"] = "telling"


class DeadLetterItem(FrozenModel):
    """A dead letter. Of a message that cannot be read nobody knows who wrote to whom."""

    id: str
    queue: str
    message_type: str
    reason: str
    error: str
    attempts: int
    first_seen: str
    sender: str | None
    recipient: str | None
    demand_id: str | None


class DeadLetterPage(FrozenModel):
    """Dead letters, oldest first. `total` of all there are."""

    items: tuple[DeadLetterItem, ...]
    total: int


class ResendReceipt(FrozenModel):
    """A dead letter that will be sent again."""

    id: str
    status: Literal["resent"] = "resent"


class BreakerState(FrozenModel):
    """The model's breaker. `state` is absent where the model has none; `until`: when the next probe may go."""

    model: ModelName
    state: Maybe[Literal["closed", "open", "half_open"]] = None
    failures: Maybe[int] = None
    until: Maybe[Instant] = None


class OpenChannel(FrozenModel):
    """A demand that has not ended. `stuck`: nothing was told of it for longer than any phase may take."""

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
    """Open demands, oldest first. `total` of all that are open."""

    items: tuple[OpenChannel, ...]
    total: int


class ReadinessCheck(FrozenModel):
    """One thing a gateway needs, and whether it is there."""

    name: Literal["store", "functions", "broker", "breaker", "registry"]
    ok: bool
    detail: str


class Readiness(FrozenModel):
    """Whether this gateway can do its work."""

    ready: bool
    mode: Literal["embedded", "distributed"]
    model: ModelName
    checks: tuple[ReadinessCheck, ...]
