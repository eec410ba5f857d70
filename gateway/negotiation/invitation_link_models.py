"""Bodies and responses of invitation links: making, listing and revoking them, and what an invited person sees."""

from typing import Annotated, Literal, Self

from pydantic import Field

from negotiation.contracts.demand import PeopleRange
from negotiation.contracts.money import Money
from negotiation.contracts.person_answer import AnsweredBy, StrictSentence
from negotiation.contracts.terms import Terms
from negotiation.invitation_links.port import DEFAULT_LINK_DAYS, MAX_LINK_DAYS, InvitationLink
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant


class InvitationLinkBody(FrozenModel):
    """Body that makes an invitation link. `days`: how long it is valid."""

    days: Annotated[int, Field(ge=1, le=MAX_LINK_DAYS)] = DEFAULT_LINK_DAYS


class InvitationLinkItem(FrozenModel):
    """An invitation link without its token; valid before `until`."""

    link_id: str
    agent_id: str
    created_at: Instant
    until: Instant
    created_by: Maybe[str] = None

    @classmethod
    def from_link(cls, link: InvitationLink) -> Self:
        """Build the item of a stored link."""
        return cls.model_validate({name: getattr(link, name) for name in InvitationLinkItem.model_fields})


class NewInvitationLink(InvitationLinkItem):
    """A new invitation link with its secret, which no later response contains.

    `path`: path of the page at this gateway.
    """

    path: str = Field(repr=False)


class InvitationLinkPage(FrozenModel):
    """Valid invitation links, the earliest `until` first."""

    items: tuple[InvitationLinkItem, ...]


class LinkAnswerBody(FrozenModel):
    """Answer of an invited person. `later` asks for more time and settles nothing.

    `text`: the reason, or with `conditions` the conditions, one in a line, or the change of the plan; required then.
    """

    question_id: str = Field(max_length=64)
    decision: Literal["yes", "no", "conditions", "later"]
    text: StrictSentence = ""


class LinkAnswerReceipt(FrozenModel):
    """An accepted answer, which the log has a little later; `postponed`: the agent waits for one until `until`."""

    question_id: str
    status: Literal["telling", "postponed"]
    until: Instant


class LinkAnswer(FrozenModel):
    """The answer that counts for a question. Without `decision` the agent answers itself."""

    answered_by: AnsweredBy
    decision: Maybe[Literal["yes", "no", "conditions", "withdraw"]] = None
    text: str = ""


class LinkParticipant(FrozenModel):
    """Somebody else in the same negotiation. `role`: their part of the plan; absent before one, or without a part."""

    display_name: str
    standing: Literal["invited", "joins", "conditions"]
    role: Maybe[str] = None


class LinkQuestion(FrozenModel):
    """Question to an invited person, with what is needed to decide it; what nobody has said is absent.

    Attributes:
        requester: User who states the demand.
        title: The demand in a few words.
        parts: What the agent is asked for: its role in the plan, or the needs of the demand that it meets.
        day: Day of the plan (YYYY-MM-DD), or the only day that the demand allows.
        day_words: When it is, in the demand's words.
        fee: Terms of the person's own part in the plan, or before a plan those that the demand offers.
        budget: All the money that the demand has.
        own_price: The usual price of the agent, in its profile.
        reason: Why this agent is asked.
        can_wait_until: Until when the agent can wait if it is asked to.
        watchable: Whether anybody may see the negotiation.
        changeable: Whether another answer would replace `answer`.
    """

    question_id: str
    kind: Literal["invitation", "review"]
    demand_id: str
    watchable: bool
    requester: str
    title: str
    demand: str
    parts: tuple[str, ...] = ()
    day: Maybe[str] = None
    day_words: Maybe[str] = None
    hours: Maybe[str] = None
    place: Maybe[str] = None
    people: Maybe[PeopleRange] = None
    fee: Maybe[Terms] = None
    budget: Maybe[Money] = None
    own_price: Maybe[Money] = None
    others: tuple[LinkParticipant, ...] = ()
    reason: Maybe[str] = None
    plan: Maybe[str] = None
    plan_version: Maybe[int] = None
    asked_at: Instant
    until: Instant
    can_wait_until: Instant
    answer: Maybe[LinkAnswer] = None
    changeable: bool = False


class LinkQuestionPage(FrozenModel):
    """Agent and questions of the holder of an invitation link, the newest question first.

    `link_until`: end of the link. `now`: time of the clock that every `until` refers to.
    """

    agent_id: str
    display_name: str
    link_until: Instant
    now: Instant
    items: tuple[LinkQuestion, ...]


class PendingAnswer(FrozenModel):
    """Answer that an agent waits for from its person, at most until `until`."""

    agent_id: str
    channel_id: str
    kind: Literal["invitation", "review"]
    until: Instant


class PendingAnswerPage(FrozenModel):
    """Answers of people that a negotiation waits for now. `now`: time of the clock that every `until` refers to."""

    now: Instant
    items: tuple[PendingAnswer, ...]
