"""What an invited agent answers (TW-602…604, TW-122, TWC-32)."""

from typing import Literal

from pydantic import Field

from negotiation.contracts.text_limits import Paragraph, Phrase, Sentence, Some
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant

ResponseType = Literal["offer", "negotiate"]
OfferDecision = Literal["participate", "decline", "conditional"]


class NegotiationPoint(FrozenModel):
    """One thing an agent wants changed before it joins."""

    aspect: Phrase
    current_value: Phrase = ""
    desired_value: Phrase = ""
    reason: Sentence = ""


class Offer(FrozenModel):
    """An agent's answer to an invitation, as the channel keeps it. `confidence` is 0–100.

    `late`: it came after its collecting phase. `fallback`: no model answered for it.
    """

    offer_id: str
    agent_id: str
    display_name: str
    demand_id: str
    response_type: ResponseType = "offer"
    decision: OfferDecision
    contribution: Maybe[Paragraph] = None
    conditions: Some[Phrase] = ()
    negotiation_points: Some[NegotiationPoint] = ()
    reasoning: Sentence = ""
    decline_reason: Maybe[Sentence] = None
    confidence: int = Field(default=0, ge=0, le=100)
    fallback: bool = False
    late: bool = False
    submitted_at: Instant
