"""Events of questions to the requester, and of changes to what was understood (INTERFACES § 6, § 7)."""

from typing import Literal

from negotiation.contracts.channel_event import ChannelEvent
from negotiation.contracts.demand import DemandUnderstanding, FieldChange
from negotiation.contracts.text_limits import Phrase, Sentence
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant


class OptionText(FrozenModel):
    """One option of a question, as it is shown."""

    id: str
    text: Phrase


class QuestionOpened(ChannelEvent):
    """Question to the requester; `default` is the option that is taken without an answer before `until`.

    `about` limit: the plan `proposal_version` leaves the limit `aspect` of the demand, and the requester keeps or
    changes it (options `keep` and `allow`).
    """

    type = "towow.question.asked"
    question_id: str
    about: Literal["understanding", "limit"]
    aspect: Maybe[Phrase] = None
    text: Sentence
    options: tuple[OptionText, ...]
    default: str
    until: Instant
    proposal_version: Maybe[int] = None


class QuestionAnswered(ChannelEvent):
    """Answer to the question: an option, or the requester's own words, after which the demand is understood again.

    Neither is there if the requester changed what the question is about. `answered_by` timeout: the default was taken.
    `review_until`: as in `towow.demand.understood`.
    """

    type = "towow.question.answered"
    question_id: str
    option: Maybe[str] = None
    text: Maybe[Sentence] = None
    answered_by: Literal["person", "timeout"]
    review_until: Maybe[Instant] = None


class DemandRevised(ChannelEvent):
    """Change of the understanding by the requester (`user`) or by the answer to a question.

    `understanding` is the whole new one; `review_until`: as in `towow.demand.understood`. Without changes the requester
    keeps the time for them running; without `review_until` either, and no question open, they have ended it.
    """

    type = "towow.demand.revised"
    understanding: DemandUnderstanding
    changes: tuple[FieldChange, ...]
    changed_by: Literal["user", "answer"]
    review_until: Maybe[Instant] = None
